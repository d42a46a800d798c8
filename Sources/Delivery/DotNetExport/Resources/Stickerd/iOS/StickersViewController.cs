using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using Foundation;
using Messages;
using ObjCRuntime;
using UIKit;

namespace Stickerd
{
    /// <summary>A complete iMessage app: shows the stickers of a library, one pack at a time.</summary>
    public class StickersViewController : MSMessagesAppViewController
    {
        readonly UISegmentedControl bar = new UISegmentedControl();
        readonly UIView content = new UIView();
        UIViewController browser;
        UIViewController screen;
        List<StickerPack> packs = new List<StickerPack>();

        public StickersViewController() { }

        protected StickersViewController(NativeHandle handle) : base(handle) { }

        /// <summary>The stickers that came with the app. Null if they could not be read.</summary>
        public StickerLibrary Library { get; private set; }

        // For overriding

        /// <summary>Makes the library, by default from the folder StickerAssets in the bundle.</summary>
        protected virtual StickerLibrary MakeLibrary()
        {
            return new StickerLibrary(
                Path.Combine(NSBundle.MainBundle.BundlePath, "StickerAssets"), NSLocale.PreferredLanguages,
                DevelopmentLanguage, DateTimeOffset.UtcNow);
        }

        /// <summary>The <c>language</c> in pipeline.json.</summary>
        protected virtual string DevelopmentLanguage { get { return "en"; } }

        /// <summary>Called with each error. Writes the error to the console unless an app overrides it.</summary>
        protected virtual void DidFail(Exception error) { Console.WriteLine("Stickerd: " + error.Message); }

        /// <summary>Whether this person may use a pack. By default true for every pack that is not sold.</summary>
        protected virtual bool MayShow(StickerPack pack) { return pack.ProductId == null; }

        /// <summary>The colour behind the stickers. Null for the default of Messages.</summary>
        protected virtual UIColor StickersBackground { get { return null; } }

        /// <summary>Makes the controller for a pack, by default the grid of Messages.</summary>
        protected virtual UIViewController MakeBrowser(StickerPack pack, IReadOnlyList<MSSticker> stickers)
        {
            return new StickerPackBrowser(stickers, pack.Size, StickersBackground);
        }

        /// <summary>The screen for a presentation style and the selected message. Null to show the stickers.</summary>
        /// <remarks>
        /// Called when the app becomes active, when its style has changed, when the person selects another message, and by
        /// <see cref="ReloadScreen"/>. A compact screen covers about a quarter of the display. It has no keyboard and no
        /// horizontal gestures.
        /// </remarks>
        protected virtual UIViewController MakeScreen(MSMessagesAppPresentationStyle style, MSMessage selected)
        {
            return null;
        }

        // For calling

        /// <summary>Shows the result of <see cref="MakeScreen"/> for the current style and message.</summary>
        public void ReloadScreen()
        {
            ShowScreen(PresentationStyle, ActiveConversation == null ? null : ActiveConversation.SelectedMessage);
        }

        /// <summary>Shows the packs that are available now. Call it after a purchase.</summary>
        public void ReloadPacks()
        {
            if (Library == null) return;
            packs = Library.Available().Where(pack => pack.Stickers.Count > 0 && MayShow(pack)).ToList();
            bar.RemoveAllSegments();
            for (var place = 0; place < packs.Count; place++) bar.InsertSegment(packs[place].Title, place, false);
            bar.Hidden = packs.Count < 2;
            if (packs.Count == 0) return;
            bar.SelectedSegment = 0;
            ShowPack(packs[0]);
        }

        // The life of the app

        public override void ViewDidLoad()
        {
            base.ViewDidLoad();
            var stack = new UIStackView(new UIView[] { bar, content })
            {
                Axis = UILayoutConstraintAxis.Vertical, TranslatesAutoresizingMaskIntoConstraints = false,
            };
            View.AddSubview(stack);
            var safe = View.SafeAreaLayoutGuide;
            NSLayoutConstraint.ActivateConstraints(
                new[]
                {
                    stack.TopAnchor.ConstraintEqualTo(safe.TopAnchor),
                    stack.BottomAnchor.ConstraintEqualTo(safe.BottomAnchor),
                    stack.LeadingAnchor.ConstraintEqualTo(safe.LeadingAnchor),
                    stack.TrailingAnchor.ConstraintEqualTo(safe.TrailingAnchor),
                });
            bar.ValueChanged += (sender, arguments) => ShowPack(packs[(int)bar.SelectedSegment]);
            try
            {
                Library = MakeLibrary();
            }
            catch (StickerLibraryException error)
            {
                DidFail(error);
            }
            ReloadPacks();
        }

        public override void WillBecomeActive(MSConversation conversation)
        {
            base.WillBecomeActive(conversation);
            ShowScreen(PresentationStyle, conversation.SelectedMessage);
        }

        public override void DidSelectMessage(MSMessage message, MSConversation conversation)
        {
            base.DidSelectMessage(message, conversation);
            ShowScreen(PresentationStyle, message);
        }

        public override void DidTransition(MSMessagesAppPresentationStyle presentationStyle)
        {
            base.DidTransition(presentationStyle);
            ShowScreen(
                presentationStyle, ActiveConversation == null ? null : ActiveConversation.SelectedMessage);
        }

        void ShowPack(StickerPack pack)
        {
            var stickers = new List<MSSticker>();
            foreach (var item in pack.Stickers)
            {
                try
                {
                    stickers.Add(item.MakeSticker());
                }
                catch (StickerLibraryException error)
                {
                    DidFail(error);
                }
            }
            Remove(browser);
            browser = MakeBrowser(pack, stickers);
            Add(browser, content);
        }

        void ShowScreen(MSMessagesAppPresentationStyle style, MSMessage selected)
        {
            var next = MakeScreen(style, selected);
            if (ReferenceEquals(next, screen)) return;
            Remove(screen);
            screen = next;
            if (screen != null) Add(screen, View);
        }

        void Add(UIViewController child, UIView parent)
        {
            AddChildViewController(child);
            child.View.Frame = parent.Bounds;
            child.View.AutoresizingMask = UIViewAutoresizing.FlexibleWidth | UIViewAutoresizing.FlexibleHeight;
            parent.AddSubview(child.View);
            child.DidMoveToParentViewController(this);
        }

        static void Remove(UIViewController child)
        {
            if (child == null) return;
            child.WillMoveToParentViewController(null);
            child.View.RemoveFromSuperview();
            child.RemoveFromParentViewController();
        }
    }
}

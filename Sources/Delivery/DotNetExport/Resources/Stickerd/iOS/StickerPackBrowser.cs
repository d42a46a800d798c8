using System;
using System.Collections.Generic;
using Foundation;
using Messages;
using ObjCRuntime;
using UIKit;

namespace Stickerd
{
    /// <summary>The grid of Messages for one pack.</summary>
    public class StickerPackBrowser : MSStickerBrowserViewController
    {
        readonly IReadOnlyList<MSSticker> stickers = new List<MSSticker>();
        readonly UIColor background;

        /// <param name="size"><c>small</c>, <c>regular</c> or <c>large</c>.</param>
        /// <param name="background">The colour behind the stickers. Null for the default of Messages.</param>
        public StickerPackBrowser(IReadOnlyList<MSSticker> stickers, string size, UIColor background)
            : base(StickerSizes.Of(size))
        {
            this.stickers = stickers;
            this.background = background;
        }

        protected StickerPackBrowser(NativeHandle handle) : base(handle) { }

        public override void ViewDidLoad()
        {
            base.ViewDidLoad();
            if (background != null) StickerBrowserView.BackgroundColor = background;
        }

        public override nint GetNumberOfStickers(MSStickerBrowserView stickerBrowserView) { return stickers.Count; }

        public override MSSticker GetSticker(MSStickerBrowserView stickerBrowserView, nint index)
        {
            return stickers[(int)index];
        }
    }

    /// <summary>The size classes of Messages.</summary>
    public static class StickerSizes
    {
        public static MSStickerSize Of(string size)
        {
            switch (size)
            {
                case "small": return MSStickerSize.Small;
                case "large": return MSStickerSize.Large;
                default: return MSStickerSize.Regular;
            }
        }

        /// <summary>The side of a sticker in points.</summary>
        public static nfloat Points(string size)
        {
            switch (size)
            {
                case "small": return 100;
                case "large": return 206;
                default: return 136;
            }
        }
    }
}

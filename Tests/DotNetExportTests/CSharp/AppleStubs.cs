// The members of .NET for iOS that the exported code uses. They have the signatures of the bindings and no behaviour, so that a C#
// compiler can check types on machines on which the iOS workload cannot be installed.
using System;
using CoreGraphics;
using Foundation;
using ObjCRuntime;
using UIKit;

/// <summary>The native integer of .NET for iOS. In C# 9 and later, `nint` is a keyword.</summary>
public struct nint
{
    public static implicit operator nint(int value) { return new nint(); }
    public static explicit operator int(nint value) { return 0; }
}

public struct nfloat
{
    public static implicit operator nfloat(int value) { return new nfloat(); }
    public static implicit operator nfloat(float value) { return new nfloat(); }
}

namespace ObjCRuntime
{
    public struct NativeHandle { }
}

namespace Foundation
{
    public class RegisterAttribute : Attribute
    {
        public RegisterAttribute(string name) { }
    }

    public class NSObject : IDisposable
    {
        public NSObject() { }
        protected NSObject(NativeHandle handle) { }
        public void Dispose() { }
    }

    public class NSError : NSObject
    {
        public string LocalizedDescription { get { return ""; } }
    }

    public class NSUrl : NSObject
    {
        public string AbsoluteString { get { return ""; } }
        public static NSUrl FromFilename(string url) { return null; }
        public static NSUrl FromString(string url) { return null; }
    }

    public class NSData : NSObject
    {
        public static NSData FromFile(string path) { return null; }
    }

    public class NSUuid : NSObject { public string AsString() { return ""; } }

    public class NSBundle : NSObject
    {
        public static NSBundle MainBundle { get { return null; } }
        public string BundlePath { get { return ""; } }
    }

    public class NSLocale : NSObject
    {
        public static string[] PreferredLanguages { get { return null; } }
    }

    public class NSIndexPath : NSObject
    {
        public int Row { get { return 0; } }
    }

    public class NSDictionary : NSObject { }
}

namespace CoreGraphics
{
    public struct CGSize
    {
        public CGSize(nfloat width, nfloat height) { }
    }

    public struct CGRect { }
}

namespace UIKit
{
    public enum UILayoutConstraintAxis { Horizontal, Vertical }
    [Flags]
    public enum UIViewAutoresizing { None, FlexibleWidth = 2, FlexibleHeight = 16 }
    public enum UITextAlignment { Left, Center }

    public class UIColor : NSObject
    {
        public static UIColor Red { get { return null; } }
    }

    public class UIFont : NSObject
    {
        public static UIFont SystemFontOfSize(nfloat size) { return null; }
    }

    public class UIImage : NSObject
    {
        public static UIImage LoadFromData(NSData data, nfloat scale) { return null; }
    }

    public class NSLayoutConstraint : NSObject
    {
        public static void ActivateConstraints(NSLayoutConstraint[] constraints) { }
    }

    public class NSLayoutYAxisAnchor
    {
        public NSLayoutConstraint ConstraintEqualTo(NSLayoutYAxisAnchor anchor) { return null; }
    }

    public class NSLayoutXAxisAnchor
    {
        public NSLayoutConstraint ConstraintEqualTo(NSLayoutXAxisAnchor anchor) { return null; }
    }

    public class UILayoutGuide : NSObject
    {
        public NSLayoutYAxisAnchor TopAnchor { get { return null; } }
        public NSLayoutYAxisAnchor BottomAnchor { get { return null; } }
        public NSLayoutXAxisAnchor LeadingAnchor { get { return null; } }
        public NSLayoutXAxisAnchor TrailingAnchor { get { return null; } }
    }

    public class UIResponder : NSObject
    {
        public UIResponder() { }
        protected UIResponder(NativeHandle handle) : base(handle) { }
    }

    public class UIView : UIResponder
    {
        public UIView() { }
        public UIView(CGRect frame) { }
        protected UIView(NativeHandle handle) : base(handle) { }
        public CGRect Bounds { get; set; }
        public CGRect Frame { get; set; }
        public bool Hidden { get; set; }
        public UIColor BackgroundColor { get; set; }
        public UIViewAutoresizing AutoresizingMask { get; set; }
        public bool TranslatesAutoresizingMaskIntoConstraints { get; set; }
        public UILayoutGuide SafeAreaLayoutGuide { get { return null; } }
        public NSLayoutYAxisAnchor TopAnchor { get { return null; } }
        public NSLayoutYAxisAnchor BottomAnchor { get { return null; } }
        public NSLayoutXAxisAnchor LeadingAnchor { get { return null; } }
        public NSLayoutXAxisAnchor TrailingAnchor { get { return null; } }
        public void AddSubview(UIView view) { }
        public void RemoveFromSuperview() { }
    }

    public class UILabel : UIView
    {
        public UILabel(CGRect frame) { }
        public string Text { get; set; }
        public UITextAlignment TextAlignment { get; set; }
        public UIFont Font { get; set; }
    }

    public class UIStackView : UIView
    {
        public UIStackView(UIView[] views) { }
        public UILayoutConstraintAxis Axis { get; set; }
    }

    public class UIControl : UIView
    {
        public event EventHandler ValueChanged { add { } remove { } }
    }

    public class UISegmentedControl : UIControl
    {
        public nint SelectedSegment { get; set; }
        public void RemoveAllSegments() { }
        public void InsertSegment(string title, nint pos, bool animated) { }
    }

    public class UIViewController : UIResponder
    {
        public UIViewController() { }
        protected UIViewController(NativeHandle handle) : base(handle) { }
        public UIView View { get; set; }
        public virtual void ViewDidLoad() { }
        public void AddChildViewController(UIViewController childController) { }
        public void RemoveFromParentViewController() { }
        public void WillMoveToParentViewController(UIViewController parent) { }
        public void DidMoveToParentViewController(UIViewController parent) { }
    }

    public class UICollectionReusableView : UIView
    {
        protected UICollectionReusableView(NativeHandle handle) : base(handle) { }
    }

    public class UICollectionViewCell : UICollectionReusableView
    {
        protected UICollectionViewCell(NativeHandle handle) : base(handle) { }
        public UIView ContentView { get { return null; } }
    }

    public class UICollectionViewLayout : NSObject { }

    public class UICollectionViewFlowLayout : UICollectionViewLayout
    {
        public CGSize ItemSize { get; set; }
        public nfloat MinimumInteritemSpacing { get; set; }
        public nfloat MinimumLineSpacing { get; set; }
    }

    public class UICollectionView : UIView
    {
        public void ReloadData() { }
        public void RegisterClassForCell(Type cellType, string reuseIdentifier) { }
        public UICollectionReusableView DequeueReusableCell(string reuseIdentifier, NSIndexPath indexPath) { return null; }
    }

    public class UICollectionViewController : UIViewController
    {
        public UICollectionViewController(UICollectionViewLayout layout) { }
        protected UICollectionViewController(NativeHandle handle) : base(handle) { }
        public UICollectionView CollectionView { get; set; }
        public virtual nint GetItemsCount(UICollectionView collectionView, nint section) { return 0; }
        public virtual UICollectionViewCell GetCell(UICollectionView collectionView, NSIndexPath indexPath) { return null; }
        public virtual void ItemSelected(UICollectionView collectionView, NSIndexPath indexPath) { }
    }

    public class UIApplication : UIResponder
    {
        public static void Main(string[] args, Type principalClass, Type delegateClass) { }
    }

    public class UIApplicationDelegate : NSObject
    {
        public virtual UIWindow Window { get; set; }
        public virtual bool FinishedLaunching(UIApplication application, NSDictionary launchOptions) { return false; }
    }

    public class UIScreen : NSObject
    {
        public static UIScreen MainScreen { get { return null; } }
        public CGRect Bounds { get { return new CGRect(); } }
    }

    public class UIWindow : UIView
    {
        public UIWindow(CGRect frame) { }
        public UIViewController RootViewController { get; set; }
        public void MakeKeyAndVisible() { }
    }
}

namespace Messages
{
    public enum MSMessagesAppPresentationStyle : ulong { Compact, Expanded, Transcript }
    public enum MSStickerSize : long { Small, Regular, Large }

    public class MSSession : NSObject { }

    public class MSMessageLayout : NSObject { }

    public class MSMessageTemplateLayout : MSMessageLayout
    {
        public string Caption { get; set; }
        public string Subcaption { get; set; }
        public string TrailingCaption { get; set; }
        public string TrailingSubcaption { get; set; }
        public UIImage Image { get; set; }
        public NSUrl MediaFileUrl { get; set; }
        public string ImageTitle { get; set; }
        public string ImageSubtitle { get; set; }
    }

    public class MSMessage : NSObject
    {
        public MSMessage() { }
        public MSMessage(MSSession session) { }
        public MSSession Session { get { return null; } }
        public NSUuid SenderParticipantIdentifier { get { return null; } }
        public MSMessageLayout Layout { get; set; }
        public NSUrl Url { get; set; }
        public bool ShouldExpire { get; set; }
        public string AccessibilityLabel { get; set; }
        public string SummaryText { get; set; }
    }

    public class MSSticker : NSObject
    {
        public MSSticker(NSUrl fileUrl, string localizedDescription, out NSError error) { error = null; }
    }

    public class MSStickerView : UIView
    {
        public MSStickerView(CGRect frame) { }
        public MSSticker Sticker { get; set; }
        public void StartAnimating() { }
    }

    public class MSStickerBrowserView : UIView
    {
        public void ReloadData() { }
    }

    public class MSStickerBrowserViewController : UIViewController
    {
        public MSStickerBrowserViewController(MSStickerSize stickerSize) { }
        protected MSStickerBrowserViewController(NativeHandle handle) : base(handle) { }
        public MSStickerBrowserView StickerBrowserView { get { return null; } }
        public virtual nint GetNumberOfStickers(MSStickerBrowserView stickerBrowserView) { return 0; }
        public virtual MSSticker GetSticker(MSStickerBrowserView stickerBrowserView, nint index) { return null; }
    }

    public class MSConversation : NSObject
    {
        public NSUuid LocalParticipantIdentifier { get { return null; } }
        public NSUuid[] RemoteParticipantIdentifiers { get { return null; } }
        public MSMessage SelectedMessage { get { return null; } }
        public void InsertMessage(MSMessage message, Action<NSError> completionHandler) { }
        public void InsertSticker(MSSticker sticker, Action<NSError> completionHandler) { }
        public void InsertText(string text, Action<NSError> completionHandler) { }
        public void InsertAttachment(NSUrl url, string filename, Action<NSError> completionHandler) { }
    }

    public class MSMessagesAppViewController : UIViewController
    {
        public MSMessagesAppViewController() { }
        protected MSMessagesAppViewController(NativeHandle handle) : base(handle) { }
        public MSConversation ActiveConversation { get { return null; } }
        public MSMessagesAppPresentationStyle PresentationStyle { get { return MSMessagesAppPresentationStyle.Compact; } }
        public void Request(MSMessagesAppPresentationStyle presentationStyle) { }
        public void Dismiss() { }
        public virtual void WillBecomeActive(MSConversation conversation) { }
        public virtual void DidBecomeActive(MSConversation conversation) { }
        public virtual void WillResignActive(MSConversation conversation) { }
        public virtual void DidResignActive(MSConversation conversation) { }
        public virtual void WillSelectMessage(MSMessage message, MSConversation conversation) { }
        public virtual void DidSelectMessage(MSMessage message, MSConversation conversation) { }
        public virtual void DidReceiveMessage(MSMessage message, MSConversation conversation) { }
        public virtual void DidStartSendingMessage(MSMessage message, MSConversation conversation) { }
        public virtual void DidCancelSendingMessage(MSMessage message, MSConversation conversation) { }
        public virtual void WillTransition(MSMessagesAppPresentationStyle presentationStyle) { }
        public virtual void DidTransition(MSMessagesAppPresentationStyle presentationStyle) { }
    }
}

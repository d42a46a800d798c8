// What StickerCatalog uses of Messages, in Objective-C, as Apple's documentation describes it. For type-checking only.
// Nothing here names an actor: a controller has its from UIKit, and MSStickerBrowserViewDataSource, MSSticker and
// MSConversation have none.
@import UIKit;
#pragma clang assume_nonnull begin

@interface MSSticker : NSObject
@end

typedef ENUM(MSStickerSize) { MSStickerSizeSmall, MSStickerSizeRegular, MSStickerSizeLarge };

@class MSStickerBrowserView;
@protocol MSStickerBrowserViewDataSource
- (long)numberOfStickersInStickerBrowserView:(MSStickerBrowserView *)stickerBrowserView;
- (MSSticker *)stickerBrowserView:(MSStickerBrowserView *)stickerBrowserView stickerAtIndex:(long)index;
@end

@interface MSStickerBrowserView : UIView
- (void)reloadData;
@end

@interface MSStickerBrowserViewController : UIViewController <MSStickerBrowserViewDataSource>
- (instancetype)initWithStickerSize:(MSStickerSize)stickerSize DESIGNATED;
- (nullable instancetype)initWithCoder:(NSCoder *)coder DESIGNATED;
- (instancetype)initWithNibName:(nullable NSString *)name bundle:(nullable NSBundle *)bundle __attribute__((unavailable));
@property (nonatomic, strong, readonly) MSStickerBrowserView *stickerBrowserView;
@end

@interface MSStickerView : UIView
- (instancetype)initWithFrame:(CGRect)frame sticker:(nullable MSSticker *)sticker;
@property (nonatomic, strong, nullable) MSSticker *sticker;
- (void)startAnimating;
- (void)stopAnimating;
@end

@interface MSConversation : NSObject
@end

typedef ENUM(MSMessagesAppPresentationStyle) { MSMessagesAppPresentationStyleCompact, MSMessagesAppPresentationStyleExpanded, MSMessagesAppPresentationStyleTranscript };

@interface MSMessagesAppViewController : UIViewController
@property (nonatomic, strong, readonly, nullable) MSConversation *activeConversation;
@property (nonatomic, readonly) MSMessagesAppPresentationStyle presentationStyle;
- (void)willBecomeActiveWithConversation:(MSConversation *)conversation;
- (void)didResignActiveWithConversation:(MSConversation *)conversation;
- (void)willTransitionToPresentationStyle:(MSMessagesAppPresentationStyle)presentationStyle;
@end

#pragma clang assume_nonnull end

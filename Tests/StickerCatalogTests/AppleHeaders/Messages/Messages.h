// The Objective-C declarations of Messages that StickerCatalog uses, according to Apple's documentation. This file is used
// only for type-checking. No declaration specifies an actor, because view controllers inherit the main actor from UIKit,
// and MSStickerBrowserViewDataSource, MSSticker, MSMessage and MSConversation belong to no actor.
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

@interface MSSession : NSObject
@end

@interface MSMessageLayout : NSObject
@end
@class UIImage;
@interface MSMessageTemplateLayout : MSMessageLayout
- (instancetype)init DESIGNATED;
@property (nonatomic, strong, nullable) UIImage *image;
@end

@interface MSMessage : NSObject
- (instancetype)init;
- (instancetype)initWithSession:(MSSession *)session DESIGNATED;
@property (nonatomic, strong, readonly, nullable) MSSession *session;
@property (nonatomic, readonly, getter=isPending) _Bool pending NAMED("isPending");
@property (nonatomic, copy, nullable) MSMessageLayout *layout;
@property (nonatomic) _Bool shouldExpire;
@end

@interface MSConversation : NSObject
@property (nonatomic, strong, readonly, nullable) MSMessage *selectedMessage;
@end

typedef ENUM(MSMessagesAppPresentationStyle) { MSMessagesAppPresentationStyleCompact, MSMessagesAppPresentationStyleExpanded, MSMessagesAppPresentationStyleTranscript };

@interface MSMessagesAppViewController : UIViewController
@property (nonatomic, strong, readonly, nullable) MSConversation *activeConversation;
@property (nonatomic, readonly) MSMessagesAppPresentationStyle presentationStyle;
- (void)willBecomeActiveWithConversation:(MSConversation *)conversation;
- (void)didResignActiveWithConversation:(MSConversation *)conversation;
- (void)didSelectMessage:(MSMessage *)message conversation:(MSConversation *)conversation NAMED("didSelect(_:conversation:)");
- (void)didReceiveMessage:(MSMessage *)message conversation:(MSConversation *)conversation NAMED("didReceive(_:conversation:)");
- (void)didStartSendingMessage:(MSMessage *)message conversation:(MSConversation *)conversation NAMED("didStartSending(_:conversation:)");
- (void)didCancelSendingMessage:(MSMessage *)message conversation:(MSConversation *)conversation NAMED("didCancelSending(_:conversation:)");
- (void)requestPresentationStyle:(MSMessagesAppPresentationStyle)presentationStyle;
- (void)dismiss;
- (void)willTransitionToPresentationStyle:(MSMessagesAppPresentationStyle)presentationStyle;
- (void)didTransitionToPresentationStyle:(MSMessagesAppPresentationStyle)presentationStyle;
@end

#pragma clang assume_nonnull end

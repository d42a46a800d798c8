// The Objective-C classes and protocols of UIKit that StickerCatalog uses, according to Apple's documentation. UI_ACTOR marks
// those that belong to the main actor. This file is used only for type-checking. Members whose types Swift translates
// (strings, arrays, URLs and index paths) are in UIKit.swift.txt, because the translation needs Apple's Foundation.
#pragma clang assume_nonnull begin

#define UI_ACTOR __attribute__((swift_attr("@UIActor")))
#define DESIGNATED __attribute__((objc_designated_initializer))
#define NAMED(name) __attribute__((swift_name(name)))
#define ENUM(name) enum __attribute__((enum_extensibility(open))) name : long name; enum __attribute__((enum_extensibility(open))) name : long

typedef double CGFloat;
typedef struct { CGFloat x, y; } CGPoint;
typedef struct { CGFloat width, height; } CGSize;
typedef struct { CGPoint origin; CGSize size; } CGRect;
typedef struct { CGFloat top, leading, bottom, trailing; } NSDirectionalEdgeInsets;

__attribute__((objc_root_class)) @interface NSObject
- (instancetype)init;
@end
@interface NSString : NSObject
@end
@interface NSDictionary : NSObject
@end
@interface NSCoder : NSObject
@end
NAMED("Bundle") @interface NSBundle : NSObject
@end
@protocol NSCoding
- (nullable instancetype)initWithCoder:(NSCoder *)coder;
@end

UI_ACTOR @interface UIColor : NSObject
- (instancetype)initWithRed:(CGFloat)red green:(CGFloat)green blue:(CGFloat)blue alpha:(CGFloat)alpha;
- (void)setFill;
@end
UI_ACTOR @interface UIFont : NSObject
@end
// According to Apple's documentation, UIImage conforms to Sendable.
__attribute__((swift_attr("@Sendable"))) @interface UIImage : NSObject
- (void)drawInRect:(CGRect)rect NAMED("draw(in:)");
@end

UI_ACTOR @interface UIGraphicsImageRendererFormat : NSObject
@property (nonatomic) CGFloat scale;
@property (nonatomic) _Bool opaque;
@end
UI_ACTOR @interface UIGraphicsImageRendererContext : NSObject
- (void)fillRect:(CGRect)rect NAMED("fill(_:)");
@end
UI_ACTOR @interface UIGraphicsImageRenderer : NSObject
- (instancetype)initWithSize:(CGSize)size format:(UIGraphicsImageRendererFormat *)format;
- (UIImage *)imageWithActions:(void (^__attribute__((noescape)))(UIGraphicsImageRendererContext *context))actions NAMED("image(actions:)");
@end

UI_ACTOR @interface UIResponder : NSObject
@end

UI_ACTOR @interface NSLayoutConstraint : NSObject
@end
UI_ACTOR @interface NSLayoutAnchor<AnchorType> : NSObject
- (NSLayoutConstraint *)constraintEqualToAnchor:(NSLayoutAnchor<AnchorType> *)anchor NAMED("constraint(equalTo:)");
- (NSLayoutConstraint *)constraintEqualToAnchor:(NSLayoutAnchor<AnchorType> *)anchor constant:(CGFloat)c NAMED("constraint(equalTo:constant:)");
@end
@class NSLayoutXAxisAnchor, NSLayoutYAxisAnchor;
UI_ACTOR @interface NSLayoutXAxisAnchor : NSLayoutAnchor<NSLayoutXAxisAnchor *>
@end
UI_ACTOR @interface NSLayoutYAxisAnchor : NSLayoutAnchor<NSLayoutYAxisAnchor *>
@end
@class NSLayoutDimension;
UI_ACTOR @interface NSLayoutDimension : NSLayoutAnchor<NSLayoutDimension *>
- (NSLayoutConstraint *)constraintEqualToConstant:(CGFloat)c NAMED("constraint(equalToConstant:)");
- (NSLayoutConstraint *)constraintGreaterThanOrEqualToConstant:(CGFloat)c NAMED("constraint(greaterThanOrEqualToConstant:)");
@end

UI_ACTOR @interface UILayoutGuide : NSObject
@property (nonatomic, readonly) NSLayoutXAxisAnchor *leadingAnchor, *trailingAnchor;
@property (nonatomic, readonly) NSLayoutYAxisAnchor *topAnchor, *bottomAnchor;
@property (nonatomic, readonly) NSLayoutDimension *widthAnchor, *heightAnchor;
@end

UI_ACTOR @interface UIView : UIResponder <NSCoding>
- (instancetype)initWithFrame:(CGRect)frame DESIGNATED;
- (nullable instancetype)initWithCoder:(NSCoder *)coder DESIGNATED;
@property (nonatomic) CGRect frame;
@property (nonatomic, getter=isUserInteractionEnabled) _Bool userInteractionEnabled NAMED("isUserInteractionEnabled");
@property (nonatomic, copy, nullable) UIColor *backgroundColor;
@property (nonatomic, getter=isHidden) _Bool hidden NAMED("isHidden");
@property (nonatomic, readonly) UILayoutGuide *safeAreaLayoutGuide;
@property (nonatomic, readonly) NSLayoutXAxisAnchor *leadingAnchor, *trailingAnchor;
@property (nonatomic, readonly) NSLayoutYAxisAnchor *topAnchor, *bottomAnchor;
@property (nonatomic, readonly) NSLayoutDimension *widthAnchor, *heightAnchor;
- (void)addSubview:(UIView *)view;
- (void)removeFromSuperview;
- (void)layoutIfNeeded;
@end

UI_ACTOR @interface UILabel : UIView
@property (nonatomic, strong, nullable) UIFont *font;
@end

UI_ACTOR @interface UIImageView : UIView
@property (nullable, nonatomic, strong) UIImage *image;
@end

UI_ACTOR @interface UIScrollView : UIView
@property (nonatomic, readonly) UILayoutGuide *contentLayoutGuide, *frameLayoutGuide;
@end

typedef ENUM(UILayoutConstraintAxis) { UILayoutConstraintAxisHorizontal, UILayoutConstraintAxisVertical } NAMED("NSLayoutConstraint.Axis");
typedef ENUM(UIStackViewAlignment) { UIStackViewAlignmentFill, UIStackViewAlignmentLeading, UIStackViewAlignmentCenter = 3 } NAMED("UIStackView.Alignment");
UI_ACTOR @interface UIStackView : UIView
@property (nonatomic) UILayoutConstraintAxis axis;
@property (nonatomic) UIStackViewAlignment alignment;
@property (nonatomic) CGFloat spacing;
- (void)addArrangedSubview:(UIView *)view;
@end

typedef ENUM(UIMenuElementState) { UIMenuElementStateOff, UIMenuElementStateOn } NAMED("UIMenuElement.State");
UI_ACTOR @interface UIMenuElement : NSObject
@end
UI_ACTOR @interface UIMenu : UIMenuElement
@end
UI_ACTOR @interface UIAction : UIMenuElement
@end
typedef void (^UIActionHandler)(__kindof UIAction *action);

UI_ACTOR @interface UIControl : UIView
@property (nonatomic, getter=isSelected) _Bool selected NAMED("isSelected");
@end
typedef ENUM(UIButtonType) { UIButtonTypeCustom, UIButtonTypeSystem } NAMED("UIButton.ButtonType");
UI_ACTOR @interface UIButton : UIControl
+ (instancetype)buttonWithType:(UIButtonType)buttonType;
@property (nonatomic, readonly, nullable) UILabel *titleLabel;
@property (nonatomic, copy, nullable) UIMenu *menu;
@end

UI_ACTOR @interface UIViewController : UIResponder <NSCoding>
- (instancetype)initWithNibName:(nullable NSString *)name bundle:(nullable NSBundle *)bundle DESIGNATED;
- (nullable instancetype)initWithCoder:(NSCoder *)coder DESIGNATED;
@property (null_resettable, nonatomic, strong) UIView *view;
- (void)viewDidLoad;
- (void)viewDidAppear:(_Bool)animated;
- (void)addChildViewController:(UIViewController *)child NAMED("addChild(_:)");
- (void)removeFromParentViewController NAMED("removeFromParent()");
- (void)willMoveToParentViewController:(nullable UIViewController *)parent NAMED("willMove(toParent:)");
- (void)didMoveToParentViewController:(nullable UIViewController *)parent NAMED("didMove(toParent:)");
@end

@class UIPageViewController;
UI_ACTOR @protocol UIPageViewControllerDataSource
- (nullable UIViewController *)pageViewController:(UIPageViewController *)pageViewController
               viewControllerBeforeViewController:(UIViewController *)viewController;
- (nullable UIViewController *)pageViewController:(UIPageViewController *)pageViewController
                viewControllerAfterViewController:(UIViewController *)viewController;
@end
typedef ENUM(UIPageViewControllerTransitionStyle) { UIPageViewControllerTransitionStylePageCurl, UIPageViewControllerTransitionStyleScroll } NAMED("UIPageViewController.TransitionStyle");
typedef ENUM(UIPageViewControllerNavigationOrientation) { UIPageViewControllerNavigationOrientationHorizontal, UIPageViewControllerNavigationOrientationVertical } NAMED("UIPageViewController.NavigationOrientation");
typedef ENUM(UIPageViewControllerNavigationDirection) { UIPageViewControllerNavigationDirectionForward, UIPageViewControllerNavigationDirectionReverse } NAMED("UIPageViewController.NavigationDirection");
UI_ACTOR @interface UIPageViewController : UIViewController
- (instancetype)initWithTransitionStyle:(UIPageViewControllerTransitionStyle)style
                  navigationOrientation:(UIPageViewControllerNavigationOrientation)orientation
                                options:(nullable NSDictionary *)options DESIGNATED;
- (nullable instancetype)initWithCoder:(NSCoder *)coder DESIGNATED;
@property (nullable, nonatomic, weak) id<UIPageViewControllerDataSource> dataSource;
@end

UI_ACTOR @interface UICollectionReusableView : UIView
- (void)prepareForReuse;
@end
UI_ACTOR @interface UICollectionViewCell : UICollectionReusableView
@property (nonatomic, readonly) UIView *contentView;
@end
UI_ACTOR @interface UICollectionViewLayout : NSObject
@end
UI_ACTOR @interface UICollectionView : UIScrollView
- (instancetype)initWithFrame:(CGRect)frame collectionViewLayout:(UICollectionViewLayout *)layout DESIGNATED;
- (nullable instancetype)initWithCoder:(NSCoder *)coder DESIGNATED;
@end

UI_ACTOR @protocol NSCollectionLayoutContainer
@property (nonatomic, readonly) CGSize effectiveContentSize;
@end
UI_ACTOR @protocol NSCollectionLayoutEnvironment
@property (nonatomic, readonly) id<NSCollectionLayoutContainer> container;
@end
UI_ACTOR @interface NSCollectionLayoutDimension : NSObject
+ (instancetype)fractionalWidthDimension:(CGFloat)fraction NAMED("fractionalWidth(_:)");
+ (instancetype)fractionalHeightDimension:(CGFloat)fraction NAMED("fractionalHeight(_:)");
@end
UI_ACTOR @interface NSCollectionLayoutSize : NSObject
+ (instancetype)sizeWithWidthDimension:(NSCollectionLayoutDimension *)width heightDimension:(NSCollectionLayoutDimension *)height;
@end
UI_ACTOR @interface NSCollectionLayoutItem : NSObject
+ (instancetype)itemWithLayoutSize:(NSCollectionLayoutSize *)layoutSize;
@property (nonatomic) NSDirectionalEdgeInsets contentInsets;
@end
UI_ACTOR @interface NSCollectionLayoutGroup : NSCollectionLayoutItem
@end
UI_ACTOR @interface NSCollectionLayoutSection : NSObject
+ (instancetype)sectionWithGroup:(NSCollectionLayoutGroup *)group;
@end
typedef NSCollectionLayoutSection *_Nullable (^UICollectionViewCompositionalLayoutSectionProvider)(long section, id<NSCollectionLayoutEnvironment> environment);
UI_ACTOR @interface UICollectionViewCompositionalLayout : UICollectionViewLayout
- (instancetype)initWithSectionProvider:(UICollectionViewCompositionalLayoutSectionProvider)sectionProvider DESIGNATED;
@end

#pragma clang assume_nonnull end

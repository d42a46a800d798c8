import JobModel
import SheetModel
import StickerManifest

/// The positions of a message's texts, in points from the upper left corner of the uncropped picture. Apple does not
/// publish these sizes, so they are measured in screenshots. The width of a text is computed with the font metrics of
/// sheets, which are an upper bound for most languages.
struct BubbleLayout {
    /// A caption and the subcaption below it.
    struct Column {
        let caption: [String]
        let subcaption: [String]
        /// The number of lines that the whole caption needs. `caption` has at most the first three of them.
        let lineCount: Int
        /// The width of the column, in points.
        let width: Double
    }

    struct Area {
        let x: Double
        let y: Double
        let width: Double
        let height: Double
    }

    /// The width that Messages cuts off on the left and on the right, in points.
    static let crop = 6.0
    /// The distance between the visible edge and the texts over the picture, in points.
    static let titleInset = 12.0
    /// The distance between the visible edge and the captions, in points.
    static let captionInset = 8.0
    static let captionStyle = TextStyle(size: 17, leading: 22, weight: .regular, ink: .text)
    static let subcaptionStyle = TextStyle(size: 12, leading: 16, weight: .regular, ink: .quiet)
    static let titleStyle = TextStyle(size: 16, leading: 21, weight: .semibold, ink: .paper)
    static let subtitleStyle = TextStyle(size: 12, leading: 16, weight: .regular, ink: .paper)

    private static let side = Double(MessageRecipe.points)
    /// The width of the captions, 272 of the 288 visible points.
    static let captionWidth = side - 2 * (crop + captionInset)
    private static let columnGap = 12.0
    /// The maximum width of the trailing captions if there are leading ones, in points.
    private static let mostTrailing = 130.0
    /// The maximum number of lines of a caption that Messages shows.
    static let mostLines = 3
    /// The maximum number of lines that are counted.
    private static let mostCounted = 40

    let leading: Column?
    let trailing: Column?
    /// The title on one line. Nil if the message has none.
    let title: String?
    let subtitle: String?

    /// A name in place of a participant's name, for previews and measurements.
    private static let someone = "Alexandra"

    init(_ written: MessageText) {
        let text = written.naming(sender: Self.someone, recipient: Self.someone)
        let hasLeading = text.caption ?? text.subcaption != nil
        let hasTrailing = text.trailingCaption ?? text.trailingSubcaption != nil
        let wanted = max(
            Self.width(of: text.trailingCaption, Self.captionStyle),
            Self.width(of: text.trailingSubcaption, Self.subcaptionStyle))
        let room = hasLeading ? min(Self.mostTrailing, wanted.rounded(.up)) : Self.captionWidth
        trailing = hasTrailing ? Self.column(text.trailingCaption, text.trailingSubcaption, width: room) : nil
        let rest = hasTrailing ? Self.captionWidth - room - Self.columnGap : Self.captionWidth
        leading = hasLeading ? Self.column(text.caption, text.subcaption, width: rest) : nil
        let titleWidth = Self.side - 2 * (Self.crop + Self.titleInset)
        title = text.imageTitle.map { LineBreaker.clipped($0, in: Self.titleStyle, width: titleWidth) }
        subtitle = text.imageSubtitle.map { LineBreaker.clipped($0, in: Self.subtitleStyle, width: titleWidth) }
    }

    /// The height of the captions below the picture, in points.
    var captionHeight: Double {
        let heights = [leading, trailing].compactMap(\.self).map { column in
            Double(column.caption.count) * Self.captionStyle.leading
                + Double(column.subcaption.count) * Self.subcaptionStyle.leading
        }
        return heights.max().map { $0 + 2 * Self.captionInset } ?? 0
    }

    /// The area of the texts on the picture. Nil if there are none.
    var titleArea: Area? {
        guard title ?? subtitle != nil else { return nil }
        let width = max(Self.width(of: title, Self.titleStyle), Self.width(of: subtitle, Self.subtitleStyle))
        let height =
            (title == nil ? 0 : Self.titleStyle.leading) + (subtitle == nil ? 0 : Self.subtitleStyle.leading)
        let left = Self.crop + Self.titleInset
        let isFromRight = (title ?? subtitle).map(Self.isRightToLeft) ?? false
        return Area(
            x: isFromRight ? Self.side - left - width : left, y: Self.side - Self.titleInset - height, width: width,
            height: height)
    }

    /// Whether a text is written from right to left, according to its first letter.
    static func isRightToLeft(_ text: String) -> Bool {
        for scalar in text.unicodeScalars where scalar.properties.isAlphabetic {
            return (0x590..<0x900).contains(scalar.value) || (0xFB1D..<0xFE00).contains(scalar.value)
                || (0xFE70..<0xFF00).contains(scalar.value)
        }
        return false
    }

    private static func column(_ caption: String?, _ subcaption: String?, width: Double) -> Column {
        let all = caption.map { LineBreaker.lines(of: $0, in: captionStyle, width: width, limit: mostCounted) } ?? []
        let shown = caption.map { LineBreaker.lines(of: $0, in: captionStyle, width: width, limit: mostLines) } ?? []
        let below = subcaption.map { LineBreaker.lines(of: $0, in: subcaptionStyle, width: width, limit: mostLines) }
        return Column(caption: shown, subcaption: below ?? [], lineCount: all.count, width: width)
    }

    private static func width(of text: String?, _ style: TextStyle) -> Double {
        text.map { TextRuler.width(of: $0, in: style) } ?? 0
    }
}

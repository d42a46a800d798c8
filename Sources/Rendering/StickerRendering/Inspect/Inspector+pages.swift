import ImageHeaders
import JobModel
import Vips

/// Files with several pages or pictures, of which a sticker shows one.
extension Inspector {
    /// The number of pages or pictures in a file that are not the frames of an animation.
    static func pages(of header: Image, _ bytes: [UInt8], _ format: SourceFormat) -> Int {
        switch format {
        case .tiff: TIFFPages.count(bytes)
        case .heic, .avif: header.pageCount
        default: 1
        }
    }

    /// The finding about a file with several pages, of which only one becomes a sticker. Empty for one page.
    static func pagesLeftOut(_ count: Int, format: SourceFormat, name: String) -> [RuleFinding] {
        guard count > 1 else { return [] }
        let arePictures = format == .heic || format == .avif
        let (noun, chosen) = arePictures ? ("pictures", "main picture") : ("pages", "first page")
        let others = count == 2 ? "1 was left out" : "\(NumberFormat.number(count - 1)) were left out"
        return [
            Rule.pagesLeftOut.finding(
                "\(name) has \(NumberFormat.number(count)) \(noun). The sticker shows the \(chosen); \(others).",
                fix: format == .pdf
                    ? "To get a sticker of each page or artboard, export each as a separate SVG or PNG."
                    : "To get a sticker of each, save each as a separate PNG.")
        ]
    }
}

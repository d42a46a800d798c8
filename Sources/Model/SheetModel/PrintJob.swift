import JobModel
import Texts

/// A request for a sheet outside of the output folder.
///
/// One renderer writes a whole PDF: it begins the document, adds page after page, and ends the document. Each answer
/// contains the bytes that were added to the file.
package struct PrintJob: Codable, Sendable {
    package enum Step: Codable, Sendable {
        /// Requests a language for which the renderer has fonts: this one, or else English. The answer is the chosen
        /// language's tag.
        case chooseLanguage(Language)
        case beginDocument(PrintDocument)
        case addPage(PrintPage)
        case endDocument
        /// A page as a PNG.
        case page(PrintPage)
        /// Pictures, each as a separate file.
        case pictures([PrintPicture])
    }

    package let step: Step

    package init(_ step: Step) {
        self.step = step
    }

    /// The kinds of the files in the answer, in order.
    package var kinds: [FileKind] {
        switch step {
        case .chooseLanguage, .beginDocument, .addPage, .endDocument: [.document]
        case .page: [.png]
        case .pictures(let pictures): pictures.map(\.encoding.kind)
        }
    }

    /// The published files that the job may need, each once.
    package var inputs: [JobInput] {
        let sources: [PictureSource] =
            switch step {
            case .chooseLanguage, .beginDocument, .endDocument: []
            case .addPage(let page), .page(let page): page.pictures.map(\.source)
            case .pictures(let pictures): pictures.map(\.source)
            }
        var paths: [String] = []
        for path in sources.map(\.path) where !paths.contains(path) { paths.append(path) }
        return paths.map { .published(path: $0) }
    }
}

/// The start of a PDF.
package struct PrintDocument: Codable, Sendable {
    /// The width of every page in points.
    package let width: Double
    /// The height of every page in points.
    package let height: Double
    package let title: String
    /// The creation time that the file contains, as ISO 8601.
    package let created: String

    package init(width: Double, height: Double, title: String, created: String) {
        self.width = width
        self.height = height
        self.title = title
        self.created = created
    }
}

/// A picture in a web page of a sheet, as a separate file.
package struct PrintPicture: Codable, Sendable {
    package enum Encoding: Codable, Sendable {
        case png
        /// JPEG with a quality of 86.
        case jpeg

        package var kind: FileKind {
            switch self {
            case .png: .png
            case .jpeg: .jpeg
            }
        }
    }

    package let source: PictureSource
    /// The side of the picture in pixels.
    package let side: Int
    package let encoding: Encoding

    package init(source: PictureSource, side: Int, encoding: Encoding) {
        self.source = source
        self.side = side
        self.encoding = encoding
    }
}

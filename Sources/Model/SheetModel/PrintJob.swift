/// What a renderer is asked for a sheet that leaves the output folder.
///
/// A PDF is one document in one renderer: it is begun, drawn page by page and ended, and each answer holds the bytes that
/// were added to the file.
package struct PrintJob: Codable, Sendable {
    package enum Step: Codable, Sendable {
        case beginDocument(PrintDocument)
        case addPage(PrintPage)
        case endDocument
        /// A page as a PNG.
        case page(PrintPage)
        /// Pictures, each as a file of its own.
        case pictures([PrintPicture])
    }

    /// Absolute path of the output folder that the published files lie in.
    package let out: String
    package let step: Step

    package init(out: String, step: Step) {
        self.out = out
        self.step = step
    }

    /// Whether these can be the files that were asked for.
    package func isAnswered(by files: [some Collection<UInt8>]) -> Bool {
        switch step {
        case .beginDocument, .addPage, .endDocument: files.count == 1
        case .page: files.count == 1 && files[0].starts(with: PrintPicture.Encoding.png.signature)
        case .pictures(let pictures):
            files.count == pictures.count
                && zip(files, pictures).allSatisfy { $0.starts(with: $1.encoding.signature) }
        }
    }
}

/// How a PDF begins.
package struct PrintDocument: Codable, Sendable {
    /// Points of every page.
    package let width: Double
    /// Points of every page.
    package let height: Double
    package let title: String
    /// The time in the file, as ISO 8601.
    package let created: String

    package init(width: Double, height: Double, title: String, created: String) {
        self.width = width
        self.height = height
        self.title = title
        self.created = created
    }
}

/// A picture that is shown by itself, in a page for browsers.
package struct PrintPicture: Codable, Sendable {
    package enum Encoding: Codable, Sendable {
        case png
        /// Of quality 86.
        case jpeg

        /// What a file of this kind begins with.
        var signature: [UInt8] {
            switch self {
            case .png: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
            case .jpeg: [0xFF, 0xD8, 0xFF]
            }
        }
    }

    package let source: PictureSource
    /// Pixels of both sides.
    package let side: Int
    package let encoding: Encoding

    package init(source: PictureSource, side: Int, encoding: Encoding) {
        self.source = source
        self.side = side
        self.encoding = encoding
    }
}

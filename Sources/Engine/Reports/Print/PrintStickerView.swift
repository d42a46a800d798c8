import JobModel
import SheetModel
import StickerManifest
import Texts

/// The content of a sticker in an HTML sheet. Every picture is embedded as a `data:` URL.
package struct PrintStickerView {
    package struct Cell {
        /// The `data:` URL of the picture. Empty without a preview.
        package let image: String
        package let background: String
        package let side: Int
        package let isThere: Bool

        package init(image: String, background: String, side: Int) {
            self.image = image
            self.background = background
            self.side = side
            isThere = !image.isEmpty
        }
    }

    package struct Scale {
        package let name: String
        package let pixels: String
        package let width: Int
        package let height: Int
        package let bytes: String
        package let share: String
        package let bar: Int
        package let isNearLimit: Bool
        package let form: String
        package let fidelity: String
        package let image: String
        package let isMoving: Bool
        /// The still picture, which is shown to people who prefer reduced motion.
        package let still: String
        package let hasStill: Bool

        package init(
            _ rendition: Rendition, byteLimit: Int, image: String, still: String, isMoving: Bool, _ texts: Texts
        ) {
            let percent = Double(rendition.bytes) / Double(max(byteLimit, 1)) * 100
            name = "@\(rendition.scale)x"
            pixels = "\(rendition.width) × \(rendition.height) px"
            (width, height) = (rendition.width, rendition.height)
            bytes = texts.size(rendition.bytes)
            share = texts.decimal(percent, places: 1)
            bar = min(max(Int(clamping: percent.rounded()), 1), 100)
            isNearLimit = percent > 90
            form = rendition.form(texts)
            fidelity = texts.fidelity(rendition.fidelity)
            self.image = image
            self.isMoving = isMoving
            self.still = still
            hasStill = !still.isEmpty
        }
    }

    package struct Edge {
        package let image: String
        package let name: String
    }

    package struct Word {
        package let text: String
        package let kind: String
    }

    package let words: StickerView
    package let label: String
    package let source: String
    package let bytes: String
    /// The state of the sticker, and the rules with findings.
    package let badges: [Word]
    package let hasBadges: Bool
    package let approval: [Word]
    package let review: String
    package let hasReview: Bool
    package let comment: String
    package let hasComment: Bool
    /// The short number of the sticker, such as `C-07`.
    package let number: String
    package let hasFindings: Bool
    package let findings: [FindingView]

    // The times of the frames, for the template of the filmstrip.
    package let moments: [String]
    package let cellsWidth: Int
    package private(set) var hasStrip = false
    package private(set) var stripHref = ""
    package private(set) var stripWidth = 0
    package private(set) var stripHeight = 0

    package var cells: [Cell] = []
    package var scales: [Scale] = []
    package private(set) var edges: [Edge] = []
    package private(set) var hasEdge = false
    package private(set) var edgePlace = ""
    package private(set) var edgeNote = ""

    private let frames: Int

    package init(_ sticker: Sticker, in section: SheetDocument.Section, document: SheetDocument) {
        let texts = document.texts
        words = StickerView(
            sticker, backgrounds: [], side: HTMLSheet.contactSide, byteLimit: document.byteLimit, texts)
        label = sticker.shownName
        source = sticker.source.path
        bytes = texts.size(sticker.delivery?.bytes ?? 0)
        approval = section.approval(of: sticker).map { [PrintStickerView.word(for: $0, texts)] } ?? []
        badges =
            approval
            + words.findings.map { Word(text: $0.rule, kind: $0.isError ? "error" : "warning") }
        hasBadges = !badges.isEmpty
        let decision = SheetDecision(about: sticker, in: section.pack, of: document)
        review = decision?.line ?? ""
        hasReview = decision != nil
        comment = decision?.comment ?? ""
        hasComment = !comment.isEmpty
        number = section.number(of: sticker)
        findings = words.findings
        hasFindings = words.hasFindings
        moments = words.moments
        cellsWidth = max(3, document.backgrounds.count) * (HTMLSheet.contactSide + 6)
        frames = sticker.filmstrip?.times.count ?? 0
    }

    /// Adds the picture of the filmstrip, at the size of the cells.
    package mutating func add(strip: String?) {
        guard let strip, frames > 0 else { return }
        hasStrip = true
        stripHref = strip
        stripWidth = frames * 72
        stripHeight = 72
    }

    /// Adds the pictures of the magnified edge of a file: on a light and on a dark background, and its position.
    package mutating func add(edges pictures: [String], of rendition: Rendition, _ texts: Texts) {
        edges = zip(pictures, ["light", "dark"]).map { Edge(image: $0, name: texts("sheet.edge.\($1)")) }
        hasEdge = !edges.isEmpty
        edgePlace = pictures.last ?? ""
        edgeNote = texts("sheet.edge.note", ["side": PictureSource.edgeSide, "scale": rendition.scale])
    }

    private static func word(for approval: SheetDocument.Approval, _ texts: Texts) -> Word {
        let kind =
            switch approval {
            case .approved: "approval"
            case .sentBack: "sent-back"
            case .waiting: "waiting"
            }
        return Word(text: texts("decision.\(approval.rawValue)"), kind: kind)
    }
}

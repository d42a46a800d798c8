import JobModel
import SheetModel
import StickerManifest
import Texts

/// The content of a sticker in an HTML sheet. Every picture is embedded as a `data:` URL.
struct PrintStickerView {
    struct Cell {
        /// The `data:` URL of the picture. Empty if there is no preview.
        let image: String
        let background: String
        let side: Int
        let isThere: Bool

        init(image: String, background: String, side: Int) {
            self.image = image
            self.background = background
            self.side = side
            isThere = !image.isEmpty
        }
    }

    struct Scale {
        let name: String
        let pixels: String
        let width: Int
        let height: Int
        let bytes: String
        let share: String
        let bar: Int
        let isNearLimit: Bool
        let form: String
        let fidelity: String
        let image: String
        let isMoving: Bool
        /// The still picture, which is shown to people who prefer reduced motion.
        let still: String
        let hasStill: Bool

        init(
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

    struct Edge {
        let image: String
        let name: String
    }

    struct Word {
        let text: String
        let kind: String
    }

    let words: StickerView
    let label: String
    let source: String
    let bytes: String
    /// The state of the sticker, and the rules with findings.
    let badges: [Word]
    let hasBadges: Bool
    let approval: [Word]
    let review: String
    let hasReview: Bool
    let comment: String
    let hasComment: Bool
    /// The short number of the sticker, such as `C-07`.
    let number: String
    let hasFindings: Bool
    let findings: [FindingView]

    // The times of the frames, for the template of the filmstrip.
    let moments: [String]
    let cellsWidth: Int
    private(set) var hasStrip = false
    private(set) var stripHref = ""
    private(set) var stripWidth = 0
    private(set) var stripHeight = 0

    var cells: [Cell] = []
    var scales: [Scale] = []
    var edges: [Edge] = [] { didSet { hasEdge = !edges.isEmpty } }
    private(set) var hasEdge = false
    var edgePlace = ""
    var edgeNote = ""

    private let frames: Int

    init(_ sticker: Sticker, in section: SheetDocument.Section, document: SheetDocument) {
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
    mutating func add(strip: String?) {
        guard let strip, frames > 0 else { return }
        hasStrip = true
        stripHref = strip
        stripWidth = frames * 72
        stripHeight = 72
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

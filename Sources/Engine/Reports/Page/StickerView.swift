import JobModel
import SheetModel
import StickerManifest
import Texts

/// The content of a sticker's row in the page of a sheet.
package struct StickerView {
    package struct File {
        package let scale: Int
        package let pixels: String
        package let bytes: String
    }
    package struct Cell {
        package let background: String
        package let href: String
        /// The displayed size in points, which equal CSS pixels.
        package let side: Int
        /// The width of the column in CSS pixels.
        let column: Int
        let label: String
        /// The background of a still frame, as a CSS colour.
        package let fill: String
        /// The filmstrip, for people who prefer reduced motion.
        let still: String
    }

    let anchor: String
    package let label: String
    let id: String
    let size: String
    package let files: [File]
    let form: String
    let fidelity: String
    let fit: String
    /// The size of the @3x file, as a percentage of the limit.
    package let share: String
    package let moves: Bool
    /// The duration and the pace of an animation, such as `24 frames in 1.6 s` and `15 fps, forever`.
    let length: String
    let pace: String
    let hasStrip: Bool
    let stripHref: String
    let stripWidth: Int
    let stripHeight: Int
    /// The total width of the cells in CSS pixels.
    let cellsWidth: Int
    /// The times of the frames in the filmstrip.
    package let moments: [String]
    package let bar: Int
    package let isNearLimit: Bool
    let limit: String
    package let cells: [Cell]
    /// The state of the decision as a CSS class, and the decision as text, such as `Sent back by Ada`. Both are empty
    /// without a decision.
    let decisionKind: String
    package let decision: String
    let hasDecision: Bool
    let comment: String
    let hasComment: Bool
    let hasFindings: Bool
    let findings: [FindingView]
    /// Whether an @3x file exists that can be shown in its actual pixels.
    package let hasFull: Bool
    let fullHref: String
    let fullWidth: Int
    let fullHeight: Int

    package init(
        _ sticker: Sticker, backgrounds: [Background], side: Int, byteLimit: Int, _ texts: Texts = .english
    ) {
        let full = sticker.renditions.first { $0.scale == 3 }
        let percent = Double(full?.bytes ?? 0) / Double(max(byteLimit, 1)) * 100
        let isMessage = sticker.itemKind == .message
        let points = isMessage ? StickerView.bubbleSide : sticker.size.points
        let name = sticker.label.isEmpty ? sticker.id : sticker.label
        anchor = RelativeLink.anchor(sticker.id)
        label = name
        id = sticker.id
        size = texts.size(sticker.size, of: sticker.itemKind)
        files = sticker.renditions.map {
            File(scale: $0.scale, pixels: "\($0.width) × \($0.height)", bytes: texts.size($0.bytes))
        }
        form = full?.form(texts) ?? ""
        let motion = sticker.animation.map { AnimationText($0, texts) }
        moves = motion != nil
        length = motion?.length ?? ""
        pace = motion?.pace ?? ""
        let strip = sticker.filmstrip
        let still = strip.map { "../" + RelativeLink.encoded($0.path) } ?? ""
        hasStrip = strip != nil
        stripHref = still
        stripWidth = (strip?.width ?? 0) / 2
        stripHeight = (strip?.height ?? 0) / 2
        cellsWidth = max(1, backgrounds.count) * (side + 8) - 8
        moments = strip?.times.map { AnimationText.moment($0, texts) } ?? []
        fidelity = texts.fidelity(full?.fidelity ?? 0)
        fit = sticker.fit.summary
        share = texts.decimal(percent, places: 1)
        bar = min(max(Int(clamping: percent.rounded()), 1), 100)
        isNearLimit = percent > 90
        limit = texts.number(byteLimit)
        cells = backgrounds.compactMap { background in
            sticker.previews.first { $0.background == background.name }.map {
                Cell(
                    background: background.name, href: "../" + RelativeLink.encoded($0.path), side: points,
                    column: side, label: name, fill: background.fill.colour ?? "var(--track)", still: still)
            }
        }
        let review = sticker.review
        decisionKind = review?.outcome == .sentBack ? "sent-back" : "approval"
        decision =
            review.map {
                texts(
                    "decision.\($0.outcome == .sentBack ? "sentBack" : "approved")\($0.reviewer.isEmpty ? "" : ".by")",
                    ["name": $0.reviewer])
            } ?? ""
        hasDecision = review != nil
        comment = review?.comment ?? ""
        hasComment = !comment.isEmpty
        hasFindings = !sticker.findings.isEmpty
        findings = sticker.findings.map { FindingView($0, texts) }
        hasFull = full != nil
        fullHref = "../" + RelativeLink.encoded(full?.path ?? "")
        fullWidth = full?.width ?? 0
        fullHeight = full?.height ?? 0
    }

    /// The side in CSS pixels of the preview of a message's bubble, including the margin around it.
    static let bubbleSide = 320
}

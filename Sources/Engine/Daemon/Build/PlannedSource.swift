import Intake
import JobModel
import StickerCatalog

/// A piece of art and what is going to be done with it.
struct PlannedSource: Sendable {
    enum Step: Sendable {
        /// It was rendered before, and its files are there.
        case reuse(StickerResult)
        /// It has to be rendered.
        case render(Recipe)
        /// Another file takes its place: that file's path.
        case superseded(by: String)
        /// It has the same bytes as another file of its pack.
        case duplicate(of: String)
        /// It cannot be read now: why.
        case wait(String)
    }

    var art: DroppedArt
    /// Nil only when it could not be read.
    var sha256: String?
    var fingerprint: String
    var size: StickerSize
    var step: Step
    /// Other files of the pack with the same bytes, relative to the drop folder.
    var copies: [String] = []
}

extension PlannedSource {
    var needsRendering: Bool {
        if case .render = step { true } else { false }
    }

    var isSuperseded: Bool {
        if case .superseded = step { true } else { false }
    }

    var isDuplicate: Bool {
        if case .duplicate = step { true } else { false }
    }

    var isWaiting: Bool {
        if case .wait = step { true } else { false }
    }
}

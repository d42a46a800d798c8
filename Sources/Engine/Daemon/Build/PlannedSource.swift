import Intake
import JobModel
import Publishing
import StickerCatalog

/// A piece of art and what is going to be done with it.
struct PlannedSource: Sendable {
    enum Step: Sendable {
        /// It was rendered before, and its files are there unless it is held back.
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

    var art: ScannedSource
    /// Nil only when it could not be read.
    var sha256: String?
    var fingerprint: String
    var size: StickerSize
    var step: Step
    /// Whether it is rejected whatever its rendering is like: because of its pack.json, its sidecar or the level of a rule.
    /// Nothing refers to its files, so they are removed; it is rendered again once it is no longer held back.
    var isHeldBack = false
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

    /// The files that must be there before it is published; none where it has to be rendered first or is held back.
    var filesToPublish: [RenderedSticker.File] {
        if case .reuse(let result) = step, !isHeldBack { result.files } else { [] }
    }

    /// The source on its way into the catalog.
    ///
    /// - Parameter result: what rendering it gave.
    func entry(with result: StickerResult) -> StickerEntry {
        StickerEntry(
            art: art, sha256: sha256 ?? "", fingerprint: fingerprint, size: size, result: result, copies: copies)
    }
}

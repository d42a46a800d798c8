import Intake
import JobModel
import Publishing
import StickerManifest

/// All inputs that determine the bytes of a sticker, and the fingerprint of the result.
package struct RenderInput: Sendable, Hashable {
    /// The SHA-256 of the source's bytes, in lower-case hexadecimal.
    package var sha256: String
    package var recipe: Recipe {
        get { sharedRecipe.value }
        set { sharedRecipe.value = newValue }
    }
    package var fingerprint: String
    /// The recipe, in storage that sources with the same recipe share.
    private var sharedRecipe: SharedValue<Recipe>

    package init(sha256: String, recipe: Recipe, fingerprint: String) {
        self.init(sha256: sha256, recipe: SharedValue(recipe), fingerprint: fingerprint)
    }

    init(sha256: String, recipe: SharedValue<Recipe>, fingerprint: String) {
        self.sha256 = sha256
        self.fingerprint = fingerprint
        sharedRecipe = recipe
    }
}

/// A source that must be rendered.
package struct RenderTask: Sendable, FileOfDropFolder {
    package var art: ScannedSource
    package var input: RenderInput

    package var path: String { art.path }
    package var fingerprint: String { input.fingerprint }
}

/// A source and its planned step. Copies of this value share storage until one of them is changed.
package struct PlannedSource: Sendable, FileOfDropFolder {
    private var fields: SharedValue<Fields>

    package enum Step: Sendable {
        /// An earlier result is reused. The files of the result exist unless the source is held back.
        indirect case reuse(StickerResult)
        /// The source must be rendered.
        case render
        /// Another version of the sticker is used. Contains the path of that version.
        case superseded(by: String)
        /// Another file of the pack with the same bytes is used. Contains the path of that file.
        case duplicate(of: String)
        /// The source is deferred.
        case wait(Deferral)
    }

    /// The source file, with its timestamp at the time of hashing.
    package var art: ScannedSource {
        get { fields.value.art }
        set { fields.value.art = newValue }
    }
    package var size: StickerSize {
        get { fields.value.size }
        set { fields.value.size = newValue }
    }
    /// The rendering inputs. Nil for a deferred source.
    package var input: RenderInput? {
        get { fields.value.input }
        set { fields.value.input = newValue }
    }
    package var step: Step {
        get { fields.value.step }
        set { fields.value.step = newValue }
    }
    /// Whether the source is rejected in the current state of its pack and the files of its result are missing.
    ///
    /// The cause of the rejection may be pack.json, the sidecar, the level of a rule, or another source with the same
    /// picture. The manifest does not reference the missing files. The source is rendered again after the cause is
    /// removed.
    package var isHeldBack: Bool {
        get { fields.value.isHeldBack }
        set { fields.value.isHeldBack = newValue }
    }
    /// Other files of the pack with the same bytes, relative to the drop folder.
    package var copies: [String] {
        get { fields.value.copies }
        set { fields.value.copies = newValue }
    }

    /// Creates a source that was read. The planned step is rendering if the source is the best version of its sticker.
    package init(art: ScannedSource, size: StickerSize, input: RenderInput) {
        let step: Step =
            switch art.choice {
            case .chosen: .render
            case .superseded(let path): .superseded(by: path)
            }
        fields = SharedValue(Fields(art: art, size: size, input: input, step: step))
    }

    /// Creates a deferred source.
    package init(art: ScannedSource, size: StickerSize, deferral: Deferral) {
        fields = SharedValue(Fields(art: art, size: size, step: .wait(deferral)))
    }

    private struct Fields: Sendable {
        var art: ScannedSource
        var size: StickerSize
        var input: RenderInput?
        var step: Step
        var isHeldBack = false
        var copies: [String] = []
    }
}

extension PlannedSource {
    package var path: String { art.path }

    package var sha256: String? { input?.sha256 }

    /// The fingerprint of the sticker's result. Nil if the source is not used.
    package var fingerprint: String? {
        switch step {
        case .reuse, .render: input?.fingerprint
        case .superseded, .duplicate, .wait: nil
        }
    }

    /// The task for a worker. Nil if the source must not be rendered.
    package var task: RenderTask? {
        guard case .render = step, let input else { return nil }
        return RenderTask(art: art, input: input)
    }

    package var needsRendering: Bool {
        if case .render = step { true } else { false }
    }

    package var isSuperseded: Bool {
        if case .superseded = step { true } else { false }
    }

    package var isDuplicate: Bool {
        if case .duplicate = step { true } else { false }
    }

    package var deferral: Deferral? {
        if case .wait(let deferral) = step { deferral } else { nil }
    }

    /// The files that must exist before publication. Empty if the source must be rendered first or is held back.
    var filesToPublish: [RenderedSticker.File] {
        if case .reuse(let result) = step, !isHeldBack { result.files } else { [] }
    }

    /// Creates the entry of the source in the manifest.
    ///
    /// - Parameter result: the result of rendering the source.
    /// - Returns: nil if the source was not read.
    func entry(with result: StickerResult) -> StickerEntry? {
        input.map { input in
            StickerEntry(
                art: art, sha256: input.sha256, fingerprint: input.fingerprint, size: size, result: result,
                copies: copies)
        }
    }
}

extension [PlannedSource] {
    /// The paths of all duplicates and of the sources that have duplicates, and of all superseded versions.
    var rivals: Set<String> {
        Set(filter { $0.isDuplicate || $0.isSuperseded || !$0.copies.isEmpty }.map(\.path))
    }
}

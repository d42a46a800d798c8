import StickerManifest

/// What became of a job. The same job gives the same result.
package struct StickerResult: Codable, Hashable, Sendable {
    /// What the source is; nil when its header could not be read.
    package var art: ArtFacts?
    /// Everything the rules noticed, in the order of the checks.
    package var findings: [RuleFinding]
    /// The finished files; nil when a finding of an unadjustable rule says why there are none.
    package var output: RenderedSticker?

    private enum CodingKeys: String, CodingKey {
        case art, findings, output
    }

    package init(art: ArtFacts?, findings: [RuleFinding], output: RenderedSticker?) {
        self.art = art
        self.findings = findings
        self.output = output
    }
}

/// What a source is, by its header.
package struct ArtFacts: Codable, Hashable, Sendable {
    /// `png`, `apng`, `jpeg`, `gif`, `webp`, `svg`, `tiff`, `heic`, `avif`, `psd`, `pdf`.
    package var format: String
    /// Pixels after orientation; for vector art, its own units.
    package var width: Int
    package var height: Int
    /// More than one when it moves.
    package var frames: Int

    private enum CodingKeys: String, CodingKey {
        case format, width, height, frames
    }

    package init(format: String, width: Int, height: Int, frames: Int) {
        self.format = format
        self.width = width
        self.height = height
        self.frames = frames
    }
}

import JobModel
import StickerManifest

extension StickerResult {
    /// Restores the result from a published sticker. After the loss of the state database, nothing needs to be
    /// rendered again.
    package init(of sticker: Sticker) {
        self.init(
            art: ArtFacts(
                format: sticker.source.format, width: sticker.source.width, height: sticker.source.height,
                frames: sticker.animation?.frames ?? 1),
            findings: sticker.findings.filter { !Rule.madeByAssembly.contains($0.rule) }.map {
                RuleFinding(
                    rule: $0.rule, message: $0.message, fix: $0.fix, measured: $0.measured, limit: $0.limit,
                    unit: $0.unit
                ).abstractingPath(sticker.source.path)
            },
            output: RenderedSticker(
                scales: sticker.renditions.map(RenderedSticker.Scale.init(of:)),
                previews: sticker.previews.map {
                    RenderedSticker.OnBackground(
                        background: $0.background,
                        file: RenderedSticker.File(sha256: $0.sha256, bytes: $0.bytes, path: $0.path))
                },
                fit: sticker.fit, pixels: sticker.pixels, animation: sticker.animation,
                filmstrip: sticker.filmstrip.map {
                    RenderedSticker.Filmstrip(
                        file: RenderedSticker.File(sha256: $0.sha256, bytes: $0.bytes, path: $0.path),
                        width: $0.width, height: $0.height, times: $0.times)
                }, film: sticker.film.map(RenderedSticker.Scale.init(of:))))
    }

    /// All files of this result.
    package var files: [RenderedSticker.File] {
        guard let output else { return [] }
        return output.scales.map(\.file) + output.previews.map(\.file)
            + [output.filmstrip?.file, output.film?.file].compactMap(\.self)
    }
}

extension RenderedSticker {
    /// The files of all scales, and the film of an animated message.
    package var scalesAndFilm: [Scale] { scales + [film].compactMap(\.self) }
}

extension Sticker {
    /// The files of all scales, and the film of an animated message.
    package var renditionsAndFilm: [Rendition] { renditions + [film].compactMap(\.self) }
}

extension RenderedSticker.Scale {
    /// - Parameter rendition: a published file.
    fileprivate init(of rendition: Rendition) {
        self.init(
            scale: rendition.scale, width: rendition.width, height: rendition.height,
            file: RenderedSticker.File(sha256: rendition.sha256, bytes: rendition.bytes, path: rendition.path),
            format: StickerFormat(rawValue: rendition.format) ?? StickerFormat(path: rendition.path) ?? .png,
            colours: rendition.colours, fidelity: rendition.fidelity)
    }
}

extension RenderedSticker.File {
    fileprivate init(sha256: String, bytes: Int, path: String) {
        let ending = path.split(separator: ".").last.map(String.init) ?? "png"
        self.init(sha256: sha256, bytes: bytes, fileExtension: ending)
    }
}

extension Rule {
    /// The ids of rules whose findings depend on the folder or on other stickers, and not only on the art itself.
    static let madeByAssembly: Set<String> = [
        Rule.samePicture.id, Rule.labelLength.id, Rule.nameCollision.id, Rule.conflictCopy.id, Rule.badSidecar.id,
        Rule.badPackFile.id,
        Rule.wrongExtension.id, Rule.duplicateFile.id, Rule.versionRejected.id, Rule.looseFrames.id,
    ]
}

import StickerManifest

/// The conversion of one source to the files of a sticker. A job is a value: only this value and the bytes of its input
/// files affect the result.
package struct StickerJob: Codable, Hashable, Sendable {
    /// The names of the files in a folder of frames, in display order. Empty if the source is a file.
    package var frameNames: [String]
    /// The source's path relative to the drop folder, for messages.
    package var name: String
    package var recipe: Recipe

    package init(frameNames: [String] = [], name: String, recipe: Recipe) {
        self.frameNames = frameNames
        self.name = name
        self.recipe = recipe
    }

    /// The files that the job may need, beginning with the source.
    package var inputs: [JobInput] {
        let source: [JobInput] = frameNames.isEmpty ? [.source] : frameNames.indices.map { .frame($0) }
        return source + recipe.backgrounds.inputs
    }
}

/// The answer of a renderer: a `StickerResult` that refers to files by the numbers under which they were sent.
package struct StickerAnswer: Codable, Hashable, Sendable {
    /// A `RenderedSticker.Scale` with the number of its file.
    package struct Scale: Codable, Hashable, Sendable {
        package var scale: Int
        package var width: Int
        package var height: Int
        package var file: Int
        package var format: StickerFormat
        package var colours: Int?
        package var fidelity: Double

        package init(
            scale: Int, width: Int, height: Int, file: Int, format: StickerFormat, colours: Int?, fidelity: Double
        ) {
            self.scale = scale
            self.width = width
            self.height = height
            self.file = file
            self.format = format
            self.colours = colours
            self.fidelity = fidelity
        }
    }

    /// A `RenderedSticker.OnBackground` with the number of its file.
    package struct OnBackground: Codable, Hashable, Sendable {
        package var background: String
        package var file: Int

        package init(background: String, file: Int) {
            self.background = background
            self.file = file
        }
    }

    /// A `RenderedSticker.Filmstrip` with the number of its file.
    package struct Filmstrip: Codable, Hashable, Sendable {
        package var file: Int
        package var width: Int
        package var height: Int
        package var times: [Int]

        package init(file: Int, width: Int, height: Int, times: [Int]) {
            self.file = file
            self.width = width
            self.height = height
            self.times = times
        }
    }

    /// A `RenderedSticker` with the numbers of its files.
    package struct Output: Codable, Hashable, Sendable {
        package var scales: [Scale]
        package var previews: [OnBackground]
        package var fit: Fit
        package var pixels: String
        package var animation: Animation?
        package var filmstrip: Filmstrip?
        package var film: Scale?

        package init(
            scales: [Scale], previews: [OnBackground], fit: Fit, pixels: String, animation: Animation? = nil,
            filmstrip: Filmstrip? = nil, film: Scale? = nil
        ) {
            self.scales = scales
            self.previews = previews
            self.fit = fit
            self.pixels = pixels
            self.animation = animation
            self.filmstrip = filmstrip
            self.film = film
        }
    }

    package var art: ArtFacts?
    package var findings: [RuleFinding]
    package var output: Output?

    package init(art: ArtFacts?, findings: [RuleFinding], output: Output?) {
        self.art = art
        self.findings = findings
        self.output = output
    }
}

extension StickerAnswer {
    /// The result, with the received files instead of their numbers.
    ///
    /// - Throws: `StickerResult.Contradiction` if the answer is impossible for any job.
    package func result(_ files: [ReceivedFile]) throws -> StickerResult {
        guard let output else { return StickerResult(art: art, findings: findings, output: nil) }
        let scales = try output.scales.map { scale in
            RenderedSticker.Scale(
                scale: scale.scale, width: scale.width, height: scale.height,
                file: try files.picture(scale.file, width: scale.width, height: scale.height), format: scale.format,
                colours: scale.colours, fidelity: scale.fidelity)
        }
        let previews = try output.previews.map {
            RenderedSticker.OnBackground(background: $0.background, file: try files.picture($0.file))
        }
        let filmstrip = try output.filmstrip.map { strip in
            RenderedSticker.Filmstrip(
                file: try files.picture(strip.file, width: strip.width, height: strip.height), width: strip.width,
                height: strip.height, times: strip.times)
        }
        let film = try output.film.map { film in
            RenderedSticker.Scale(
                scale: film.scale, width: film.width, height: film.height, file: try files.film(film),
                format: film.format, colours: film.colours, fidelity: film.fidelity)
        }
        return StickerResult(
            art: art, findings: findings,
            output: RenderedSticker(
                scales: scales, previews: previews, fit: output.fit, pixels: output.pixels,
                animation: output.animation, filmstrip: filmstrip, film: film))
    }
}

extension [ReceivedFile] {
    /// The picture with this number.
    ///
    /// - Throws: `StickerResult.Contradiction`.
    fileprivate func picture(_ number: Int) throws -> RenderedSticker.File {
        guard indices.contains(number) else {
            throw StickerResult.Contradiction("it names a file that it did not send")
        }
        guard let file = self[number].finished, self[number].width > 0 else {
            throw StickerResult.Contradiction("a file that it names is not a picture")
        }
        return file
    }

    /// The file of a film. The width and height of an MP4 are not checked, because the receiver does not know them.
    ///
    /// - Throws: `StickerResult.Contradiction`.
    fileprivate func film(_ film: StickerAnswer.Scale) throws -> RenderedSticker.File {
        guard film.format == .mp4 else { return try picture(film.file, width: film.width, height: film.height) }
        guard indices.contains(film.file), self[film.file].kind == .mp4, let file = self[film.file].finished else {
            throw StickerResult.Contradiction("its film is not one of the files that it sent")
        }
        return file
    }

    fileprivate func picture(_ number: Int, width: Int, height: Int) throws -> RenderedSticker.File {
        let file = try picture(number)
        guard self[number].width == width, self[number].height == height else {
            throw StickerResult.Contradiction("a file has a different size in pixels from the stated one")
        }
        return file
    }
}

extension IconAnswer {
    /// The result, with the received files instead of their numbers.
    ///
    /// - Throws: the errors of `StickerAnswer.result`.
    package func result(_ files: [ReceivedFile]) throws -> IconResult {
        let icons = try icons.map { icon in
            IconResult.Icon(
                width: icon.width, height: icon.height,
                file: try files.picture(icon.file, width: icon.width, height: icon.height))
        }
        guard icons.allSatisfy({ $0.file.fileExtension == "png" }) else {
            throw StickerResult.Contradiction("an icon is not a PNG")
        }
        return IconResult(icons: icons, findings: findings)
    }
}

extension [Background] {
    /// The pictures of the backgrounds. Each occurs once.
    package var inputs: [JobInput] {
        var inputs: [JobInput] = []
        for sha256 in compactMap(\.fill.picture?.sha256) where !inputs.contains(.background(sha256: sha256)) {
            inputs.append(.background(sha256: sha256))
        }
        return inputs
    }
}

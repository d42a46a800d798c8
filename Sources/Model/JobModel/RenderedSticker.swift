import StickerManifest

/// The finished files of a sticker in the job's output folder. Each is named `<sha256>.<extension>`.
package struct RenderedSticker: Codable, Hashable, Sendable {
    /// One finished file.
    package struct File: Codable, Hashable, Sendable {
        package var sha256: String
        package var bytes: Int
        /// `png`, `jpg`, `gif`, `webp` or `mp4`.
        package var fileExtension: String

        private enum CodingKeys: String, CodingKey {
            case sha256, bytes, fileExtension
        }

        package init(sha256: String, bytes: Int, fileExtension: String) {
            self.sha256 = sha256
            self.bytes = bytes
            self.fileExtension = fileExtension
        }

        /// The file's name in the output folder and among the published assets.
        package var contentName: String { "\(sha256).\(fileExtension)" }

        /// - Throws: `DecodingError` unless the values are a hash and a known file extension, because paths are built
        ///   from them.
        package init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            sha256 = try container.decode(String.self, forKey: .sha256)
            bytes = try container.decode(Int.self, forKey: .bytes)
            fileExtension = try container.decode(String.self, forKey: .fileExtension)
            guard Digest.isSHA256(sha256) else {
                throw DecodingError.dataCorruptedError(
                    forKey: .sha256, in: container, debugDescription: "not 64 lower-case hexadecimal digits")
            }
            guard StickerFormat.fileExtensions.contains(fileExtension) else {
                throw DecodingError.dataCorruptedError(
                    forKey: .fileExtension, in: container, debugDescription: "not an extension of a finished file")
            }
            guard (0...File.limit).contains(bytes) else {
                throw DecodingError.dataCorruptedError(
                    forKey: .bytes, in: container, debugDescription: "not a size that a finished file can have")
            }
        }

        /// The maximum size in bytes of a file that a worker may write.
        private static let limit = 256 << 20
    }

    /// The file of one scale.
    package struct Scale: Codable, Hashable, Sendable {
        package var scale: Int
        package var width: Int
        package var height: Int
        package var file: File
        package var format: StickerFormat
        package var colours: Int?
        package var fidelity: Double

        private enum CodingKeys: String, CodingKey {
            case scale, width, height, file, format, colours, fidelity
        }

        package init(
            scale: Int, width: Int, height: Int, file: File, format: StickerFormat, colours: Int?, fidelity: Double
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

    /// A sticker on one background: the @3x rendition, or for an animation the animated @2x rendition.
    package struct OnBackground: Codable, Hashable, Sendable {
        package var background: String
        package var file: File

        private enum CodingKeys: String, CodingKey {
            case background, file
        }

        package init(background: String, file: File) {
            self.background = background
            self.file = file
        }
    }

    /// Some frames of an animation side by side.
    package struct Filmstrip: Codable, Hashable, Sendable {
        /// The maximum number of frames in a filmstrip.
        package static let mostFrames = 6

        package var file: File
        /// The width of the whole strip in pixels.
        package var width: Int
        package var height: Int
        /// The time of each frame in the cycle, in milliseconds.
        package var times: [Int]

        private enum CodingKeys: String, CodingKey {
            case file, width, height, times
        }

        package init(file: File, width: Int, height: Int, times: [Int]) {
            self.file = file
            self.width = width
            self.height = height
            self.times = times
        }
    }

    /// The files at @3x, @2x and @1x.
    package var scales: [Scale]
    package var previews: [OnBackground]
    package var fit: Fit
    /// SHA-256 of the decoded pixels of the @3x rendition. For an animation, SHA-256 of the pixels and delays of all
    /// frames.
    package var pixels: String
    /// The animation at @3x. Nil for a still sticker.
    package var animation: Animation?
    /// The filmstrip of the animation. Nil for a still sticker.
    package var filmstrip: Filmstrip?
    /// The film of an animated message. Its scale is the number of pixels per point. Nil for everything else.
    package var film: Scale?

    private enum CodingKeys: String, CodingKey {
        case scales, previews, fit, pixels, animation, filmstrip, film
    }

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

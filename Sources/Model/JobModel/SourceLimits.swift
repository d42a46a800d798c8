import ImageHeaders

/// The limits of a source. Pixels and bytes are checked from its header, before anything is decoded.
package struct SourceLimits: Codable, Hashable, Sendable {
    /// The maximum number of bytes a source file may have.
    package var fileBytes: Int
    /// The maximum number of pixels, width × height × frames.
    package var pixels: Int
    /// The maximum number of frames of an animation.
    package var frames: Int
    /// The wall-clock time limit for one source in seconds. Afterwards, its worker is stopped and the source is
    /// rejected.
    package var seconds: Int
    /// The memory limit of a worker in megabytes.
    package var memoryMegabytes: Int
    /// The additional formats, whose decoders are less trustworthy, in the order of `ExtraFormat`.
    package var extraFormats: [ExtraFormat]

    private enum CodingKeys: String, CodingKey {
        case fileBytes, pixels, frames, seconds, memoryMegabytes, extraFormats
    }

    package init(
        fileBytes: Int = 200_000_000, pixels: Int = 200_000_000, frames: Int = 300, seconds: Int = 60,
        memoryMegabytes: Int = 2048, extraFormats: [ExtraFormat] = []
    ) {
        self.fileBytes = fileBytes
        self.pixels = pixels
        self.frames = frames
        self.seconds = seconds
        self.memoryMegabytes = memoryMegabytes
        self.extraFormats = extraFormats
    }
}

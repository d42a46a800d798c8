import ImageHeaders

/// The limits of a source. Its bytes and pixels are checked before anything is decoded, from the file's header.
package struct SourceLimits: Codable, Hashable, Sendable {
    /// The maximum size of a source file in bytes.
    package var fileBytes: Int
    /// The maximum number of pixels: width × height × frames.
    package var pixels: Int
    /// The maximum number of frames of an animation.
    package var frames: Int
    /// The time limit for one source in seconds of real time. After this time, the worker is stopped and the source is
    /// rejected.
    package var seconds: Int
    /// The memory limit of a worker in megabytes.
    package var memoryMegabytes: Int
    /// Additional formats that are accepted, in the order of `ExtraFormat`. Their decoders are less trustworthy.
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

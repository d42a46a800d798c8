/// The encodings that were tried to stay below the byte limit, the chosen one, and its losses.
public struct Fit: Codable, Sendable, Hashable {
    /// An attempt to encode the file, and its result.
    public struct Attempt: Codable, Sendable, Hashable {
        /// The tried method: `palette`, `dithered-palette`, `truecolour`, `reduced-truecolour`, `source`.
        public var method: String
        /// The number of colours in the palette. Nil for truecolour.
        public var colours: Int?
        /// The file's size in bytes. Nil if only the pixels of the attempt were compared and no file was written.
        public var bytes: Int?
        /// The similarity of its pixels to the ideal rendition. 1 means equal.
        public var fidelity: Double

        private enum CodingKeys: String, CodingKey {
            case method, colours, bytes, fidelity
        }

        public init(method: String, colours: Int?, bytes: Int?, fidelity: Double) {
            self.method = method
            self.colours = colours
            self.bytes = bytes
            self.fidelity = fidelity
        }
    }

    /// One sentence: the chosen encoding, the reason, and the losses.
    public var summary: String
    /// The loss that brought the file below the byte limit: `nothing`, `colours`, `dither`, `depth`; for an animation
    /// also `tolerance` or `frameRate`. If there are several, the most visible one.
    public var gaveUp: String
    /// All attempts, in order.
    public var attempts: [Attempt]

    private enum CodingKeys: String, CodingKey {
        case summary, gaveUp, attempts
    }

    public init(summary: String, gaveUp: String, attempts: [Attempt]) {
        self.summary = summary
        self.gaveUp = gaveUp
        self.attempts = attempts
    }
}

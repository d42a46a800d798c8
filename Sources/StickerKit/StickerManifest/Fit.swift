/// The explained fit: which ways of writing a rendition were tried, which one was taken, and what it gave up.
public struct Fit: Codable, Sendable, Hashable {
    /// One way of writing the file, and what came of it.
    public struct Attempt: Codable, Sendable, Hashable {
        /// The tried method: `palette`, `dithered-palette`, `truecolour`, `reduced-truecolour`, `source`.
        public var method: String
        /// The number of colours in the palette. Nil for truecolour.
        public var colours: Int?
        /// The file's size; nil when the attempt was judged by its pixels alone and never compressed.
        public var bytes: Int?
        /// How like the ideal rendition its pixels were; 1 is the same.
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

    /// One sentence: what was taken, why, and what was given up.
    public var summary: String
    /// The loss that made the file fit: `nothing`, `colours`, `dither`, `depth`; for an animation also `tolerance` or
    /// `frameRate`. The most visible one, if there are several.
    public var gaveUp: String
    /// Everything that was tried, in order.
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

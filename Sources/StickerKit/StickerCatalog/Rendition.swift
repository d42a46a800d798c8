/// One finished file of a sticker.
public struct Rendition: Codable, Sendable, Equatable {
    /// 3, 2 or 1: pixels a point.
    public var scale: Int
    /// Where it is, relative to the manifest. The name is made of the content, so what is at this path never changes.
    public var path: String
    /// The same file under the sticker's name, for people; it is replaced when the sticker changes.
    public var name: String
    /// Pixels in a row.
    public var width: Int
    /// Rows.
    public var height: Int
    /// Size in bytes; under 500,000.
    public var bytes: Int
    /// SHA-256 of the file, in lower-case hexadecimal.
    public var sha256: String
    /// `png`, `apng`, `gif` or `jpeg`.
    public var format: String
    /// How many colours the palette has; nil for truecolour.
    public var colours: Int?
    /// How like the ideal rendition it is, composited on the less forgiving of black and white: 1 is the same.
    /// See `docs/fidelity.md`.
    public var fidelity: Double

    private enum CodingKeys: String, CodingKey {
        case scale, path, name, width, height, bytes, sha256, format, colours, fidelity
    }

    public init(
        scale: Int, path: String, name: String, width: Int, height: Int, bytes: Int, sha256: String, format: String,
        colours: Int?, fidelity: Double
    ) {
        self.scale = scale
        self.path = path
        self.name = name
        self.width = width
        self.height = height
        self.bytes = bytes
        self.sha256 = sha256
        self.format = format
        self.colours = colours
        self.fidelity = fidelity
    }
}

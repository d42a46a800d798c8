/// Some frames of an animated sticker side by side on a transparent picture, evenly chosen, with two pixels a point.
public struct Filmstrip: Codable, Sendable, Equatable {
    /// Where it is, relative to the manifest; the name is made of the content.
    public var path: String
    /// The same file under a name for people; it is replaced when the sticker changes.
    public var name: String
    /// SHA-256 of the file, in lower-case hexadecimal.
    public var sha256: String
    /// Size in bytes.
    public var bytes: Int
    /// Pixels in a row of the whole strip; the frames, one for each of `times`, are as wide as they are high.
    public var width: Int
    /// Rows.
    public var height: Int
    /// When in the cycle each frame is shown, in milliseconds.
    public var times: [Int]

    private enum CodingKeys: String, CodingKey {
        case path, name, sha256, bytes, width, height, times
    }

    public init(path: String, name: String, sha256: String, bytes: Int, width: Int, height: Int, times: [Int]) {
        self.path = path
        self.name = name
        self.sha256 = sha256
        self.bytes = bytes
        self.width = width
        self.height = height
        self.times = times
    }
}

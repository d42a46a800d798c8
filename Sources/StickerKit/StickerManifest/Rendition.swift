/// One finished file of a sticker.
public struct Rendition: Codable, Sendable, Equatable {
    /// The number of pixels per point: 3, 2 or 1.
    public var scale: Int
    /// The path, relative to the manifest. The name is a hash of the content, so the file at this path never changes.
    public var path: String
    /// The path of the same file under the readable name of the sticker. This file is replaced when the sticker
    /// changes.
    public var name: String
    /// Width in pixels.
    public var width: Int
    /// Height in pixels.
    public var height: Int
    /// Size in bytes. Below 500,000.
    public var bytes: Int
    /// SHA-256 of the file, in lower-case hexadecimal.
    public var sha256: String
    /// `png`, `apng`, `gif` or `jpeg`.
    public var format: String
    /// The number of colours in the palette. Nil for truecolour.
    public var colours: Int?
    /// The similarity to the ideal rendition. It is measured on black and on white, and this is the lower value. 1
    /// means equal. See `docs/internals/fidelity.md`.
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

/// A sticker on one of the test backgrounds: a still one at @3x, an animated one as an animation at @2x.
public struct Preview: Codable, Sendable, Equatable {
    /// The background's name in the configuration: `white`, `photo`, …
    public var background: String
    /// The path of the picture, relative to the manifest. The file name is a hash of the content.
    public var path: String
    /// The path of the same file under a readable name. This file is replaced when the sticker changes.
    public var name: String
    /// SHA-256 of the file, in lower-case hexadecimal.
    public var sha256: String
    /// Size in bytes.
    public var bytes: Int

    private enum CodingKeys: String, CodingKey {
        case background, path, name, sha256, bytes
    }

    public init(background: String, path: String, name: String, sha256: String, bytes: Int) {
        self.background = background
        self.path = path
        self.name = name
        self.sha256 = sha256
        self.bytes = bytes
    }
}

/// Some frames of an animated sticker, evenly chosen, side by side in a transparent picture with two pixels per point.
public struct Filmstrip: Codable, Sendable, Equatable {
    /// The path, relative to the manifest. The name is a hash of the content.
    public var path: String
    /// The path of the same file under a readable name. This file is replaced when the sticker changes.
    public var name: String
    /// SHA-256 of the file, in lower-case hexadecimal.
    public var sha256: String
    /// Size in bytes.
    public var bytes: Int
    /// Width of the whole strip in pixels. The frames are square, one for each of `times`.
    public var width: Int
    /// Height in pixels.
    public var height: Int
    /// The time of each frame in the cycle, in milliseconds.
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

/// A pack's icon at one of the pixel sizes that Xcode's sticker icon set has.
public struct IconRendition: Codable, Sendable, Equatable {
    /// The path, relative to the manifest. The name is a hash of the content.
    public var path: String
    /// The path of the same file under a readable name.
    public var name: String
    /// Width in pixels.
    public var width: Int
    /// Height in pixels.
    public var height: Int
    /// Size in bytes.
    public var bytes: Int
    /// SHA-256 of the file, in lower-case hexadecimal.
    public var sha256: String

    private enum CodingKeys: String, CodingKey {
        case path, name, width, height, bytes, sha256
    }

    public init(path: String, name: String, width: Int, height: Int, bytes: Int, sha256: String) {
        self.path = path
        self.name = name
        self.width = width
        self.height = height
        self.bytes = bytes
        self.sha256 = sha256
    }
}

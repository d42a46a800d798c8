import Foundation
import Pixels
import Vips

/// The test backgrounds at the sizes they are needed in, each made once.
///
/// A worker keeps one of these from job to job; it is not shared between threads.
package final class Backdrops {
    private struct Key: Hashable {
        var sha256: String
        var side: Int
    }

    private var squares: [Key: RGBAImage] = [:]

    package init() {}

    /// The opaque picture behind a sticker of `side` pixels.
    ///
    /// - Throws: `BackdropError` when a background's image file cannot be read or decoded.
    func square(_ fill: Background.Fill, side: Int) throws -> RGBAImage {
        switch fill {
        case .colour(let hex):
            return RGBAImage(width: side, height: side, filledWith: RGBAColour(hex: hex) ?? .white)
        case .image(let path, let sha256):
            let key = Key(sha256: sha256, side: side)
            if let known = squares[key] { return known }
            let square = try Backdrops.load(path, side: side)
            squares[key] = square
            return square
        }
    }

    private static func load(_ path: String, side: Int) throws -> RGBAImage {
        guard let data = FileManager.default.contents(atPath: path) else {
            throw BackdropError(path: path, reason: "it cannot be read")
        }
        do {
            return try Image.load([UInt8](data), strictness: .truncated).inMemory().upright().convertedToSRGB()
                .asBytes().firstBands(3).covering(width: side, height: side).withAlpha().rgba()
        } catch let error as VipsError {
            throw BackdropError(path: path, reason: error.reason)
        }
    }
}

/// A background picture of the configuration cannot be used.
package struct BackdropError: Error, Hashable, Sendable, CustomStringConvertible {
    package let path: String
    package let reason: String

    package var description: String {
        "The background picture \(path) cannot be used: \(reason). Put a JPEG or PNG there, or change "
            + "\"previews.backgrounds\" in pipeline.json."
    }
}

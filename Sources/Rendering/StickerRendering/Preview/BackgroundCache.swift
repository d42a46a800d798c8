import Foundation
import JobModel
import Pixels
import Vips

/// The test backgrounds at the sizes they are needed in, each made once.
///
/// A worker keeps one of these from job to job; it is not shared between threads.
package final class BackgroundCache {
    private struct Key: Hashable {
        var sha256: String
        var width: Int
        var height: Int
    }

    private var pictures: [Key: RGBAImage] = [:]

    package init() {}

    /// The opaque picture behind a sticker of `side` pixels.
    ///
    /// - Throws: `BackgroundError` when a background's image file cannot be read or decoded.
    func square(_ fill: Background.Fill, side: Int) throws -> RGBAImage {
        switch fill {
        case .colour(let hex):
            return RGBAImage(width: side, height: side, filledWith: RGBAColour(hex: hex) ?? .white)
        case .image(let path, let sha256):
            return try picture(at: path, sha256: sha256, width: side, height: side)
        }
    }

    /// The middle of an image file, as large as fills so many pixels.
    ///
    /// - Throws: `BackgroundError` when the file cannot be read or decoded.
    package func picture(at path: String, sha256: String, width: Int, height: Int) throws -> RGBAImage {
        let key = Key(sha256: sha256, width: width, height: height)
        if let known = pictures[key] { return known }
        let picture = try BackgroundCache.load(path, width: width, height: height)
        pictures[key] = picture
        return picture
    }

    private static func load(_ path: String, width: Int, height: Int) throws -> RGBAImage {
        guard let data = FileManager.default.contents(atPath: path) else {
            throw BackgroundError(path: path, reason: "it cannot be read")
        }
        let bytes = [UInt8](data)
        do {
            let whole = try Image.load(bytes, strictness: .truncated)
            // Half as many pixels again as are needed: decoding all of a photo takes ten times as long.
            let spare = min(Double(whole.width) / Double(width), Double(whole.height) / Double(height)) / 1.5
            let shrunk = try Image.load(bytes, strictness: .truncated, shrink: Int(max(1, spare)))
            let image = try shrunk.inMemory().upright()
            // A broken profile changes a photo's tone, which is no reason to have no previews.
            let screen = image.iccProfile == nil ? nil : try? image.convertedByProfile()
            return try (screen ?? image.convertedToSRGB()).asBytes().firstBands(3)
                .covering(width: width, height: height).asBytes().withAlpha().rgba()
        } catch let error as VipsError {
            throw BackgroundError(path: path, reason: error.reason)
        }
    }
}

import JobModel
import Pixels
import Vips

/// The test backgrounds at the required sizes, each of which is created once. A renderer keeps this cache between
/// jobs, and requests a picture only if the cache does not have it. To make room, the cache removes the picture that
/// has not been used for the longest time.
///
/// A cache must not be shared between threads.
package final class BackgroundCache {
    private struct Key: Hashable {
        var sha256: String
        var width: Int
        var height: Int
    }

    /// The maximum size of the cached pixels, in bytes.
    private let limit: Int
    /// The cached pictures, in the order of their last use.
    private var pictures: [(key: Key, image: RGBAImage)] = []

    package init(limit: Int = 64 << 20) {
        self.limit = limit
    }

    fileprivate func picture(
        _ sha256: String, width: Int, height: Int, making make: () throws -> RGBAImage
    ) throws -> RGBAImage {
        let key = Key(sha256: sha256, width: width, height: height)
        if let place = pictures.lastIndex(where: { $0.key == key }) {
            let known = pictures.remove(at: place)
            pictures.append(known)
            return known.image
        }
        let picture = try make()
        pictures.append((key, picture))
        var bytes = pictures.reduce(0) { $0 + $1.image.bytes.count }
        while bytes > limit, pictures.count > 1 { bytes -= pictures.removeFirst().image.bytes.count }
        return picture
    }
}

/// The backgrounds of one job.
package struct JobBackgrounds {
    private let cache: BackgroundCache
    private let inputs: any JobInputs

    package init(_ cache: BackgroundCache, inputs: any JobInputs) {
        self.cache = cache
        self.inputs = inputs
    }

    /// The opaque pixels behind a picture of this size.
    ///
    /// - Throws: `BackgroundFault` if a picture cannot be decoded; the errors of `inputs`.
    package func backdrop(_ fill: Background.Fill, width: Int, height: Int) throws -> Backdrop {
        switch fill {
        case .colour(let hex): .plain(RGBAColour(hex: hex) ?? .white)
        case .image(let picture):
            .picture(try self.picture(sha256: picture.sha256, width: width, height: height))
        }
    }

    /// A picture, scaled to fill a rectangle and cropped around its centre.
    ///
    /// - Throws: `BackgroundFault` if the picture cannot be decoded; the errors of `inputs`.
    package func picture(sha256: String, width: Int, height: Int) throws -> RGBAImage {
        try cache.picture(sha256, width: width, height: height) {
            let bytes = try inputs.bytes(of: .background(sha256: sha256))
            do {
                return try JobBackgrounds.decode(bytes, width: width, height: height)
            } catch let error as VipsError {
                throw BackgroundFault(sha256: sha256, reason: error.reason)
            }
        }
    }

    private static func decode(_ bytes: [UInt8], width: Int, height: Int) throws -> RGBAImage {
        let whole = try Image.load(bytes, strictness: .truncated)
        // Each side of the photo is decoded with at least one and a half times the required pixels. Decoding all
        // pixels would take ten times as long.
        let spare = min(Double(whole.width) / Double(width), Double(whole.height) / Double(height)) / 1.5
        let shrunk = try Image.load(bytes, strictness: .truncated, shrink: Int(max(1, spare)))
        let image = try shrunk.inMemory().upright()
        // If the profile is damaged, the photo has other tones, but its previews are still useful.
        let screen = image.iccProfile == nil ? nil : try? image.convertedByProfile()
        return try (screen ?? image.convertedToSRGB()).asBytes().firstBands(3)
            .covering(width: width, height: height).asBytes().withAlpha().rgba()
    }
}

import ImageHeaders
import Vips

extension Image {
    /// The image after applying the transforms of a HEIC or AVIF, one after the other.
    ///
    /// - Throws: `VipsError`, also if a crop leaves no pixels.
    func applying(_ transforms: [HEIFTransform]) throws -> Image {
        try transforms.reduce(self) { image, transform in
            switch transform {
            case .turned(let quarters): try image.turned(quarters: quarters)
            case .mirrored(let leftToRight): try image.mirrored(leftToRight: leftToRight)
            case .cut(let aperture):
                try image.cut(to: aperture)
            }
        }
    }

    private func cut(to aperture: HEIFTransform.CleanAperture) throws -> Image {
        guard let part = aperture.pixels(width: width, height: height) else {
            throw VipsError.unexpectedImage("it is cut to a rectangle outside of the picture")
        }
        return try cropped(x: part.x, y: part.y, width: part.width, height: part.height)
    }
}

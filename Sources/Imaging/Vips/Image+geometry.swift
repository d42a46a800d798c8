import CVips

extension Image {
    /// The image resized with the Lanczos kernel, or by bicubic interpolation if it is enlarged.
    ///
    /// All bands are resized equally. A picture with alpha must be premultiplied. Otherwise its edges get fringes.
    package func resized(width: Int, height: Int) throws -> Image {
        let result = try VipsOperation.image(
            "resize",
            [
                "in": .image(self), "scale": .double(Double(width) / Double(self.width)),
                "vscale": .double(Double(height) / Double(self.height)), "kernel": .text("lanczos3"),
            ])
        guard result.width == width, result.height == height else {
            throw VipsError.unexpectedImage(
                "resize gave \(result.width)×\(result.height), not \(width)×\(height) pixels")
        }
        return result
    }

    /// The image reduced by a whole factor in both directions, by averaging. This is fast, and is possible with
    /// sequential reading.
    package func shrunk(by factor: Int) throws -> Image {
        try VipsOperation.image(
            "shrink", ["in": .image(self), "hshrink": .double(Double(factor)), "vshrink": .double(Double(factor))])
    }

    /// A rectangle of the image.
    package func cropped(x: Int, y: Int, width: Int, height: Int) throws -> Image {
        try VipsOperation.image(
            "extract_area",
            ["input": .image(self), "left": .int(x), "top": .int(y), "width": .int(width), "height": .int(height)])
    }

    /// The image rotated counterclockwise by 1 to 3 quarter turns.
    package func turned(quarters: Int) throws -> Image {
        let clockwise = ["d0", "d270", "d180", "d90"][quarters & 3]
        return try VipsOperation.image("rot", ["in": .image(self), "angle": .text(clockwise)])
    }

    /// The image with left and right, or top and bottom, exchanged.
    package func mirrored(leftToRight: Bool) throws -> Image {
        try VipsOperation.image(
            "flip", ["in": .image(self), "direction": .text(leftToRight ? "horizontal" : "vertical")])
    }

    /// The image with colours multiplied by alpha, so that averages of neighbouring pixels are correct.
    package func premultiplied() throws -> Image {
        try VipsOperation.image("premultiply", ["in": .image(self)])
    }

    /// The image with colours divided by alpha, as the inverse of `premultiplied`.
    package func unpremultiplied() throws -> Image {
        try VipsOperation.image("unpremultiply", ["in": .image(self)])
    }

    /// The image scaled to fill a rectangle, with equal parts cropped on opposite sides.
    package func covering(width: Int, height: Int) throws -> Image {
        let factor = max(Double(width) / Double(self.width), Double(height) / Double(self.height))
        let scaledWidth = max(width, Int((Double(self.width) * factor).rounded()))
        let scaledHeight = max(height, Int((Double(self.height) * factor).rounded()))
        return try resized(width: scaledWidth, height: scaledHeight)
            .cropped(
                x: (scaledWidth - width) / 2, y: (scaledHeight - height) / 2, width: width, height: height)
    }

    /// This image with `other` composited over it at a position.
    package func composited(with other: Image, x: Int, y: Int) throws -> Image {
        try VipsOperation.image(
            "composite2",
            [
                "base": .image(self), "overlay": .image(other), "mode": .text("over"), "x": .int(x), "y": .int(y),
                "compositing-space": .text("srgb"),
            ])
    }
}

extension Image {
    /// The image with its pixels computed now and kept in memory, so that they can be read repeatedly and in any order.
    package func inMemory() throws -> Image {
        guard let copy = vips_image_copy_memory(pointer) else { throw VipsError.failed("decode") }
        return Image(owning: copy)
    }
}

import Pixels

/// The opaque pixels of a page, on which other pictures are composited. Parts outside the page are clipped.
package struct Canvas {
    package private(set) var image: RGBAImage

    package init(width: Int, height: Int, paper: RGBAColour) {
        image = RGBAImage(width: width, height: height, filledWith: paper)
    }

    /// Creates a canvas that shows an opaque picture at first.
    init(image: RGBAImage) {
        self.image = image
    }

    /// A rectangle of pixels.
    package struct Area: Equatable {
        package var x: Int
        package var y: Int
        package var width: Int
        package var height: Int

        package init(x: Int, y: Int, width: Int, height: Int) {
            self.x = x
            self.y = y
            self.width = width
            self.height = height
        }
    }

    /// Fills a rectangle with an opaque colour.
    package mutating func fill(_ area: Area, with colour: RGBAColour) {
        draw(in: area) { pixel, _, _ in
            pixel[0] = colour.red
            pixel[1] = colour.green
            pixel[2] = colour.blue
        }
    }

    /// Draws a border that is one pixel wide, inside the edges of a rectangle.
    package mutating func outline(_ area: Area, with colour: RGBAColour) {
        fill(Area(x: area.x, y: area.y, width: area.width, height: 1), with: colour)
        fill(Area(x: area.x, y: area.y + area.height - 1, width: area.width, height: 1), with: colour)
        fill(Area(x: area.x, y: area.y, width: 1, height: area.height), with: colour)
        fill(Area(x: area.x + area.width - 1, y: area.y, width: 1, height: area.height), with: colour)
    }

    /// Fills a rectangle with squares of two colours, the usual sign for transparency.
    ///
    /// - Parameter square: the side of a square, in pixels.
    package mutating func checker(_ area: Area, square: Int, _ light: RGBAColour, _ dark: RGBAColour) {
        fill(area, with: light)
        for row in 0...(area.height / square) {
            for column in 0...(area.width / square) where !(row + column).isMultiple(of: 2) {
                let (x, y) = (column * square, row * square)
                fill(
                    Area(
                        x: area.x + x, y: area.y + y, width: min(square, area.width - x),
                        height: min(square, area.height - y)), with: dark)
            }
        }
    }

    /// Replaces an area with an opaque picture.
    package mutating func place(_ picture: RGBAImage, x: Int, y: Int) {
        picture.bytes.withUnsafeBufferPointer { source in
            drawRows(in: Area(x: x, y: y, width: picture.width, height: picture.height)) { row, column, line, count in
                guard let start = source.baseAddress else { return }
                row.update(from: start + (line * picture.width + column) * 4, count: count * 4)
            }
        }
    }

    /// Multiplies an area with an opaque picture, like ink on paper. White pixels of the picture have no effect.
    mutating func multiply(_ picture: RGBAImage, x: Int, y: Int) {
        picture.bytes.withUnsafeBytes { source in
            draw(in: Area(x: x, y: y, width: picture.width, height: picture.height)) { pixel, column, line in
                let place = (line * picture.width + column) * 4
                if source.loadUnaligned(fromByteOffset: place, as: UInt32.self) == .max { return }
                for channel in 0..<3 {
                    let product = UInt32(source[place + channel]) * UInt32(pixel[channel])
                    pixel[channel] = UInt8(truncatingIfNeeded: (product + 127) / 255)
                }
            }
        }
    }

    /// Composites a picture with straight alpha over an area. Each channel is rounded to the nearest value.
    package mutating func lay(_ picture: RGBAImage, x: Int, y: Int) {
        picture.bytes.withUnsafeBufferPointer { source in
            draw(in: Area(x: x, y: y, width: picture.width, height: picture.height)) { pixel, column, line in
                let place = (line * picture.width + column) * 4
                let alpha = source[place + 3]
                if alpha == 0 { return }
                if alpha == 255 {
                    Canvas.copy(source, place, to: pixel)
                    return
                }
                for channel in 0..<3 {
                    pixel[channel] = RGBAColour.blend(source[place + channel], over: pixel[channel], alpha: alpha)
                }
            }
        }
    }

    /// Composites a premultiplied picture over an area.
    package mutating func lay(_ picture: PremultipliedImage, x: Int, y: Int) {
        picture.bytes.withUnsafeBufferPointer { source in
            draw(in: Area(x: x, y: y, width: picture.width, height: picture.height)) { pixel, column, line in
                let place = (line * picture.width + column) * 4
                let shade = 255 - UInt32(source[place + 3])
                if shade == 255 { return }
                if shade == 0 {
                    Canvas.copy(source, place, to: pixel)
                    return
                }
                for channel in 0..<3 {
                    let sum = UInt32(source[place + channel]) + (UInt32(pixel[channel]) * shade + 127) / 255
                    pixel[channel] = UInt8(truncatingIfNeeded: min(sum, 255))
                }
            }
        }
    }

    /// Copies an opaque pixel. Most pixels are opaque.
    @inline(__always)
    private static func copy(_ source: UnsafeBufferPointer<UInt8>, _ place: Int, to pixel: UnsafeMutablePointer<UInt8>)
    {
        let bits = UnsafeRawBufferPointer(source).loadUnaligned(fromByteOffset: place, as: UInt32.self)
        UnsafeMutableRawPointer(pixel).storeBytes(of: bits, as: UInt32.self)
    }

    /// Calls `body` for each pixel of a rectangle that is on the canvas, with the pixel's column and line in the
    /// rectangle.
    @inline(__always)
    private mutating func draw(in area: Area, _ body: (UnsafeMutablePointer<UInt8>, Int, Int) -> Void) {
        drawRows(in: area) { row, column, line, count in
            for place in 0..<count {
                body(row + place * 4, column + place, line)
            }
        }
    }

    /// Calls `body` for each row of a rectangle that is on the canvas. The arguments are a pointer to the row's first
    /// pixel, the column and line of this pixel in the rectangle, and the number of pixels.
    @inline(__always)
    private mutating func drawRows(in area: Area, _ body: (UnsafeMutablePointer<UInt8>, Int, Int, Int) -> Void) {
        let (width, height) = (image.width, image.height)
        let columns = max(area.x, 0)..<max(min(area.x + area.width, width), max(area.x, 0))
        let rows = max(area.y, 0)..<max(min(area.y + area.height, height), max(area.y, 0))
        guard !columns.isEmpty, !rows.isEmpty else { return }
        image.bytes.withUnsafeMutableBufferPointer { pixels in
            guard let start = pixels.baseAddress else { return }
            for y in rows {
                body(
                    start + (y * width + columns.lowerBound) * 4, columns.lowerBound - area.x, y - area.y, columns.count
                )
            }
        }
    }
}

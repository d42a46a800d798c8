import Pixels

/// The opaque pixels behind a sticker.
package enum Backdrop {
    case plain(RGBAColour)
    /// An opaque picture of the requested size.
    case picture(RGBAImage)

    /// The backdrop as a picture with this size.
    package func image(width: Int, height: Int) -> RGBAImage {
        switch self {
        case .plain(let colour): RGBAImage(width: width, height: height, filledWith: colour)
        case .picture(let picture): picture
        }
    }

    /// Whether the backdrop is plain, or has a pixel for each cell of the grid.
    func covers(_ grid: PointGrid) -> Bool {
        switch self {
        case .plain: true
        case .picture(let picture): picture.width == grid.columns && picture.height == grid.rows
        }
    }

    subscript(cell: Int) -> SIMD4<UInt8> {
        switch self {
        case .plain(let colour): SIMD4(colour.red, colour.green, colour.blue, 255)
        case .picture(let picture):
            SIMD4(picture.bytes[cell * 4], picture.bytes[cell * 4 + 1], picture.bytes[cell * 4 + 2], 255)
        }
    }

    /// The colour of a cell, composited over a background.
    @inline(__always)
    static func lay(_ colour: SIMD4<UInt8>, on background: SIMD4<UInt8>) -> SIMD4<UInt8> {
        guard colour.w < 255 else { return colour }
        let behind = SIMD4<UInt16>(truncatingIfNeeded: background) &* UInt16(255 &- colour.w) &+ 127
        return colour &+ SIMD4<UInt8>(truncatingIfNeeded: behind / 255)
    }
}

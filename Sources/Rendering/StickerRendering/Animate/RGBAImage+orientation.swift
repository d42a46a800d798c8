import Pixels

extension RGBAImage {
    /// The picture, rotated and mirrored upright.
    ///
    /// - Parameter orientation: the orientation in the file (EXIF 2.3, tag 0x112).
    func upright(from orientation: Int) -> RGBAImage {
        guard (2...8).contains(orientation) else { return self }
        let (columns, rows) = orientation >= 5 ? (height, width) : (width, height)
        var turned: [UInt8] = []
        turned.reserveCapacity(bytes.count)
        for y in 0..<rows {
            for x in 0..<columns {
                let (column, row) = stored(x, y, orientation)
                let offset = (row * width + column) * 4
                turned += bytes[offset..<offset + 4]
            }
        }
        return RGBAImage(width: columns, height: rows, bytes: turned)
    }

    /// Converts a position in the upright picture to the position in the stored picture.
    private func stored(_ x: Int, _ y: Int, _ orientation: Int) -> (column: Int, row: Int) {
        let (right, bottom) = (width - 1, height - 1)
        return switch orientation {
        case 2: (right - x, y)
        case 3: (right - x, bottom - y)
        case 4: (x, bottom - y)
        case 5: (y, x)
        case 6: (y, bottom - x)
        case 7: (right - y, bottom - x)
        case 8: (right - y, x)
        default: (x, y)
        }
    }
}

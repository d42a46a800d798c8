import Pixels

/// What a sticker is laid on to be measured.
enum Paper: UInt8, CaseIterable {
    case black = 0
    case white = 255

    /// The picture on this paper, averaged over squares of `reduction` pixels: three bytes a sample, whole squares only.
    func carrying(_ image: RGBAImage, reducedBy reduction: Int) -> [UInt8] {
        reduction == 2 ? averagedByTwo(image) : averaged(image, over: reduction)
    }

    private func averaged(_ image: RGBAImage, over reduction: Int) -> [UInt8] {
        let columns = image.width / reduction
        let rows = image.height / reduction
        let area = Int32(reduction * reduction)
        return [UInt8](unsafeUninitializedCapacity: columns * rows * 3) { target, count in
            image.bytes.withUnsafeBufferPointer { source in
                for row in 0..<rows {
                    for column in 0..<columns {
                        var sum = SIMD4<Int32>(repeating: 0)
                        for y in 0..<reduction {
                            for x in 0..<reduction {
                                let pixel = (row &* reduction &+ y) &* image.width &+ column &* reduction &+ x
                                sum &+= laid(source, at: pixel &* 4)
                            }
                        }
                        store(sum, area: area, to: target, at: (row &* columns &+ column) &* 3)
                    }
                }
            }
            count = columns * rows * 3
        }
    }

    /// The common case, unrolled.
    private func averagedByTwo(_ image: RGBAImage) -> [UInt8] {
        let columns = image.width / 2
        let rows = image.height / 2
        return [UInt8](unsafeUninitializedCapacity: columns * rows * 3) { target, count in
            image.bytes.withUnsafeBufferPointer { source in
                for row in 0..<rows {
                    let upper = row &* 2 &* image.width &* 4
                    let lower = upper &+ image.width &* 4
                    for column in 0..<columns {
                        let at = column &* 8
                        let sum =
                            laid(source, at: upper &+ at) &+ laid(source, at: upper &+ at &+ 4)
                            &+ laid(source, at: lower &+ at) &+ laid(source, at: lower &+ at &+ 4)
                        store(sum, area: 4, to: target, at: (row &* columns &+ column) &* 3)
                    }
                }
            }
            count = columns * rows * 3
        }
    }

    /// A pixel on this paper, times 255.
    @inline(__always)
    private func laid(_ source: UnsafeBufferPointer<UInt8>, at offset: Int) -> SIMD4<Int32> {
        let alpha = Int32(source[offset &+ 3])
        let colour = SIMD4<Int32>(
            Int32(source[offset]), Int32(source[offset &+ 1]), Int32(source[offset &+ 2]), 0)
        return colour &* alpha &+ Int32(rawValue) &* (255 &- alpha)
    }

    @inline(__always)
    private func store(_ sum: SIMD4<Int32>, area: Int32, to target: UnsafeMutableBufferPointer<UInt8>, at offset: Int) {
        let whole = 255 &* area
        target[offset] = UInt8(truncatingIfNeeded: (sum[0] &+ whole / 2) / whole)
        target[offset &+ 1] = UInt8(truncatingIfNeeded: (sum[1] &+ whole / 2) / whole)
        target[offset &+ 2] = UInt8(truncatingIfNeeded: (sum[2] &+ whole / 2) / whole)
    }
}

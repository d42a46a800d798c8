/// Straight-alpha "over" where what is beneath may be translucent too, in integers, rounded to the nearest level.
///
/// With alphas s above and d beneath, of 255: the result's alpha is s + d (255 - s) / 255, and each channel the mean of
/// both, weighted by how much of the result's alpha is theirs (PNG 12.3, Porter and Duff 1984).
enum OverBlending {
    /// Lays a row of RGBA over another of the same length.
    static func blend(_ above: UnsafeBufferPointer<UInt8>, over beneath: UnsafeMutableBufferPointer<UInt8>) {
        let count = min(above.count, beneath.count)
        guard let source = above.baseAddress, let canvas = beneath.baseAddress else { return }
        for offset in stride(from: 0, to: count &- 3, by: 4) {
            let (from, to) = (source + offset, canvas + offset)
            switch (from[3], to[3]) {
            case (0, _): break
            case (255, _), (_, 0): to.update(from: from, count: 4)
            case (let alpha, let under): blendPixel(from, UInt32(alpha), over: to, UInt32(under))
            }
        }
    }

    @inline(__always)
    private static func blendPixel(
        _ above: UnsafePointer<UInt8>, _ aboveAlpha: UInt32, over beneath: UnsafeMutablePointer<UInt8>,
        _ beneathAlpha: UInt32
    ) {
        // Both weights, and so their sum, are the alphas times 255: at most 65,025, and not 0.
        let weight = aboveAlpha &* 255
        let rest = beneathAlpha &* (255 &- aboveAlpha)
        let total = weight &+ rest
        for channel in 0..<3 {
            let sum = UInt32(above[channel]) &* weight &+ UInt32(beneath[channel]) &* rest
            beneath[channel] = UInt8(truncatingIfNeeded: (sum &+ total / 2) / total)
        }
        beneath[3] = UInt8(truncatingIfNeeded: (total &+ 127) / 255)
    }
}

/// Binary logarithms that are the same on all processors, unlike those of the C library.
package enum BinaryLogarithm {
    /// The binary logarithm of a positive number, interpolated linearly between powers of two. 0 for 0.
    @inline(__always)
    package static func of(_ number: UInt64) -> Float {
        guard number > 0 else { return 0 }
        let exponent = UInt64(truncatingIfNeeded: 63 &- number.leadingZeroBitCount)
        return Float(exponent) + Float(number) / Float(1 &<< exponent as UInt64) - 1
    }
}

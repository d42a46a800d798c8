import PNG
import Testing

@Suite("Binary logarithms")
struct BinaryLogarithmTests {
    @Test("a power of two has its exponent", arguments: [0, 1, 16, 31, 32, 63])
    func powers(exponent: UInt64) {
        #expect(BinaryLogarithm.of(1 << exponent) == Float(exponent))
    }

    @Test("numbers between powers of two are less than a tenth off, and rise", arguments: 2...200)
    func between(number: UInt64) {
        // 2^0.0861 is the largest ratio between a number and its interpolation.
        let exact = BinaryLogarithm.of(number * number * number) / 3
        #expect(abs(exact - BinaryLogarithm.of(number)) < 0.09)
        #expect(BinaryLogarithm.of(number) > BinaryLogarithm.of(number - 1))
    }

    @Test("zero has no logarithm and counts as 0")
    func zero() { #expect(BinaryLogarithm.of(0) == 0) }
}

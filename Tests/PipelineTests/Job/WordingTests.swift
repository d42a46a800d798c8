import JobModel
import Testing

@Suite("Numbers in sentences")
struct WordingTests {
    @Test(
        "have commas between thousands",
        arguments: [
            (0, "0"), (7, "7"), (999, "999"), (1000, "1,000"), (512_340, "512,340"), (1_234_567, "1,234,567"),
            (-1000, "-1,000"), (-999, "-999"), (Int.max, "9,223,372,036,854,775,807"),
            (Int.min, "-9,223,372,036,854,775,808"),
        ])
    func whole(value: Int, expected: String) {
        #expect(NumberFormat.number(value) == expected)
    }

    @Test(
        "have as many digits after the point as requested, rounded",
        arguments: [
            (0.99695, 4, "0.9970"), (1.0, 4, "1.0000"), (12345.678, 1, "12,345.7"), (0.05, 1, "0.1"), (2.04, 1, "2.0"),
            (-3.14159, 2, "-3.14"), (-0.001, 1, "0.0"), (99.96, 1, "100.0"), (7.5, 0, "8"), (0.004, 2, "0.00"),
        ])
    func digits(value: Double, digits: Int, expected: String) {
        #expect(NumberFormat.number(value, digits: digits) == expected)
    }

    @Test(
        "may have any content", arguments: [Double.nan, .infinity, -.infinity, 1e300, .leastNonzeroMagnitude])
    func extremes(value: Double) {
        #expect(!NumberFormat.number(value, digits: 3).isEmpty)
    }

    @Test("are whole percents of one")
    func percent() {
        #expect(NumberFormat.percent(0.5) == "50 %")
        #expect(NumberFormat.percent(1) == "100 %")
        #expect(NumberFormat.percent(0.004) == "0 %")
    }
}

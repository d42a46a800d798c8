import BuildEngine
import Decisions
import Testing

@Suite("The map of pins in a note")
struct PinMapTests {
    @Test(
        "the middle of a pin decides in which third of the picture it is",
        arguments: [
            (Pin(x: 0, y: 0, width: 100, height: 100), "upper left"),
            (Pin(x: 450, y: 0, width: 100, height: 100), "upper middle"),
            (Pin(x: 900, y: 450, width: 100, height: 100), "right of the centre"),
            (Pin(x: 0, y: 0, width: 1_000, height: 1_000), "centre"),
            (Pin(x: 100, y: 900, width: 100, height: 100), "lower left"),
        ])
    func places(pin: Pin, place: String) { #expect(PinMap([pin]).text.hasSuffix("1: \(place).")) }

    @Test("a large pin has an outline, and a number of two digits stays inside of the frame")
    func frame() {
        let large = PinMap([Pin(x: 0, y: 0, width: 1_000, height: 1_000)]).text
        #expect(large.contains("......") && large.contains("1"))
        let many = PinMap((0..<12).map { _ in Pin(x: 960, y: 960, width: 40, height: 40) }).text
        let lines = many.split(separator: "\n").filter { $0.hasPrefix("  |") }
        #expect(Set(lines.map(\.count)).count == 1 && lines.last?.hasSuffix("12|") == true)
    }
}

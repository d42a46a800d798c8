/// Pseudorandom numbers that are the same in every run.
public struct Chance: Sendable {
    private var state: UInt64

    public init(seed: UInt64) { state = seed }

    /// The next number, from 0 to below `count`.
    public mutating func next(_ count: Int) -> Int {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Int(state >> 33) % count
    }
}

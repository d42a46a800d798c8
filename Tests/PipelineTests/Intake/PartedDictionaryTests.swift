import Intake
import Testing

@Suite("A dictionary in parts")
struct PartedDictionaryTests {
    @Test("after many changes it equals a dictionary, and reports the differences from an earlier state")
    func changes() {
        var (parted, plain) = (PartedDictionary<String, Int>(), [String: Int]())
        var (earlier, earlierPlain) = (parted, plain)
        var state: UInt64 = 5
        for turn in 0..<3000 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            let key = "key \(state >> 40 % 300)"
            let value = state >> 50 % 4 == 0 ? nil : Int(state >> 33 % 5)
            (parted[key], plain[key]) = (value, value)
            guard turn % 50 == 0 else { continue }
            #expect(parted.count == plain.count && Set(parted.keys) == Set(plain.keys))
            #expect(plain.allSatisfy { parted[$0] == $1 })
            let different = Set(plain.keys).union(earlierPlain.keys).filter { plain[$0] != earlierPlain[$0] }
            #expect(parted.keys(differingFrom: earlier) == different)
            #expect((parted == earlier) == (plain == earlierPlain))
            if turn % 200 == 0 { (earlier, earlierPlain) = (parted, plain) }
        }
    }

    @Test("is equal to one that was filled and emptied in another way")
    func equal() {
        var (one, other) = (PartedDictionary<String, Int>(), PartedDictionary<String, Int>())
        other["a"] = 1
        other["a"] = nil
        #expect(one == other && one.isEmpty && other.isEmpty)
        one["b"] = 2
        other.merge(one)
        #expect(one == other && other["b"] == 2)
        #expect(other.first { $1 == 2 }?.key == "b" && !other.contains { $1 == 1 })
    }
}

import JobModel
import StickerConfiguration
import Testing

@Suite("A value as stable text")
struct StableTextTests {
    @Test("dictionaries and sets are in order, regardless of the order of insertion")
    func order() {
        let pairs = (0..<40).map { ("key\($0)", $0) }
        let one = Dictionary(uniqueKeysWithValues: pairs)
        let other = Dictionary(uniqueKeysWithValues: pairs.reversed())
        #expect(StableText.of(one) == StableText.of(other))
        #expect(StableText.of(Set(pairs.map(\.0))) == StableText.of(Set(pairs.reversed().map(\.0))))
    }

    @Test("every setting is in it")
    func settings() {
        let plain = Configuration(drop: "/drop", out: "/out")
        var all: Set<String> = [StableText.of(plain)]
        func isNew(_ change: (inout Configuration) -> Void) -> Bool {
            var changed = plain
            change(&changed)
            return all.insert(StableText.of(changed)).inserted
        }
        #expect(isNew { $0.drop = "/other" })
        #expect(isNew { $0.recipe.encode.effort = .max })
        #expect(isNew { $0.recipe.backgrounds[0].fill = .image("#ffffff") })
        #expect(isNew { $0.recipe.backgrounds[0].fill = .colour("#fffffe") })
        #expect(isNew { $0.rules.limits = ["a": 1] })
        #expect(isNew { $0.rules.levels = ["a": .off] })
        #expect(isNew { $0.rules.levels = ["a": .error] })
        #expect(isNew { $0.state = "/state" })
        #expect(StableText.of(Configuration(drop: "/drop", out: "/out")) == StableText.of(plain))
    }
}

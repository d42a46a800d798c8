import JobModel
import Publishing
import Testing

@Suite("The names of assets")
struct AssetNamesTests {
    private static func name(_ text: String, _ ending: String = "png") -> String {
        "assets/\(Digest.sha256(text)).\(ending)"
    }

    @Test("are those that were put in, and no others")
    func contents() {
        var names = AssetNames((0..<500).map { Self.name("\($0)") })
        #expect(names.count == 500)
        #expect((0..<500).allSatisfy { names.contains(Self.name("\($0)")) })
        #expect(!names.contains(Self.name("500")))
        names.remove(Self.name("7"))
        #expect(!names.contains(Self.name("7")))
        #expect(names.count == 499)
    }

    @Test("differ by their extensions and by names that are not hashes")
    func similarNames() {
        let names: AssetNames = [Self.name("a"), "assets/a.png", "assets/"]
        #expect(names.contains("assets/a.png"))
        #expect(!names.contains(Self.name("a", "apng")))
        #expect(!names.contains(Self.name("a").uppercased()))
        #expect(!names.contains("assets/b.png"))
        #expect(!names.contains("packs/a.png"))
    }

    @Test("are joined, compared and taken out as other sets are")
    func sets() {
        let (one, other): (AssetNames, AssetNames) = (["assets/a", "assets/b"], ["assets/b"])
        #expect(other.isSubset(of: one))
        #expect(!one.isSubset(of: other))
        #expect(one.subtracting(["assets/a"]) == other)
        #expect(other.union(["assets/a"]) == one)
        var both = one
        both.formIntersection(other)
        #expect(both == other)
    }
}

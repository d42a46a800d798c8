import JobModel
import Publishing
import StickerManifest
import Testing

@Suite("Collections of names")
struct NameCollectionTests {
    private static func asset(_ text: String, _ fileExtension: String = "png") -> String {
        "assets/\(Digest.sha256(text)).\(fileExtension)"
    }

    @Test("a name is new once")
    func nameSet() {
        var names = NameSet()
        let areNew = [names.insert("packs/a"), names.insert("packs/a")]
        names.formUnion(["packs/b", "packs/c"])
        let isNew = names.insert("packs/c")
        #expect(areNew == [true, false] && !isNew)
        #expect(names.contains("packs/b") && !names.contains("packs/B") && !names.contains(""))
    }

    @Test("an asset with two names is referenced until both are gone")
    func references() {
        var references = AssetReferences()
        references.add(Self.asset("a"))
        references.add(Self.asset("a"))
        references.remove(Self.asset("a"))
        #expect(references.contains(Self.asset("a")))
        references.remove(Self.asset("a"))
        #expect(!references.contains(Self.asset("a")))
    }

    @Test("an asset that is removed without a reference does not count backwards")
    func neverReferenced() {
        var references = AssetReferences()
        references.remove(Self.asset("a"))
        references.add(Self.asset("a"))
        #expect(references.contains(Self.asset("a")))
    }

    @Test("the same hash with another extension is another file")
    func extensions() {
        var files = AssetFiles()
        files[Self.asset("a")] = 7
        files[Self.asset("a", "json")] = 8
        #expect(files[Self.asset("a")] == 7 && files[Self.asset("a", "json")] == 8)
        #expect(files[Self.asset("a", "gif")] == nil && files[Self.asset("b")] == nil)
        files[Self.asset("a")] = nil
        #expect(files[Self.asset("a")] == nil && files[Self.asset("a", "json")] == 8)
    }

    @Test("lists have an element per line, empty ones are on one line, and keys keep their order")
    func lines() {
        var object = JSONLinesObject()
        #expect(object.text() == Array("{}\n".utf8))
        object.add("z", lines: [Array("1".utf8), Array("2".utf8)])
        object.add("a", lines: [])
        object.add("m", Array("null".utf8))
        #expect(object.text() == Array("{\"z\":[\n1,\n2\n],\"a\":[],\"m\":null}\n".utf8))
    }
}

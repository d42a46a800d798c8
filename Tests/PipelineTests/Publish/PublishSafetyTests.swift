import Foundation
import Intake
import JobModel
import Publishing
import StickerManifest
import Testing

@Suite("Publishing never damages published files")
struct PublishSafetyTests {
    private let names = ["packs/cats/a@3x.png": "one", "previews/cats/a/white.png": "two"]

    /// Publishes a valid state, damages the folder, and publishes another state, which must fail. The manifest and its
    /// files must then be unchanged.
    private func fails(_ spoil: (OutputFixture) throws -> Void, with next: [String: String]) throws {
        let fixture = try OutputFixture()
        try fixture.publish(names, catalog: "old")
        let assets = try fixture.publisher.listAssets()
        try spoil(fixture)
        let error = #expect(throws: PublishError.self) { try fixture.publish(next, catalog: "new") }
        #expect(error?.description.contains(fixture.out) == true)
        #expect(fixture.text("catalog.json") == "old")
        #expect(assets.isSubset(of: try fixture.publisher.listAssets()))
        #expect(try fixture.files().filter { $0.hasSuffix(".part") } == [])
    }

    @Test("if a file is at the path of a folder, the old manifest and its files stay")
    func fileForFolder() throws {
        try fails(
            { try $0.write("in the way", to: "packs/dogs") },
            with: ["packs/dogs/a@3x.png": "three", "packs/cats/a@3x.png": "four"])
    }

    @Test("if a folder is at the path of a file, the old manifest and its files stay")
    func folderForFile() throws {
        try fails(
            { try $0.write("in the way", to: "packs/cats/z@3x.png/file") },
            with: ["packs/cats/a@3x.png": "four", "packs/cats/z@3x.png": "three"])
    }

    @Test("when an asset is missing, the old manifest and its files stay")
    func missingAsset() throws {
        let fixture = try OutputFixture()
        try fixture.publish(names, catalog: "old")
        let publication = Publication(
            catalog: Array("new".utf8), names: ["packs/cats/n@3x.png": "assets/none.png"])
        #expect(throws: PublishError.self) { try fixture.publisher.apply(publication) }
        #expect(fixture.text("catalog.json") == "old")
        for (name, word) in names { #expect(fixture.text(name) == word) }
    }

    @Test(
        "no name refers to a place outside of the output folder",
        arguments: [
            "packs/../../outside/evil.png", "../outside/evil.png", "packs/cats/../../../outside/evil.png",
        ])
    func hostileNames(name: String) throws {
        let fixture = try OutputFixture()
        _ = try? fixture.publish([name: "evil"])
        #expect(try FileManager.default.contentsOfDirectory(atPath: fixture.outside) == [])
    }

    @Test("no asset is read from outside of the output folder")
    func hostileAssets() throws {
        let fixture = try OutputFixture()
        try Data("secret".utf8).write(to: URL(fileURLWithPath: fixture.outside + "/secret.png"))
        try fixture.publish(names)
        let publication = Publication(
            catalog: Array("{}".utf8), names: ["packs/cats/a@3x.png": "assets/../../outside/secret.png"])
        _ = try? fixture.publisher.apply(publication)
        #expect(fixture.text("packs/cats/a@3x.png") != "secret")
    }

    @Test("a folder that is a link to somewhere else is not written through, and nothing behind it is removed")
    func linkedFolder() throws {
        let fixture = try OutputFixture()
        try fixture.publish(names)
        try Data("mine".utf8).write(to: URL(fileURLWithPath: fixture.outside + "/mine.txt"))
        try FileManager.default.createSymbolicLink(
            atPath: fixture.out + "/packs/dogs", withDestinationPath: fixture.outside)
        _ = try? fixture.publish(["packs/dogs/a@3x.png": "dog"])
        #expect(try FileManager.default.contentsOfDirectory(atPath: fixture.outside) == ["mine.txt"])
    }

    @Test(
        "ids from any names never refer to a place outside of the folder",
        arguments: ["..", "../../etc", "a/../../b", "/", ".", ""])
    func ids(name: String) {
        for id in [NameRule.id(ofFile: name + ".png"), NameRule.id(ofFolder: name)] {
            let path = OutputNames.rendition(pack: id, sticker: id, scale: 3, fileExtension: "png")
            #expect(path.split(separator: "/", omittingEmptySubsequences: false).count == 3)
            #expect(!path.split(separator: "/").contains(".."))
        }
    }

    @Test("an output folder that cannot be created is an error")
    func noFolder() throws {
        let fixture = try OutputFixture()
        try fixture.write("a file", to: "blocked")
        let error = #expect(throws: PublishError.self) {
            try Publisher(out: fixture.out + "/blocked/out").openStaging()
        }
        #expect(error?.description.contains("cannot make the folder") == true)
    }
}

import Foundation
import Glibc
import Intake
import Testing

@Suite("The timestamp of a drop folder")
struct DirectoryFingerprintTests {
    private func furnished() throws -> DropFixture {
        let drop = try DropFixture()
        try drop.add("cats/One.svg", text: "<svg/>")
        try drop.add("cats/One.json", text: "{}")
        try drop.add("Two.svg", text: "<svg/>")
        try drop.add("cats/Wave.frames/0001.png", text: "frame")
        try drop.link("cats/Linked.svg", to: "One.svg")
        return drop
    }

    @Test("stays while nothing is touched")
    func same() throws {
        let drop = try furnished()
        let stamp = try #require(DirectoryFingerprint.folders(of: drop.path))
        #expect(DirectoryFingerprint.folders(of: drop.path) == stamp)
    }

    @Test(
        "changes with every file that is written, also to the same length",
        arguments: [
            "cats/One.svg", "cats/One.json", "Two.svg", "cats/Wave.frames/0001.png", "cats/Wave.frames/0002.png",
            "dogs/New.svg", "notes.txt",
        ])
    func written(name: String) throws {
        let drop = try furnished()
        let stamp = try #require(DirectoryFingerprint.folders(of: drop.path))
        try drop.add(name, text: "<abc/>")
        #expect(DirectoryFingerprint.folders(of: drop.path) != stamp)
    }

    @Test("changes when something is removed, renamed, moved to another pack, or the target of a link is written")
    func moved() throws {
        let drop = try furnished()
        var seen: Set<[String: String]?> = [DirectoryFingerprint.folders(of: drop.path)]
        func isNew() -> Bool { seen.insert(DirectoryFingerprint.folders(of: drop.path)).inserted }
        try FileManager.default.removeItem(atPath: drop.path + "/cats/One.json")
        #expect(isNew())
        try #require(rename(drop.path + "/Two.svg", drop.path + "/Three.svg") == 0)
        #expect(isNew())
        try #require(rename(drop.path + "/Three.svg", drop.path + "/cats/Three.svg") == 0)
        #expect(isNew())
        try drop.add("cats/One.svg", text: "<other/>")
        #expect(isNew())
        try #require(chmod(drop.path + "/cats/One.svg", 0o600) == 0)
        #expect(isNew())
    }

    @Test("changes when something was added and removed, or a pack was moved away and back")
    func passing() throws {
        let drop = try furnished()
        let stamp = DirectoryFingerprint.folders(of: drop.path)
        try drop.add("cats/Passing.svg", text: "<svg/>")
        try FileManager.default.removeItem(atPath: drop.path + "/cats/Passing.svg")
        let later = DirectoryFingerprint.folders(of: drop.path)
        #expect(later != stamp)
        try #require(rename(drop.path + "/cats", drop.outside + "/cats") == 0)
        try #require(rename(drop.outside + "/cats", drop.path + "/cats") == 0)
        #expect(DirectoryFingerprint.folders(of: drop.path) != later)
    }

    @Test("is nil if a link leads to a folder or nowhere, or there is no folder")
    func none() throws {
        let drop = try furnished()
        #expect(DirectoryFingerprint.folders(of: drop.path + "/missing") == nil)
        try drop.link("more", to: "cats")
        #expect(DirectoryFingerprint.folders(of: drop.path) == nil)
        let other = try furnished()
        try other.link("cats/Gone.svg", to: "nowhere.svg")
        #expect(DirectoryFingerprint.folders(of: other.path) == nil)
    }
}

import BuildEngine
import Foundation
import StickerConfiguration
import TestSupport
import Testing

/// After its output folder was replaced, a watch must not rely on its last publication.
@Suite("The output of a running watch")
struct OutputIdentityTests {
    private let folder: TemporaryFolder
    private var configuration: Configuration

    init() throws {
        folder = try TemporaryFolder()
        configuration = Configuration(drop: folder.file("drop"), out: folder.file("out"))
        configuration.state = folder.file("state")
        for name in ["out/assets/a.png", "state/decisions.sqlite"] { try folder.write("content", to: name) }
    }

    /// Moves a folder to another place, so that its inode number remains in use, and creates it again.
    private func replace(_ name: String) throws {
        try FileManager.default.moveItem(atPath: folder.file(name), toPath: folder.file("old"))
        try FileManager.default.createDirectory(atPath: folder.file(name), withIntermediateDirectories: true)
    }

    private func change(since identity: inout OutputIdentity) -> String? {
        identity.change(to: OutputIdentity(configuration))
    }

    @Test("with other files in its folders it is the same")
    func same() throws {
        var identity = OutputIdentity(configuration)
        try folder.write("new", to: "out/assets/b.png")
        try folder.remove("out/assets/a.png")
        let path = change(since: &identity)
        #expect(path == nil)
    }

    @Test("a folder that was replaced or removed is named", arguments: ["out", "out/assets", "state"], [true, false])
    func replaced(name: String, isMadeAgain: Bool) throws {
        var identity = OutputIdentity(configuration)
        if isMadeAgain { try replace(name) } else { try folder.remove(name) }
        let path = change(since: &identity)
        #expect(path == folder.file(name))
        // Each comparison reports the folder again until the watch restarts.
        let again = change(since: &identity)
        #expect(again == path)
    }

    @Test("a folder that is made later counts from then on")
    func later() throws {
        try folder.remove("out/assets")
        var identity = OutputIdentity(configuration)
        try folder.write("content", to: "out/assets/a.png")
        let first = change(since: &identity)
        #expect(first == nil)
        try replace("out/assets")
        let second = change(since: &identity)
        #expect(second == folder.file("out/assets"))
    }
}

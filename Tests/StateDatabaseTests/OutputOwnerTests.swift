import EngineSupport
import Foundation
import Glibc
import StateDatabase
import StickerConfiguration
import TestSupport
import Testing

@Suite("One owner of an output")
struct OutputOwnerTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private func configuration(out: String, state: String? = nil) -> Configuration {
        Configuration(drop: folder.file("drop"), out: folder.file(out), state: state.map(folder.file))
    }

    @Test(
        "whoever comes by a link, another spelling or with another state folder is refused with the name of the holder",
        arguments: [("link", nil), ("out", "other"), ("sub/../out", nil), ("link", "other")] as [(String, String?)])
    func otherWays(out: String, state: String?) throws {
        try FileManager.default.createDirectory(atPath: folder.file("sub"), withIntermediateDirectories: false)
        try FileManager.default.createSymbolicLink(atPath: folder.file("link"), withDestinationPath: folder.file("out"))
        let first = try OutputLock.take(configuration(out: "out"), command: "stickerd watch")
        #expect {
            try OutputLock.take(configuration(out: out, state: state), command: "stickerd build")
        } throws: { error in
            guard case EngineError.outputInUse(_, let holder) = error else { return false }
            return holder.contains("process \(getpid())")
        }
        withExtendedLifetime(first) {}
    }

    @Test("who removes the lock's file does not get in")
    func removedFile() throws {
        let first = try OutputLock.take(configuration(out: "out"), command: "stickerd watch")
        try FileManager.default.removeItem(atPath: first.path)
        #expect(throws: EngineError.self) {
            try OutputLock.take(configuration(out: "out"), command: "stickerd build")
        }
        withExtendedLifetime(first) {}
    }

    @Test("it is given back with all its folders")
    func release() throws {
        for state in [nil, "other"] {
            let lock = try OutputLock.take(configuration(out: "out", state: state), command: "stickerd build")
            withExtendedLifetime(lock) {}
        }
    }

    @Test("the state folder lies beside the output folder itself, and not beside a link to it")
    func state() throws {
        try FileManager.default.createDirectory(atPath: folder.file("real/out"), withIntermediateDirectories: true)
        try FileManager.default.createSymbolicLink(
            atPath: folder.file("link"), withDestinationPath: folder.file("real/out"))
        #expect(configuration(out: "link").stateFolder.hasSuffix("/real/.out.stickerd"))
        #expect(configuration(out: "not/there").stateFolder == folder.file("not/.there.stickerd"))
    }

    @Test("a state folder that an earlier version made beside the link is still found")
    func earlierState() throws {
        try FileManager.default.createDirectory(atPath: folder.file("real/out"), withIntermediateDirectories: true)
        try FileManager.default.createSymbolicLink(
            atPath: folder.file("link"), withDestinationPath: folder.file("real/out"))
        try FileManager.default.createDirectory(
            atPath: folder.file(".link.stickerd"), withIntermediateDirectories: false)
        try folder.write("", to: ".link.stickerd/ledger.sqlite")
        #expect(configuration(out: "link").stateFolder == folder.file(".link.stickerd"))
    }
}

import DropWatcher
import FileAccess
import Foundation
import Logging
import Synchronization
import TestSupport
import Testing

@Suite("Mounts below a watched drop folder")
struct RemoteFoldersTests {
    @Test("mounts are read with their types, also where their names have spaces")
    func mountTable() {
        let table = MountTable(
            mountinfo: """
                27 1 254:0 / / rw,relatime - ext4 /dev/vda rw,discard
                40 27 0:50 / /drop/dogs rw,nosuid shared:1 master:2 - fuse.sshfs host:/art rw
                41 27 0:51 / /drop/big\\040cats rw - nfs4 host:/cats rw
                not a mount
                42 27 0:52 / /drop2/birds rw - nfs4 host:/birds rw
                """)
        #expect(table.mounts.map(\.path) == ["/", "/drop/dogs", "/drop/big cats", "/drop2/birds"])
        #expect(table.mounts.map(\.type) == ["ext4", "fuse.sshfs", "nfs4", "nfs4"])
        #expect(table.mounts[2].identity == "nfs4 host:/cats /")
    }

    @Test("only mounts below a folder count, and the last of several mounts")
    func below() throws {
        let folder = try TemporaryFolder()
        let drop = URL(fileURLWithPath: folder.path).resolvingSymlinksInPath().path
        let lines = [("dogs", "ext4"), ("dogs", "nfs"), (".hidden", "nfs")].map {
            "1 1 0:1 / \(drop)/\($0) rw - \($1) source rw"
        }
        let table = MountTable(mountinfo: (lines + ["1 1 0:1 / \(drop)-2 rw - nfs source rw"]).joined(separator: "\n"))
        #expect(table.types(below: drop) == ["dogs": "nfs"])
        #expect(table.types(below: drop + "/missing") == [:])
    }

    @Test("a pack on a network file system is polled, and the others are watched", arguments: ["fuse.sshfs", "ext4"])
    func polled(type: String) async throws {
        let folder = try TemporaryFolder()
        let events = Mutex<[DropEvent]>([])
        for pack in ["cats", "dogs"] {
            try FileManager.default.createDirectory(
                atPath: folder.file("drop/\(pack)"), withIntermediateDirectories: true)
        }
        let watch = try DropWatch(
            root: folder.file("drop"), mode: .auto, pollInterval: .milliseconds(20), rescanInterval: .seconds(3600),
            mountTypes: { _ in ["dogs": type] }, logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() },
            observer: { event in events.withLock { $0.append(event) } })
        try await watch.start()
        let isRemote = type != "ext4"
        if isRemote {
            try await eventually("the first poll does not end") {
                events.withLock { $0.contains(.folderAppeared("dogs")) }
            }
        }
        for pack in ["cats", "dogs"] {
            try SampleArt.png(pack).write(to: URL(fileURLWithPath: folder.file("drop/\(pack)/New.png")))
        }
        try await eventually("the events do not arrive") {
            events.withLock {
                $0.contains(.closedAfterWrite("dogs/New.png")) && $0.contains(.closedAfterWrite("cats/New.png"))
            }
        }
        // A remote folder is watched with inotify and is also polled.
        if isRemote {
            try await eventually("the remote folder is not polled") {
                events.withLock { $0.contains(.touched("dogs/New.png")) }
            }
        }
        await watch.stop()
        let isSaid = events.withLock { events in
            events.contains { if case .notice(let text) = $0 { text.contains("drop/dogs is on FUSE") } else { false } }
        }
        #expect(isSaid == isRemote)
    }
}

import DropWatcher
import EngineSupport
import FileAccess
import Foundation
import InotifyProtocol
import Intake
import Logging
import Synchronization
import TestSupport
import Testing

@Suite("The parts of a watch")
struct WatchPartsTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try makeFolder("drop")
    }

    private func makeFolder(_ name: String) throws {
        try FileManager.default.createDirectory(atPath: folder.file(name), withIntermediateDirectories: true)
    }

    @Test("one ring ends all waiting, now and later", .timeLimit(.minutes(1)))
    func ring() async throws {
        let pipe = try SelfPipe()
        #expect(!pipe.hasRung)
        let waiting = Task { try await BlockingExecutor.run { pipe.wait(atMost: .seconds(3600)) } }
        pipe.ring()
        pipe.ring()
        #expect(try await waiting.value == false && pipe.hasRung)
        pipe.wait(atMost: .seconds(3600))
    }

    @Test("waiting ends when a descriptor becomes readable, without a ring", .timeLimit(.minutes(1)))
    func readable() throws {
        let (pipe, file) = (try SelfPipe(), open(folder.path, O_RDONLY | O_CLOEXEC))
        defer { close(file) }
        pipe.wait(descriptor: file, atMost: .seconds(3600))
        #expect(!pipe.hasRung)
    }

    @Test("the beginning of a watch is reported once, with the first result")
    func startSignal() async throws {
        try await withCheckedThrowingContinuation { continuation in
            let signal = StartSignal(continuation)
            #expect(!signal.isGiven)
            signal.give(.success(()))
            signal.give(.failure(CancellationError()))
            #expect(signal.isGiven)
        }
        await #expect(throws: CancellationError.self) {
            try await withCheckedThrowingContinuation { StartSignal($0).give(.failure(CancellationError())) }
        }
    }

    @Test("a watch that is ended before it begins watches nothing, and does not keep its caller waiting")
    func endedBefore() async throws {
        let events = Mutex<[DropEvent]>([])
        let thread = try DropWatch(
            root: folder.file("drop"), mode: .poll, pollInterval: .seconds(3600), rescanInterval: .seconds(3600),
            inotifyProgram: nil, restarts: InotifyRestarts(), patience: InotifyPatience(), mountTypes: { _ in [:] },
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() },
            observer: { event in events.withLock { $0.append(event) } })
        thread.wakeUp.ring()
        try await withCheckedThrowingContinuation { thread.run(began: StartSignal($0)) }
        let mode: WatchStatus.Mode = thread.status.withLock { $0.mode }
        #expect(mode == .waiting && events.withLock { $0 }.isEmpty && thread.pulse.stall == nil)
    }

    @Test("without its program a folder is not watched, and the reason has its name")
    func noProgram() {
        #expect(throws: InotifyError.programUnusable("stickerd-inotify", reason: "it is not installed")) {
            try InotifyProcess(program: nil, patience: InotifyPatience())
        }
        let error = #expect(throws: InotifyError.self) {
            try InotifyProcess(program: folder.file("missing"), patience: InotifyPatience())
        }
        #expect(error?.description.contains(folder.file("missing")) == true)
    }

    @Test("a missing drop folder is reported before the program that watches it is started")
    func noRoot() {
        #expect(throws: IntakeError.dropFolderMissing(folder.file("gone"))) {
            try InotifyWatcher(
                folder.file("gone"), program: nil, patience: InotifyPatience(), pulse: ThreadPulse())
        }
    }

    private func place(_ path: String, inode: UInt64, at absolutePath: String? = nil) -> ScannedFile {
        ScannedFile(
            path: path, absolutePath: absolutePath ?? "/drop/" + path,
            stamp: FileStat(size: 0, modified: 0, changed: 0, inode: inode, device: 1))
    }

    @Test("another folder with the name of a watched one is not watched, and neither is the same one at another place")
    func watched() {
        var folders = WatchedFolders()
        folders.add(place("cats", inode: 1), watch: 1)
        #expect(folders.holds(place("cats", inode: 1)) && !folders.holds(place("cats", inode: 2)))
        #expect(!folders.holds(place("cats", inode: 1, at: "/drop2/cats")) && !folders.holds(place("dogs", inode: 1)))
    }

    @Test("a renamed folder keeps its watch and loses its old path")
    func renamed() {
        var folders = WatchedFolders()
        folders.add(place("cats", inode: 1), watch: 1)
        folders.add(place("lions", inode: 1), watch: 1)
        #expect(folders.paths == ["lions"] && folders.count == 1 && folders.place(of: 1)?.path == "lions")
        // The removal of a replaced watch does not affect the watch that replaced it.
        folders.add(place("lions", inode: 2), watch: 2)
        folders.remove(1)
        #expect(folders.holds(place("lions", inode: 2)) && folders.place(of: 1) == nil)
    }

    @Test("a folder is removed with the folders below it, and without those whose names only start the same")
    func removedBelow() {
        var folders = WatchedFolders()
        for (watch, path) in [(1, "cats"), (2, "cats/Wave.frames"), (3, "cats2"), (4, "")] as [(Int32, String)] {
            folders.add(place(path, inode: UInt64(watch)), watch: watch)
        }
        #expect(Set(folders.removeAll(at: "cats")) == [1, 2])
        #expect(Set(folders.paths) == ["cats2", ""] && folders.removeAll(at: "cats").isEmpty)
    }

    @Test("two looks at a folder differ by their files and folders, in the order of the paths")
    func poll() throws {
        try folder.write("a", to: "drop/cats/Cat.png")
        try folder.write("b", to: "drop/cats/Dog.png")
        var poller = try Poller(folder.file("drop"), pulse: ThreadPulse())
        #expect(try poller.takeEvents() == [])
        try folder.write("longer", to: "drop/cats/Cat.png")
        try folder.remove("drop/cats/Dog.png")
        try folder.write("c", to: "drop/eels/Eel.png")
        try folder.write("d", to: "drop/eels/.Eel.png.part")
        #expect(
            try poller.takeEvents() == [
                .touched("cats/Cat.png"), .removed("cats/Dog.png"), .folderAppeared("eels"), .touched("eels/Eel.png"),
            ])
        try folder.remove("drop/cats")
        #expect(try poller.takeEvents() == [.folderRemoved("cats"), .removed("cats/Cat.png")])
        try folder.remove("drop")
        #expect(throws: IntakeError.dropFolderMissing(folder.file("drop"))) { try poller.takeEvents() }
    }

    @Test("of a polled part of the drop folder the rest is not reported, and its paths are those of the drop folder")
    func pollPart() throws {
        try makeFolder("drop/dogs")
        var poller = try Poller(folder.file("drop"), below: "dogs", pulse: ThreadPulse())
        for name in ["dogs/Dog.png", "Cat.png"] { try folder.write("a", to: "drop/\(name)") }
        #expect(try poller.takeEvents() == [.touched("dogs/Dog.png")])
        #expect(throws: IntakeError.self) {
            try Poller(folder.file("drop"), below: "gone", pulse: ThreadPulse())
        }
    }

    @Test("only mounts of other machines are polled, until they are unmounted, and each is reported once")
    func remote() throws {
        for name in ["cats", "dogs"] { try makeFolder("drop/\(name)") }
        let types = Mutex(["cats": "ext4", "dogs": "nfs4"])
        let folders = RemoteFolders(
            root: folder.file("drop"), pollInterval: .milliseconds(20), mounts: { _ in types.withLock { $0 } },
            observer: { _ in })
        defer { folders.stop() }
        let first: RemoteFolders.Change = folders.update()
        #expect(!first.hasOtherMounts && first.notices.count == 1)
        #expect(first.notices.first?.hasPrefix("\(folder.file("drop"))/dogs is on NFS") == true)
        #expect(folders.description == "dogs is polled: it is on NFS")
        let second = folders.update()
        #expect(!second.hasOtherMounts && second.notices.isEmpty)
        types.withLock { $0 = ["cats": "fuse.sshfs"] }
        #expect(folders.update().hasOtherMounts && folders.description == "cats is polled: it is on FUSE")
        types.withLock { $0 = [:] }
        let last = folders.update()
        #expect(last.hasOtherMounts && last.notices.isEmpty && folders.description.isEmpty)
    }

    @Test(
        "a file system is remote by its type in a mount table",
        arguments: [
            ("nfs4", "NFS"), ("fuse.sshfs", "FUSE"), ("fuseblk", "FUSE"), ("cifs", "CIFS"), ("ext4", nil),
            ("tmpfs", nil),
            ("nfs5", nil),
        ] as [(String, String?)])
    func remoteName(type: String, name: String?) {
        #expect(FileSystemKind.remoteName(ofType: type) == name)
    }

    @Test("a folder of this machine is not remote, and a missing one has no kind")
    func localKind() {
        #expect(FileSystemKind(of: "/proc")?.remoteName == nil && FileSystemKind(of: "/proc") != nil)
        #expect(FileSystemKind(of: folder.file("gone")) == nil)
    }
}

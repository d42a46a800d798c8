import DropWatcher
import EngineSupport
import FileAccess
import Foundation
import Intake
import Logging
import StickerConfiguration
import Synchronization
import TestSupport
import Testing

/// A drop folder with a real watch, and a reader that works like the daemon. The reader lists the folder after every
/// event, determines which files are stable, and reads these files.
final class WatchedDrop: Sendable {
    private struct State {
        var events: [DropEvent] = []
        /// The content of each file, each time it was read.
        var taken: [String: [Data]] = [:]
        /// The existing files that are stable.
        var present: [String: FileStat] = [:]
        /// The reasons why files are deferred, by path.
        var waiting: [String: String] = [:]
    }

    /// The events of the watch that have not been taken yet.
    private final class Pending: Sendable {
        let events = Mutex(CoalescedEvents())
    }

    let folder: TemporaryFolder
    let watch: DropWatch
    private let state = Mutex(State())
    private let pending = Pending()

    private init(
        mode: WatchSettings.Mode, rescan: Duration, inotifyProgram: String?, restarts: InotifyRestarts,
        patience: InotifyPatience
    ) throws {
        folder = try TemporaryFolder()
        let pending = pending
        try FileManager.default.createDirectory(atPath: folder.file("drop"), withIntermediateDirectories: true)
        watch = try DropWatch(
            root: folder.file("drop"), mode: mode, pollInterval: .milliseconds(20), rescanInterval: rescan,
            inotifyProgram: inotifyProgram, restarts: restarts, patience: patience,
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() },
            observer: { event in pending.events.withLock { $0.add(event) } })
    }

    /// Removes and returns all pending events.
    func takePending() -> [DropEvent] { pending.events.withLock { $0.takeAll() }.map(\.event) }

    /// Runs a test with a separate folder. The tests run one after the other, because some of them lower the limits of
    /// the kernel.
    static func run(
        mode: WatchSettings.Mode = .inotify, rescan: Duration = .seconds(3600), reading: Bool = true,
        inotifyProgram: String? = InstalledProgram.path(of: InstalledProgram.inotify),
        restarts: InotifyRestarts = InotifyRestarts(), patience: InotifyPatience = InotifyPatience(),
        preparing prepare: (WatchedDrop) throws -> Void = { _ in },
        _ body: (WatchedDrop) async throws -> Void
    ) async throws {
        await OneAtATime.shared.enter()
        let drop = try WatchedDrop(
            mode: mode, rescan: rescan, inotifyProgram: inotifyProgram, restarts: restarts, patience: patience)
        do {
            try prepare(drop)
            try await drop.watch.start()
            let reader = Task { if reading { await drop.read() } }
            do {
                try await body(drop)
            } catch {
                Issue.record(error)
            }
            reader.cancel()
            await reader.value
            await drop.watch.stop()
        } catch {
            Issue.record(error)
        }
        await OneAtATime.shared.leave()
    }

    var events: [DropEvent] { state.withLock { $0.events } }
    func taken(_ path: String) -> [Data] { state.withLock { $0.taken[path] ?? [] } }
    func waits(_ path: String) -> String? { state.withLock { $0.waiting[path] } }
    /// The paths of all existing files that are stable.
    var present: [String] { state.withLock { $0.present.keys.sorted() } }

    func path(_ name: String) -> String { folder.file("drop/" + name) }

    func write(_ data: Data, to name: String) throws {
        try data.write(to: URL(fileURLWithPath: path(name)))
    }

    func makeFolder(_ name: String) throws {
        try FileManager.default.createDirectory(atPath: path(name), withIntermediateDirectories: true)
    }

    /// Renames a file or folder. A path is relative to the drop folder, and `../` refers to its parent folder.
    func move(_ from: String, to: String) throws {
        guard rename(path(from), path(to)) == 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
    }

    func remove(_ name: String) throws {
        try FileManager.default.removeItem(atPath: path(name))
    }

    private func read() async {
        // Incomplete files are never read, however busy the machine is.
        var settling = WriteStabilizer(quiet: .milliseconds(60), unfinished: .seconds(3_600))
        while !Task.isCancelled {
            let events = takePending()
            for event in events { settling.note(event, at: .now) }
            state.withLock { $0.events += events }
            if let listing = try? DropScanner.list(folder.file("drop")) { look(at: listing.art, &settling) }
            try? await Task.sleep(for: .milliseconds(2))
        }
    }

    private func look(at art: [ScannedSource], _ settling: inout WriteStabilizer) {
        for file in art {
            let readiness = settling.judge(
                path: file.path, absolutePath: file.absolutePath, stamp: file.stamp, at: .now)
            switch readiness {
            case .waiting(let reason, _):
                state.withLock { $0.waiting[file.path] = "\(reason)" }
            case .settled:
                guard state.withLock({ $0.present[file.path] }) != file.stamp,
                    let data = try? Data(contentsOf: URL(fileURLWithPath: file.absolutePath))
                else { continue }
                state.withLock { state in
                    state.taken[file.path, default: []].append(data)
                    state.present[file.path] = file.stamp
                    state.waiting[file.path] = nil
                }
            }
        }
        let paths = Set(art.map(\.path))
        settling.forget(except: paths)
        state.withLock { state in state.present = state.present.filter { paths.contains($0.key) } }
    }
}

/// Allows only one test at a time.
private actor OneAtATime {
    static let shared = OneAtATime()
    private var isTaken = false
    private var queue: [CheckedContinuation<Void, Never>] = []

    func enter() async {
        guard isTaken else {
            isTaken = true
            return
        }
        await withCheckedContinuation { queue.append($0) }
    }

    func leave() {
        if queue.isEmpty { isTaken = false } else { queue.removeFirst().resume() }
    }
}

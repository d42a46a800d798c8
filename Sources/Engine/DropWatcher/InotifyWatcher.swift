import FileAccess
import Glibc
import InotifyProtocol
import Intake

/// Watches the drop folder and all folders in it. Must be used on one thread.
package final class InotifyWatcher {
    /// The result of one call of `takeEvents`.
    struct Round {
        var events: [DropEvent] = []
        /// Whether the kernel's event queue was full, so that events were lost.
        var hasOverflown = false
        /// Whether the drop folder itself was deleted, moved or unmounted.
        var lostRoot = false
    }

    /// The maximum number of events that one call of `takeEvents` handles.
    private static let roundSize = 8192

    private let process: InotifyProcess
    private let walk: FolderWalk
    private let pulse: ThreadPulse
    private var folders = WatchedFolders()
    /// The paths of folders that cannot be watched, or whose mount was removed. Changes in them are not detected.
    private var unseen: Set<String> = []

    /// A descriptor that becomes readable when there are events.
    var descriptor: Int32 { process.descriptor }
    /// Whether there are events for which `descriptor` does not become readable.
    var hasEvents: Bool { process.hasEvents }
    /// The process id of the inotify program.
    var processID: pid_t { process.processID }
    /// The number of watched folders.
    var count: Int { folders.count }
    /// The identity of the drop folder when the watch was started.
    var root: ScannedFile { walk.top }

    /// Starts watching. After the initializer returns, no event is missed.
    ///
    /// - Parameters:
    ///   - program: the path of the inotify program. Nil if it was not found.
    ///   - pulse: receives a heartbeat for each folder.
    /// - Throws: `InotifyError`, or `IntakeError` if the drop folder does not exist.
    package init(_ root: String, program: String?, patience: InotifyPatience, pulse: ThreadPulse) throws {
        self.pulse = pulse
        walk = try FolderWalk(root)
        pulse.beat("it waits for stickerd-inotify")
        process = try InotifyProcess(program: program, patience: patience)
        try adopt(walk.top)
    }

    /// Returns the pending events without waiting.
    ///
    /// - Throws: `InotifyError.outOfWatches` if a new folder cannot be watched; `programEnded`.
    func takeEvents() throws(InotifyError) -> Round {
        var round = Round()
        var count = 0
        while count < Self.roundSize, let event = try process.nextEvent() {
            try handle(event, in: &round)
            count += 1
        }
        return round
    }

    /// Whether there may be folders that are not watched.
    var hasUnseenFolders: Bool { !unseen.isEmpty }

    /// Tries to watch the folders that could not be examined before.
    ///
    /// - Returns: an event for each folder that can be examined now.
    /// - Throws: the errors of `reconcile`.
    func retryUnseenFolders() throws(InotifyError) -> [DropEvent] {
        let before = unseen
        try reconcile()
        return before.subtracting(unseen).sorted().map { .folderAppeared($0) }
    }

    /// Watches new folders and forgets missing ones, independently of events. Keeps the watches of folders that cannot
    /// be examined now.
    ///
    /// - Throws: `InotifyError.outOfWatches`, `programEnded`.
    func reconcile() throws(InotifyError) {
        unseen = []
        var seen: Set<String> = [""]
        var open = [walk.top]
        while let folder = open.popLast() {
            for place in contents(of: folder) {
                try adopt(place)
                seen.insert(place.path)
                open.append(place)
            }
        }
        let unknown = UnknownPaths(unseen)
        for path in folders.paths where !seen.contains(path) && !unknown.contains(path) { try unwatch(path) }
    }

    /// Checks that the program still responds, if it has sent nothing for a while.
    ///
    /// - Throws: `InotifyError.programEnded` if it does not respond.
    func checkIsAlive() throws(InotifyError) {
        pulse.beat("it waits for an answer of stickerd-inotify")
        try process.checkIsAlive()
    }

    func close() { process.close() }

    /// Watches a folder and all folders below it. The watch is added before the folder is listed, so that no change in
    /// between is missed. Such a change may be reported twice.
    private func adopt(_ place: ScannedFile) throws(InotifyError) {
        guard !folders.holds(place) else { return }
        try unwatch(place.path)
        do {
            pulse.beat("it waits for stickerd-inotify to watch \(place.path)")
            folders.add(place, watch: try process.watch(place.absolutePath))
        } catch {
            switch error {
            // The folder no longer exists or cannot be read. The scan reports it.
            case .missing where !place.path.isEmpty, .system where !place.path.isEmpty: return
            default: throw error
            }
        }
        for folder in contents(of: place) {
            try adopt(folder)
        }
    }

    /// The subfolders directly in a folder.
    private func contents(of place: ScannedFile) -> [ScannedFile] {
        pulse.beat("it lists \(place.path.isEmpty ? "the drop folder" : place.path)")
        guard let contents = walk.contents(of: place) else {
            if !place.path.isEmpty { unseen.insert(place.path) }
            return []
        }
        unseen.formUnion(contents.unreadable)
        return contents.folders
    }

    private func unwatch(_ path: String) throws(InotifyError) {
        for watch in folders.removeAll(at: path) { try process.unwatch(watch) }
    }

    private func handle(_ event: InotifyEvent, in round: inout Round) throws(InotifyError) {
        if event.what.contains(.overflow) {
            round.hasOverflown = true
            return
        }
        guard let folder = folders.place(of: event.watch) else { return }
        if event.name.isEmpty {
            let isOver = !event.what.isDisjoint(with: [.selfDeleted, .selfMoved, .unmounted, .ignored])
            if isOver, folder.path.isEmpty { round.lostRoot = true }
            if event.what.contains(.unmounted), !folder.path.isEmpty { unseen.insert(folder.path) }
            if event.what.contains(.ignored) { folders.remove(event.watch) }
            return
        }
        guard let rawName = String(validating: event.name, as: UTF8.self) else {
            // The name is not valid UTF-8. A scan of the folder will report the problem.
            let shown = String(decoding: event.name, as: UTF8.self)
            round.events.append(.touched(folder.path.isEmpty ? shown : folder.path + "/" + shown))
            return
        }
        let isFolder = event.what.contains(.folder)
        let name = rawName.nfc
        let path = folder.path.isEmpty ? name : folder.path + "/" + name
        if !isFolder, FeedbackFileName.isNote(name), !event.what.isDisjoint(with: [.deleted, .movedOut]) {
            round.events.append(.noteRemoved(path))
            return
        }
        guard IgnoreRules.reason(forName: name, isFolder: isFolder) == nil else { return }
        if isFolder {
            let absolutePath = folder.absolutePath + "/" + rawName
            if let dropEvent = try follow(event, path: path, absolutePath: absolutePath) {
                round.events.append(dropEvent)
            }
        } else if let dropEvent = DropEvent(event.what, file: path) {
            round.events.append(dropEvent)
        }
    }

    /// Adds or removes watches for a folder in a watched folder. Returns the event to report.
    private func follow(
        _ event: InotifyEvent, path: String, absolutePath: String
    ) throws(InotifyError) -> DropEvent? {
        if event.what.contains(.deleted) {
            // The kernel has already ended the watch of a deleted folder.
            _ = folders.removeAll(at: path)
            return .folderRemoved(path)
        }
        if event.what.contains(.movedOut) {
            try unwatch(path)
            return .folderRemoved(path)
        }
        var status = stat()
        guard lstat(absolutePath, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else { return nil }
        try adopt(ScannedFile(path: path, absolutePath: absolutePath, stamp: FileStat(status)))
        return .folderAppeared(path)
    }
}

extension DropEvent {
    /// Converts an event about a file. Nil if the event is not relevant.
    fileprivate init?(_ what: InotifyEvent.What, file path: String) {
        if what.contains(.closedAfterWrite) {
            self = .closedAfterWrite(path)
        } else if what.contains(.movedIn) {
            self = .movedIn(path)
        } else if what.contains(.written) {
            self = .changed(path)
        } else if what.contains(.created) {
            self = .created(path)
        } else if what.contains(.attributes) {
            self = .touched(path)
        } else if !what.isDisjoint(with: [.deleted, .movedOut]) {
            self = .removed(path)
        } else {
            return nil
        }
    }
}

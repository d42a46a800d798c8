import FileAccess
import Intake

/// Polls the mounts below the drop folder on which the kernel does not report changes by other machines. The rest of
/// the drop folder is watched.
///
/// Each polled mount has a separate thread, so that an unresponsive server delays nothing else. The methods must be
/// called on the watching thread.
package final class RemoteFolders {
    /// The result of `update`.
    package struct Change {
        /// Whether something was mounted or unmounted below the drop folder.
        package var hasOtherMounts = false
        /// Messages about the mounts that are polled from now on.
        package var notices: [String] = []
    }

    private let root: String
    private let pollInterval: Duration
    /// Returns the types of the mounts below a folder, by path relative to it.
    private let mounts: @Sendable (String) -> [String: String]
    private let observer: @Sendable (DropEvent) -> Void
    private var types: [String: String]?
    private var pollers: [String: SelfPipe] = [:]

    /// The stack size of a polling thread in bytes. The threads only list folders.
    private static let stackSize = 1 << 20

    package init(
        root: String, pollInterval: Duration, mounts: @escaping @Sendable (String) -> [String: String],
        observer: @escaping @Sendable (DropEvent) -> Void
    ) {
        self.root = root
        self.pollInterval = pollInterval
        self.mounts = mounts
        self.observer = observer
    }

    /// A clause about the polled mounts and the kinds of their file systems, for messages.
    package var description: String {
        pollers.keys.sorted().map { "\($0) is polled: it is on \(name(of: $0) ?? "")" }.joined(separator: "; ")
    }

    /// Compares the current mounts with the previous ones, and starts or stops polling accordingly.
    package func update() -> Change {
        let now = mounts(root)
        guard now != types else { return Change() }
        var change = Change(hasOtherMounts: types != nil)
        let before = types ?? [:]
        types = now
        for (path, pipe) in pollers where now[path] != before[path] {
            pipe.ring()
            pollers[path] = nil
        }
        for path in now.keys.sorted() where pollers[path] == nil {
            guard let name = name(of: path) else { continue }
            if start(path) {
                change.notices.append(
                    "\(root)/\(path) is on \(name), where the kernel reports no changes by other machines, so it is "
                        + "polled."
                )
            } else {
                change.notices.append(
                    "\(root)/\(path) is on \(name), and no further thread can be started to poll it. Changes by "
                        + "other machines are found only by rescans.")
            }
        }
        return change
    }

    package func stop() {
        for pipe in pollers.values { pipe.ring() }
        pollers = [:]
    }

    private func name(of path: String) -> String? { types?[path].flatMap(FileSystemKind.remoteName) }

    private func start(_ path: String) -> Bool {
        guard let pipe = try? SelfPipe() else { return false }
        let (root, interval, observer) = (root, pollInterval, observer)
        do {
            try ThreadStarter.system.start(stackSize: Self.stackSize) {
                Self.poll(path, in: root, every: interval, until: pipe, observer: observer)
            }
        } catch {
            return false
        }
        pollers[path] = pipe
        return true
    }

    private static func poll(
        _ path: String, in root: String, every interval: Duration, until pipe: SelfPipe,
        observer: @Sendable (DropEvent) -> Void
    ) {
        var poller: Poller?
        while !pipe.hasRung {
            let start = ContinuousClock.now
            if poller == nil {
                poller = try? Poller(root, below: path, pulse: ThreadPulse())
                // Reports the folder once, to cover changes before the first listing.
                if poller != nil, !pipe.hasRung { observer(.folderAppeared(path.nfc)) }
            } else {
                let events = (try? poller?.takeEvents()) ?? []
                if !pipe.hasRung { for event in events { observer(event) } }
            }
            // A slow server is polled less often.
            pipe.wait(atMost: max(interval, (ContinuousClock.now - start) * 4))
        }
    }
}

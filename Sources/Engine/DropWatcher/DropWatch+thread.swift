import FileAccess
import Glibc
import InotifyProtocol
import Intake
import Logging
import StickerConfiguration

/// The thread that watches the drop folder. It waits until the folder exists, and watches it by inotify or polling. It
/// starts again if that method fails, or if another folder appears at the path.
extension DropWatch {
    private enum Ending {
        case stopped
        /// The drop folder is missing, or another folder is at its path.
        case rootLost
        /// Polling ended, so that inotify can be tried again.
        case tryInotify
    }

    /// The interval between checks for a missing drop folder.
    private static let rootInterval = Duration.seconds(1)
    /// The maximum time until a replaced drop folder is noticed. A changed symbolic link or a renamed parent folder
    /// causes no event in the watched folders.
    private static let identityInterval = Duration.seconds(2)

    /// Watches until `wakeUp` is rung.
    ///
    /// - Parameter began: receives the signal when the folder is watched, or does not exist.
    package func run(began: StartSignal) {
        var because = DropEvent.Reason.start
        /// The reason why inotify cannot be used at present. Nil if it can be used.
        var obstacle: InotifyError?
        /// The last obstacle that was reported, so that it is not reported again.
        var reported: InotifyError?
        var restarts = restarts
        while !wakeUp.hasRung {
            if let missing = whyRootIsMissing() {
                began.give(.success(()))
                waitForRoot(missing)
                because = .rootBack
            }
            if wakeUp.hasRung { break }
            do {
                switch try watch(because: because, obstacle: obstacle, began: began) {
                case .stopped: break
                case .rootLost: because = .rootReplaced
                case .tryInotify:
                    obstacle = nil
                    because = .interval
                }
            } catch InotifyError.missing {
                // The folder was just removed. The next iteration waits for it.
            } catch InotifyError.programEnded(let what) where restarts.mayRestart(at: .now) {
                logger.warning("\(InotifyError.programEnded(what)) It is started again.")
                pause(restarts.pause)
                because = .watcherRestarted
            } catch let error as InotifyError {
                if reported != error { say("\(error) Until then the drop folder is polled.") }
                obstacle = error
                reported = error
                if began.isGiven, because != .interval { because = .modeChanged }
            } catch {
                // Listing can also fail because the folder was just removed.
            }
        }
        status.withLock { $0.set(.waiting, because: "stopped") }
        pulse.end()
        began.give(.success(()))
    }

    private func watch(because: DropEvent.Reason, obstacle: InotifyError?, began: StartSignal) throws -> Ending {
        let remote = FileSystemKind(of: root)?.remoteName
        switch (mode, remote, obstacle) {
        case (.poll, _, _):
            return try poll(reason: "watch.mode is poll", because: because, began: began)
        case (.auto, let remote?, _):
            let reason = "the drop folder is on \(remote), where the kernel reports no changes by other machines"
            return try poll(reason: reason, because: because, began: began)
        case (_, _, let obstacle?):
            return try poll(reason: obstacle.description, because: because, began: began, triesInotify: true)
        case (.inotify, let remote?, nil):
            if because == .start {
                say("The drop folder is on \(remote): changes by other machines are found only by rescans.")
            }
            return try useInotify(reason: "watch.mode is inotify", because: because, began: began)
        case (.inotify, nil, nil):
            return try useInotify(reason: "watch.mode is inotify", because: because, began: began)
        case (.auto, nil, nil):
            return try useInotify(reason: "the drop folder is on this machine", because: because, began: began)
        }
    }

    private func useInotify(reason: String, because: DropEvent.Reason, began: StartSignal) throws -> Ending {
        let watcher = try InotifyWatcher(root, program: inotifyProgram, patience: patience, pulse: pulse)
        defer { watcher.close() }
        let mounts = open("/proc/self/mountinfo", O_RDONLY | O_CLOEXEC)
        defer { if mounts >= 0 { close(mounts) } }
        status.withLock { status in
            status.set(.inotify, because: reason, folders: watcher.count)
            status.processID = watcher.processID
        }
        lookEverywhere(because)
        began.give(.success(()))
        let remote = RemoteFolders(
            root: watcher.root.absolutePath, pollInterval: pollInterval, mounts: mountTypes, observer: observer)
        defer { remote.stop() }
        take(remote.update(), remote, reason)
        var nextRescan = ContinuousClock.now + rescanInterval
        var nextRetry = ContinuousClock.now + ThreadPulse.interval
        while true {
            pulse.beat("it waits for changes")
            let pause = min(nextRescan - .now, Self.identityInterval, ThreadPulse.interval, patience.quiet)
            let hasNewMounts = wakeUp.wait(
                descriptor: watcher.descriptor, mounts: mounts, atMost: watcher.hasEvents ? .zero : pause)
            if wakeUp.hasRung { return .stopped }
            let change = hasNewMounts ? remote.update() : RemoteFolders.Change()
            take(change, remote, reason)
            let round = try watcher.takeEvents()
            for event in round.events { observer(event) }
            try watcher.checkIsAlive()
            guard !round.lostRoot, isInPlace(watcher.root.stamp) else { return .rootLost }
            if watcher.hasUnseenFolders, ContinuousClock.now >= nextRetry {
                for event in try watcher.retryUnseenFolders() { observer(event) }
                nextRetry = ContinuousClock.now + ThreadPulse.interval
            }
            let isDue = ContinuousClock.now >= nextRescan
            if round.hasOverflown || isDue || change.hasOtherMounts {
                try watcher.reconcile()
                nextRescan = ContinuousClock.now + rescanInterval
            }
            status.withLock { status in
                status.folders = watcher.count
                if round.hasOverflown { status.overflows += 1 }
            }
            if round.hasOverflown {
                lookEverywhere(.overflow)
            } else if isDue || change.hasOtherMounts {
                lookEverywhere(.interval)
            }
        }
    }

    /// Updates the status, and reports the mounts that are polled in addition to the watched folders.
    private func take(_ change: RemoteFolders.Change, _ remote: RemoteFolders, _ reason: String) {
        guard change.hasOtherMounts || !change.notices.isEmpty else { return }
        for notice in change.notices { say(notice) }
        let polled = remote.description
        status.withLock { $0.reason = polled.isEmpty ? reason : "\(reason); \(polled)" }
    }

    /// Polls the drop folder.
    ///
    /// - Parameter triesInotify: whether polling ends after the rescan interval, so that inotify is tried again.
    private func poll(
        reason: String, because: DropEvent.Reason, began: StartSignal, triesInotify: Bool = false
    ) throws -> Ending {
        var poller = try Poller(root, pulse: pulse)
        var rootStamp = poller.root
        status.withLock { $0.set(.polling, because: reason) }
        lookEverywhere(because)
        began.give(.success(()))
        var nextRescan = ContinuousClock.now + rescanInterval
        var pause = pollInterval
        while true {
            self.pause(pause)
            if wakeUp.hasRung { return .stopped }
            let start = ContinuousClock.now
            for event in try poller.takeEvents() { observer(event) }
            // A folder that takes long to list, because of its size or its server, is listed less often.
            pause = max(pollInterval, (ContinuousClock.now - start) * 4)
            if !poller.root.isSameFile(as: rootStamp) { lookEverywhere(.rootReplaced) }
            rootStamp = poller.root
            guard ContinuousClock.now >= nextRescan else { continue }
            if triesInotify { return .tryInotify }
            nextRescan = ContinuousClock.now + rescanInterval
            lookEverywhere(.interval)
        }
    }

    /// Waits for the given time, or until `wakeUp` is rung. Records heartbeats while it waits.
    private func pause(_ time: Duration) {
        let end = ContinuousClock.now + time
        repeat {
            pulse.beat("it waits for its next check")
            wakeUp.wait(atMost: min(end - .now, ThreadPulse.interval))
        } while ContinuousClock.now < end && !wakeUp.hasRung
    }

    private func lookEverywhere(_ reason: DropEvent.Reason) {
        status.withLock { $0.rescans += 1 }
        observer(.lookEverywhere(reason))
    }

    private func say(_ notice: String) {
        logger.warning("\(notice)")
        observer(.notice(notice))
    }
}

/// Checks of the drop folder itself.
extension DropWatch {
    /// A sentence about a drop folder that is missing or cannot be read. Nil if the folder can be listed.
    private func whyRootIsMissing() -> String? {
        pulse.beat("it lists the drop folder")
        do {
            let walk = try FolderWalk(root)
            return walk.contents(of: walk.top) == nil ? "\(root): the drop folder cannot be read." : nil
        } catch {
            return error.description
        }
    }

    /// Waits until the folder can be listed, or until `wakeUp` is rung.
    private func waitForRoot(_ reason: String) {
        logger.warning("\(reason)")
        status.withLock { $0.set(.waiting, because: reason) }
        observer(.rootGone)
        while !wakeUp.hasRung, whyRootIsMissing() != nil { pause(Self.rootInterval) }
        guard !wakeUp.hasRung else { return }
        logger.notice("\(root): the drop folder is back.")
        observer(.rootBack)
    }

    /// Whether the folder at the drop folder's path is still the watched one.
    private func isInPlace(_ stamp: FileStat) -> Bool {
        FileStat(at: root)?.isSameFile(as: stamp) ?? false
    }
}

extension WatchStatus {
    fileprivate mutating func set(_ mode: Mode, because reason: String, folders: Int = 0) {
        self.mode = mode
        self.reason = reason
        self.folders = folders
        processID = nil
    }
}

import DropWatcher
import FileAccess
import Glibc
import Intake
import StateDatabase
import StickerManifest

/// A source with the result of reading it.
package struct SourceReading: Sendable, Hashable {
    package enum Content: Sendable, Hashable {
        /// The source was read. Contains its SHA-256 in lower-case hexadecimal.
        case read(sha256: String)
        case deferred(Deferral)
    }

    /// The source file with the timestamp of the hashed bytes.
    package var art: ScannedSource
    package var content: Content
}

/// Hashes the sources that changed since they were last read.
package struct SourceReader: Sendable {
    /// Returns the known hash of the file with this path. Nil if the file has not been read before.
    let known: @Sendable (String) -> KnownDigest?
    /// Returns the reason why the source with this path is deferred. Nil if it is not deferred.
    let deferral: @Sendable (String) -> Deferral?
    /// The maximum number of changed files that are read in one run. The newest files are read first, and the others
    /// are postponed to a later run. Nil for no limit.
    let mostReads: Int?
    let check: Check

    /// The method to detect incomplete files.
    package enum Check: Sendable {
        /// No check. The files were checked when they were listed, and changes since then are accepted.
        case none
        /// The files were checked when they were listed. A file whose timestamp changed since then is deferred.
        case listedStamps
        /// The files were not checked before. A file that is open for writing is deferred after a short wait.
        case writers
    }

    package init(
        known: @escaping @Sendable (String) -> KnownDigest?,
        deferral: @escaping @Sendable (String) -> Deferral? = { _ in nil }, mostReads: Int? = nil,
        check: Check = .none
    ) {
        self.known = known
        self.deferral = deferral
        self.mostReads = mostReads
        self.check = check
    }

    /// The number of sources that are new or have changed since they were last read.
    func unreadCount(_ listing: DropListing) -> Int {
        listing.art.count { known($0.path)?.stamp != $0.stamp }
    }

    /// Reads all sources of a listing, in the order of the listing. Blocks the thread while it reads the disk.
    package func read(_ listing: DropListing) -> [SourceReading] {
        let postponed = postponed(listing)
        let deadline = ContinuousClock.now + SourceReader.patience
        return listing.art.map { art in
            if let deferral = deferral(art.path) { return SourceReading(art: art, content: .deferred(deferral)) }
            if postponed.contains(art.path) { return SourceReading(art: art, content: .deferred(.postponed)) }
            do {
                return try read(art, waitingUntil: deadline)
            } catch {
                return SourceReading(art: art, content: .deferred(Deferral(error, path: art.path)))
            }
        }
    }

    /// The maximum time to wait for all files together that are open for writing.
    private static let patience = Duration.seconds(2)
    private static let pause = Duration.milliseconds(20)

    private func read(_ art: ScannedSource, waitingUntil deadline: ContinuousClock.Instant) throws -> SourceReading {
        if let known = known(art.path), known.stamp == art.stamp {
            return SourceReading(art: art, content: .read(sha256: known.sha256))
        }
        let name = art.path.split(separator: "/").last.map(String.init) ?? art.path
        let isOpen = SourceReading(art: art, content: .deferred(.unfinished(.open(name, bytes: art.stamp.size))))
        if isBeingWritten(art, waitingUntil: deadline) { return isOpen }
        let (sha256, stamp) = try SourceDigest.sha256(of: art)
        if case .listedStamps = check, stamp != art.stamp { throw IntakeError.changedWhileReading(art.path) }
        // Checks again, because a program may have opened the file after the first check.
        if isBeingWritten(art, waitingUntil: deadline) { return isOpen }
        var art = art
        art.stamp = stamp
        return SourceReading(art: art, content: .read(sha256: sha256))
    }

    /// Waits until no program has the file open for writing.
    ///
    /// - Returns: true if the file is still open at the deadline.
    private func isBeingWritten(_ art: ScannedSource, waitingUntil deadline: ContinuousClock.Instant) -> Bool {
        guard case .writers = check else { return false }
        let files = art.framePaths.isEmpty ? [art.absolutePath] : art.framePaths
        while FileWriters.of(filesAt: files) == .open {
            guard ContinuousClock.now < deadline else { return true }
            usleep(UInt32(SourceReader.pause / .microseconds(1)))
        }
        return false
    }

    /// The paths of changed files that exceed `mostReads` and are postponed to a later run.
    private func postponed(_ listing: DropListing) -> Set<String> {
        guard let mostReads else { return [] }
        let unread = listing.art.filter { known($0.path)?.stamp != $0.stamp && deferral($0.path) == nil }
        guard unread.count > mostReads else { return [] }
        return Set(unread.sorted { $0.stamp.changed > $1.stamp.changed }.dropFirst(mostReads).map(\.path))
    }
}

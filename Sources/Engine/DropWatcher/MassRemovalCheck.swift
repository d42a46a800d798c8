import FileAccess

/// Decides whether missing sources may be removed, or whether the drop folder itself may be wrong. For example, an
/// unmounted share looks like an empty folder.
package struct MassRemovalCheck: Sendable, Hashable {
    package enum Decision: Sendable, Hashable {
        /// Missing sources may be removed.
        case proceed
        /// Nothing may be removed until a person confirms the removals.
        case held(RemovalHold)
        /// Missing sources may be removed, because a person has confirmed.
        case accepted
        /// Nothing may be removed until the drop folder is listed again, because the folder or a mount was replaced.
        case outdated
    }

    /// The input of the decision.
    package struct Case: Sendable {
        /// The sources that have published stickers.
        package var known: [String: FileStat]
        /// The existing sources.
        package var present: [String: FileStat]
        /// The identity of the drop folder at the last check without a problem. Nil at the first check.
        package var before: FolderIdentity?
        package var now: FolderIdentity
        /// The number of sources with published stickers.
        package var knownCount: Int
        /// The number of known sources whose size and modification time are unchanged.
        package var unchangedCount: Int
        /// Whether the drop folder contains no sources.
        package var isEmpty: Bool
        /// The pack folders that are on another device than their missing sources were.
        package var otherDevices: Set<String>
        /// The hold that a person has confirmed. Nil if there is none.
        package var accepted: RemovalHold?

        /// - Parameter knownCount: the number of known sources. Required if `known` contains only the missing ones.
        package init(
            known: [String: FileStat], present: [String: FileStat], before: FolderIdentity?, now: FolderIdentity,
            knownCount: Int? = nil, unchangedCount: Int = 0, isEmpty: Bool = false, otherDevices: Set<String> = [],
            accepted: RemovalHold? = nil
        ) {
            self.accepted = accepted
            self.knownCount = knownCount ?? known.count
            self.unchangedCount = unchangedCount
            self.isEmpty = isEmpty
            self.otherDevices = otherDevices
            self.known = known
            self.present = present
            self.before = before
            self.now = now
        }
    }

    /// The maximum fraction of all sources, from 0 to 1, that may disappear together without confirmation.
    package var share: Double
    /// The smallest number of missing sources for which `share` is checked.
    private static let minimum = 4

    package init(share: Double) {
        self.share = share
    }

    package func decision(on facts: Case) -> Decision {
        guard let hold = hold(on: facts) else { return .proceed }
        return facts.accepted.map(hold.isCovered) == true ? .accepted : .held(hold)
    }

    private func hold(on facts: Case) -> RemovalHold? {
        let vanished = Self.vanished(facts)
        let isOther = facts.before.map { !isSameFolder($0, facts) } ?? false
        let isMass = vanished >= Self.minimum && Double(vanished) > share * Double(facts.knownCount)
        let isEmptied = facts.isEmpty && vanished > 1 && share < 1
        guard vanished > 0 else { return nil }
        if isOther || isMass || isEmptied {
            return RemovalHold(
                cause: isOther ? .otherFolder : .massRemoval, vanished: vanished, known: facts.knownCount,
                folder: facts.now)
        }
        guard !facts.otherDevices.isEmpty else { return nil }
        return RemovalHold(
            cause: .otherDevice, vanished: vanished, known: facts.knownCount, folder: facts.now,
            packFolders: facts.otherDevices.sorted())
    }

    /// Whether the drop folder is still the same. A read-only folder is identified by its unchanged sources, because it
    /// has no marker and its device may change with each mount.
    private func isSameFolder(_ before: FolderIdentity, _ facts: Case) -> Bool {
        if before.isSameFolder(as: facts.now) { return true }
        return before.mark == nil && facts.now.mark == nil && facts.unchangedCount > facts.knownCount / 2
    }

    /// The number of missing sources. Renamed and moved sources are not counted.
    private static func vanished(_ facts: Case) -> Int {
        let gone = facts.known.filter { facts.present[$0.key] == nil }
        guard !gone.isEmpty else { return 0 }
        let files = Set(facts.present.filter { facts.known[$0.key] == nil }.values.map(trace))
        return gone.values.count { !files.contains(trace($0)) }
    }

    /// The metadata without the time that changes when a file is renamed.
    private static func trace(_ stamp: FileStat) -> FileStat {
        var trace = stamp
        trace.changed = 0
        return trace
    }
}

import FileAccess
import Intake

/// Decides which stickers are removed because their sources are missing. Contains all inputs of the decision, and reads
/// neither files nor the clock. Used by `build`, `watch` and `rebuild`.
package struct RemovalCase: Sendable {
    /// A source that has published stickers.
    package struct Source: Sendable, Hashable {
        /// The file attributes when the source was last seen. All zero if they are not known.
        package var stamp: FileStat
        /// The time at which the source was first missing. Nil if it was not missing before.
        package var absence: SourceAbsence?
        /// Whether another source already had the same bytes before this source was missing.
        package var hadCopy: Bool
        /// Whether another source has the same bytes now. If a source was only renamed or moved, the removal of its old
        /// sticker does not wait for the end of the grace period.
        package var isElsewhere: Bool

        package init(
            stamp: FileStat = .unknown, absence: SourceAbsence? = nil, hadCopy: Bool = false, isElsewhere: Bool = false
        ) {
            self.stamp = stamp
            self.absence = absence
            self.hadCopy = hadCopy
            self.isElsewhere = isElsewhere
        }
    }

    /// The rules from the configuration.
    package struct Policy: Sendable, Hashable {
        /// The time for which a source may be missing before its sticker is removed. Zero for builds.
        package var grace: Duration
        package var massRemoval: MassRemovalCheck

        package init(grace: Duration = .zero, massRemoval: MassRemovalCheck) {
            self.grace = grace
            self.massRemoval = massRemoval
        }
    }

    /// The state of the whole library.
    package struct Library: Sendable, Hashable {
        /// The number of sources with published stickers.
        package var published: Int
        /// The number of published sources whose size and modification time are unchanged.
        package var unchanged: Int
        /// Whether the drop folder contains no art.
        package var isEmpty: Bool
        /// Whether the bytes of some art are not known yet. Such art may be a missing source that was renamed.
        package var hasUnread: Bool
        /// The file attributes of unpublished art, by path. A missing source may have been renamed to one of these
        /// paths.
        package var arrived: [String: FileStat]
        /// The folders that contain a published source.
        package var populatedFolders: Set<String>

        package init(
            published: Int, unchanged: Int = 0, isEmpty: Bool = false, hasUnread: Bool = false,
            arrived: [String: FileStat] = [:], populatedFolders: Set<String> = []
        ) {
            self.published = published
            self.unchanged = unchanged
            self.isEmpty = isEmpty
            self.hasUnread = hasUnread
            self.arrived = arrived
            self.populatedFolders = populatedFolders
        }
    }

    /// The identity of the drop folder, as far as it is known. A listing does not contain it.
    package enum Folder: Sendable, Hashable {
        /// The identity is unknown, so nothing is removed.
        case unknown(Unknown)
        case known(DropFolderFacts)
        /// The decisions are only a preview, which removes nothing and needs no confirmation.
        case preview
    }

    /// The sources to decide about, by path. Existing sources may be left out.
    package var sources: [String: Source]
    package var seen: DropView
    package var policy: Policy
    package var library: Library
    package var folder = Folder.unknown(.notLookedAt)
    package var now: ContinuousClock.Instant

    package init(
        sources: [String: Source], seen: DropView, policy: Policy, library: Library, now: ContinuousClock.Instant
    ) {
        self.sources = sources
        self.seen = seen
        self.policy = policy
        self.library = library
        self.now = now
    }

    /// Decides about each missing source.
    package func decide() -> Removals {
        var removals = Removals(seen: seen)
        var due: [Witness] = []
        for (path, source) in sources {
            switch seen.source(at: path) {
            case .present: continue
            case .unknown(let reason): removals.decisions[path] = .keep(reason)
            case .absent(let witness):
                let absence = source.absence ?? SourceAbsence(since: now, hadCopy: source.hadCopy)
                removals.absences[path] = absence
                if let end = wait(for: source, absence) {
                    removals.decisions[path] = .wait(until: end)
                } else {
                    due.append(witness)
                }
            }
        }
        switch folder {
        case .unknown(let reason):
            removals.lacksFolder = true
            if reason == .changedWhileListing, !removals.absences.isEmpty { removals.massDecision = .outdated }
            for witness in due { removals.decisions[witness.path] = .keep(reason) }
        case .preview:
            for witness in due { removals.decisions[witness.path] = .retire(witness) }
        case .known(let facts):
            removals.massDecision = massDecision(on: removals.absences.keys, facts)
            for witness in due {
                removals.decisions[witness.path] = removals.holds(witness) ? .hold(witness) : .retire(witness)
            }
        }
        return removals
    }

    /// The time until which the sticker of a missing source is kept. Nil if the sticker can be removed now.
    private func wait(for source: Source, _ absence: SourceAbsence) -> ContinuousClock.Instant? {
        if source.isElsewhere, !absence.hadCopy { return nil }
        let end = absence.since.advanced(by: policy.grace)
        if end > now { return end }
        return library.hasUnread ? now.advanced(by: .milliseconds(100)) : nil
    }

    /// Decides whether a person must confirm the removals, by the number and the folders of all missing sources.
    private func massDecision(on paths: some Sequence<String>, _ facts: DropFolderFacts) -> MassRemovalCheck.Decision {
        let missing = Dictionary(uniqueKeysWithValues: paths.map { ($0, sources[$0]?.stamp ?? .unknown) })
        let otherDevices = DeletionGuard.foldersOnOtherDevices(
            missing, device: { facts.devices[$0] }, exchangedMounts: facts.exchangedMounts,
            isPopulated: library.populatedFolders.contains)
        return policy.massRemoval.decision(
            on: MassRemovalCheck.Case(
                known: missing, present: library.arrived, before: facts.before, now: facts.now,
                knownCount: library.published, unchangedCount: library.unchanged, isEmpty: library.isEmpty,
                otherDevices: otherDevices, accepted: facts.accepted))
    }
}

/// The stored and the current identity of the drop folder.
package struct DropFolderFacts: Sendable, Hashable {
    /// The identity at the last check without a problem. Nil at the first check.
    package var before: FolderIdentity?
    package var now: FolderIdentity
    /// The paths at which a mount was added, replaced or removed.
    package var exchangedMounts: Set<String>
    /// The devices of the pack folders with missing sources, by folder name. Folders that do not exist are left out.
    package var devices: [String: UInt64]
    /// The hold that a person has confirmed. Nil if there is none.
    package var accepted: RemovalHold?

    package init(
        before: FolderIdentity?, now: FolderIdentity, exchangedMounts: Set<String> = [],
        devices: [String: UInt64] = [:], accepted: RemovalHold? = nil
    ) {
        self.before = before
        self.now = now
        self.exchangedMounts = exchangedMounts
        self.devices = devices
        self.accepted = accepted
    }
}

/// The absence of a published source.
package struct SourceAbsence: Sendable, Hashable {
    /// The time at which the source was first missing.
    package var since: ContinuousClock.Instant
    /// Whether a copy of the source already existed at that time. Such a copy is not the renamed source.
    package var hadCopy: Bool

    package init(since: ContinuousClock.Instant, hadCopy: Bool) {
        self.since = since
        self.hadCopy = hadCopy
    }
}

extension FileStat {
    /// The attributes of a source that is known only from the manifest, without an entry in the state database.
    package static let unknown = FileStat(size: 0, modified: 0, changed: 0, inode: 0, device: 0)
}

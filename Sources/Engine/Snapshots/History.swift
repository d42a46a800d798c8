import Foundation
import JobModel
import Publishing
import Reports
import StickerConfiguration
import StickerManifest

/// The snapshots of published states, and the differences between them.
package struct History: Sendable {
    /// A snapshot, with its differences from the previous snapshot.
    package struct State: Sendable {
        package var snapshot: Snapshot
        package var added: Int
        package var changed: Int
        package var removed: Int
        /// Whether the snapshot is the currently published state.
        package var isPublished: Bool
    }

    /// All snapshots, the newest first.
    package let states: [State]
    /// The publish hold. Nil if publishing is not on hold.
    package let hold: PublishHold?
    /// Whether the output folder contains a manifest.
    package let isAnythingPublished: Bool

    /// The snapshot that was published before the current snapshot. Nil if it does not exist.
    package var previous: Snapshot? {
        let published = states.firstIndex(where: \.isPublished).map { $0 + 1 } ?? 0
        return states.dropFirst(published).first?.snapshot
    }

    package init(_ configuration: Configuration) {
        let store = SnapshotStore(configuration)
        let published = store.out.digest(of: OutputNames.catalog)
        var states: [State] = []
        var before: Snapshot?
        var comparison = SnapshotComparison(store: store)
        for snapshot in store.all().reversed() {
            let changes = comparison.changes(from: before, to: snapshot)
            states.append(
                State(
                    snapshot: snapshot, added: changes.added, changed: changes.changed, removed: changes.removed,
                    isPublished: snapshot.catalog == published))
            before = snapshot
        }
        // If two snapshots have the same manifest, they differ only in reports or sheets. The newer snapshot is the
        // published state.
        for place in states.indices.filter({ states[$0].isPublished }).dropLast() { states[place].isPublished = false }
        self.states = states.reversed()
        isAnythingPublished = published != nil
        hold = PublishHold.read(configuration)
    }
}

/// Counts the differences between snapshots. Packs with equal index entries are not read. The records of stickers are
/// never read, because equal records have equal hashes.
package struct SnapshotComparison {
    package struct Changes {
        package var added = 0
        package var changed = 0
        package var removed = 0
    }

    /// The published data of a sticker, message or game piece, without its review.
    private struct Line: Equatable {
        var app: AppSticker?
        var size: StickerSize?
        var review: ReviewSticker?
        var message: Message?
        var piece: Piece?
    }

    let store: SnapshotStore

    /// The last manifest that was read. The next comparison usually needs it again, and reading a manifest that is a
    /// single document is slow.
    private var last: (snapshot: Snapshot, document: ManifestDocument)?

    package init(store: SnapshotStore) {
        self.store = store
    }

    /// - Parameter before: the earlier snapshot. If nil, all items count as added.
    /// - Returns: the numbers of added, changed and removed items. All are 0 if `snapshot` cannot be read.
    package mutating func changes(from before: Snapshot?, to snapshot: Snapshot) -> Changes {
        let earlier = before.flatMap { document(of: $0) }
        guard let now = document(of: snapshot) else { return Changes() }
        switch (earlier, now) {
        case (.index(let one)?, .index(let other)):
            return changes(from: one, of: before, to: other, of: snapshot) ?? Changes()
        case (nil, .index(let other)):
            return changes(from: nil, of: nil, to: other, of: snapshot) ?? Changes()
        default:
            // At least one of the manifests is a single document.
            guard let current = catalog(now, of: snapshot) else { return Changes() }
            let previous = before.flatMap { before in earlier.flatMap { catalog($0, of: before) } }
            let changes = BuildReport.changes(from: previous, to: current)
            return Changes(
                added: changes.count { $0.kind == .added }, changed: changes.count { $0.kind == .changed },
                removed: changes.count { $0.kind == .removed })
        }
    }

    private mutating func document(of snapshot: Snapshot) -> ManifestDocument? {
        if let last, last.snapshot == snapshot { return last.document }
        last = (try? store.document(of: snapshot)).flatMap { $0 }.map { (snapshot, $0) }
        return last?.document
    }

    private func catalog(_ document: ManifestDocument, of snapshot: Snapshot) -> Catalog? {
        if case .flat(let catalog) = document { return catalog }
        return try? store.manifest(of: snapshot).catalog(of: document)
    }

    /// - Returns: nil if a part cannot be read.
    private func changes(
        from one: ManifestIndex?, of before: Snapshot?, to other: ManifestIndex, of snapshot: Snapshot
    ) -> Changes? {
        let old = Dictionary((one?.packs ?? []).map { ($0.id, $0) }) { first, _ in first }
        let new = Dictionary(other.packs.map { ($0.id, $0) }) { first, _ in first }
        var changes = Changes()
        for id in Set(old.keys).union(new.keys) where old[id] != new[id] {
            guard let was = lines(of: old[id], in: before), let now = lines(of: new[id], in: snapshot) else {
                return nil
            }
            changes.added += now.keys.count { was[$0] == nil }
            changes.removed += was.keys.count { now[$0] == nil }
            changes.changed += was.count { id, line in now[id].map { $0 != line } ?? false }
        }
        return changes
    }

    /// The published lines of a pack, by item id. Empty if the pack does not exist.
    ///
    /// - Returns: nil if a part cannot be read.
    private func lines(of entry: PackEntry?, in snapshot: Snapshot?) -> [String: Line]? {
        guard let entry, let snapshot else { return [:] }
        let reader = store.manifest(of: snapshot)
        guard let apps = try? (entry.app ?? []).flatMap({ try reader.value(AppPart.self, of: $0).stickers }),
            let reviews = try? (entry.review ?? []).map({ try reader.value(ReviewPart.self, of: $0) })
        else { return nil }
        var lines: [String: Line] = [:]
        for app in apps { lines["sticker \(app.id)"] = Line(app: app, size: app.size ?? entry.size) }
        for review in reviews {
            for var sticker in review.stickers {
                sticker.review = nil
                lines["sticker \(sticker.id)", default: Line()].review = sticker
            }
            for var message in review.messages ?? [] {
                message.review = nil
                lines["message \(message.id)"] = Line(message: message)
            }
            for var piece in review.pieces?.pieces ?? [] {
                piece.review = nil
                lines["piece \(piece.id)"] = Line(piece: piece)
            }
        }
        return lines
    }
}

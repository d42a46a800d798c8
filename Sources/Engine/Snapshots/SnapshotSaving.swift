import Foundation
import JobModel
import Publishing
import StickerManifest

/// Collects the files of a new snapshot, and adds the files that the store does not contain.
package struct SnapshotSaving {
    let store: SnapshotStore
    /// The newest snapshot.
    let last: Snapshot?
    /// The files of the newest snapshot.
    private let before: SnapshotFiles
    /// The files of the new snapshot.
    private(set) var files = SnapshotFiles()
    /// The names of the files that were added to the store.
    package internal(set) var added: [String] = []
    package private(set) var work = SnapshotWork()

    package init(store: SnapshotStore, last: Snapshot?) {
        self.store = store
        self.last = last
        before = last.flatMap(store.list) ?? SnapshotFiles()
    }

    /// Adds all published files to the new snapshot.
    ///
    /// - Parameter json: the bytes of the manifest's index.
    /// - Returns: false if a file of the manifest is missing.
    /// - Throws: `PublishError`.
    package mutating func take(_ document: ManifestDocument, json: [UInt8]) throws -> Bool {
        switch document {
        case .flat(let catalog): guard try take(catalog.assets) else { return false }
        case .index(let index): guard try take(index) else { return false }
        }
        return try takeOthers(manifest: Digest.sha256(json))
    }

    private mutating func take(_ index: ManifestIndex) throws -> Bool {
        var earlier: [String: PackEntry] = [:]
        if let last, !before.lists.isEmpty, case .index(let index)? = try? store.document(of: last) {
            earlier = index.entriesByID
        }
        for entry in index.entries {
            if let list = before.lists[entry.id], earlier[entry.id] == entry {
                files.lists[entry.id] = list
            } else if try !take(entry) {
                return false
            }
        }
        return true
    }

    /// - Returns: false if a file of the pack is missing or cannot be read.
    private mutating func take(_ entry: PackEntry) throws -> Bool {
        work.packsListed += 1
        let known = before.lists[entry.id].flatMap(store.packFiles) ?? PackFiles()
        let records = Dictionary(known.documents.map { ($0.name, $0.files) }) { first, _ in first }
        let list: PackFiles
        do {
            list = try store.out.manifest.files(of: entry, knowing: records, reading: &work.recordsRead)
        } catch let error as PublishError {
            throw error
        } catch {
            return false
        }
        for name in list.names.subtracting(known.names) {
            let sha256 = String(name.prefix(64))
            guard try link("\(OutputNames.assets)/\(name)", sha256) else { return false }
        }
        let text = list.text
        let sha256 = Digest.sha256(text)
        if !store.folder.exists(SnapshotStore.place(sha256)) {
            added.append(SnapshotStore.place(sha256))
            try store.folder.write(text, to: SnapshotStore.place(sha256))
            work.filesAdded += 1
        }
        files.lists[entry.id] = sha256
        return true
    }

    /// Adds the assets of a manifest that is a single document.
    private mutating func take(_ assets: Set<String>) throws -> Bool {
        for asset in assets {
            let sha256 = OutputNames.digest(ofAsset: asset)
            if before.files[asset] != sha256, try !link(asset, sha256) { return false }
            files.files[asset] = sha256
        }
        return true
    }

    /// Adds a link to a published file to the store, unless the store already contains the file. The name of such a
    /// file is derived from its content, so the file never changes. Returns false if the file is missing.
    private mutating func link(_ name: String, _ sha256: String) throws -> Bool {
        let place = SnapshotStore.place(sha256)
        guard !store.folder.exists(place) else { return true }
        guard store.out.exists(name) else { return false }
        added.append(place)
        try store.folder.adopt(store.out.absolute(name), as: place)
        work.filesAdded += 1
        return true
    }

    /// Adds the manifest, the report and the sheets. A file that may have changed is hashed again, because another
    /// program that writes to the published file also changes the hard link in the store.
    private mutating func takeOthers(manifest: String) throws -> Bool {
        let names = [OutputNames.catalog, OutputNames.reportData, OutputNames.reportPage].filter(store.out.isFile)
        for name in names + store.out.listing(OutputNames.sheets).files {
            if let known = before.files[name], isUnchanged(name, known),
                name != OutputNames.catalog || known == manifest
            {
                files.files[name] = known
                continue
            }
            work.filesHashed += 1
            guard let sha256 = store.out.digest(of: name) else { return false }
            // If the manifest was replaced while the snapshot was being saved, the collected files do not belong to the
            // new manifest.
            guard name != OutputNames.catalog || sha256 == manifest else { return false }
            files.files[name] = sha256
            let place = SnapshotStore.place(sha256)
            let isKept = store.folder.exists(place)
            if isKept, isSameFile(name, place) { continue }
            if !isKept { added.append(place) }
            try store.folder.adopt(store.out.absolute(name), as: place)
            work.filesAdded += 1
        }
        return true
    }

    /// Whether a published file is the same file as in the last snapshot, and has not been modified since that
    /// snapshot.
    private func isUnchanged(_ name: String, _ sha256: String) -> Bool {
        guard let last, isSameFile(name, SnapshotStore.place(sha256)), let now = store.out.stamp(of: name) else {
            return false
        }
        return Double(now.modified) < last.saved.timeIntervalSince1970 * 1e9
    }

    private func isSameFile(_ name: String, _ place: String) -> Bool {
        guard let now = store.out.stamp(of: name), let kept = store.folder.stamp(of: place) else { return false }
        return kept.isSameFile(as: now)
    }
}

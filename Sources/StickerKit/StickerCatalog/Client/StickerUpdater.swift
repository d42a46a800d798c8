import Foundation
import StickerManifest

/// Updates the store with the server's manifest.
actor StickerUpdater {
    /// The maximum size of a manifest in bytes. A manifest of 10,000 stickers has about 15 MB.
    private static let largestManifest = 64_000_000
    /// The number of parallel downloads.
    private static let width = 4

    private let store: StickerStore
    private let http: HTTPClient
    private let disk = BlockingQueue("stickers")
    private var running: SharedUpdate?
    /// Files whose content was checked by this process.
    private var checked: Set<StickerPlan.File> = []

    init(_ store: StickerStore) {
        self.store = store
        http = HTTPClient(timeout: store.settings.patience)
    }

    /// - Returns: whether the stickers have changed.
    func update() async throws -> Bool {
        guard let server = store.settings.server else { return false }
        while true {
            try Task.checkCancellation()
            let update = running ?? begin(from: server)
            guard update.join() else {
                // All callers of this update have cancelled it. It is ending, and returns no result to new callers.
                await update.ended()
                if running === update { running = nil }
                continue
            }
            return try await withTaskCancellationHandler {
                defer { if running === update { running = nil } }
                return try await update.task.value
            } onCancel: {
                update.leave()
            }
        }
    }

    private func begin(from server: URL) -> SharedUpdate {
        let update = SharedUpdate(Task { try await self.update(from: server) })
        running = update
        return update
    }

    private func update(from server: URL) async throws -> Bool {
        var attempts = 0
        while true {
            let (record, document, base) = try await manifest(server)
            do {
                if case .index(let index) = document { try await load(index, from: base) }
                let plan = try await disk.run { [store] in try store.plan(record.manifest) }
                try await download(plan, from: base)
                return try await disk.run { [store] in
                    try store.cache.store(record)
                    let isNew = store.show(plan)
                    store.clear()
                    return isNew
                }
            } catch CatalogError.refused(404, let path) {
                // A file is missing because the server has just published a newer manifest, or does not have the newest
                // files yet.
                attempts += 1
                guard attempts < Self.attempts else { throw CatalogError.refused(status: 404, path: path) }
                try await Task.sleep(nanoseconds: Self.pause * UInt64(attempts))
            }
        }
    }

    /// The number of attempts to read a manifest with missing files.
    private static let attempts = 3
    /// The pause before the next attempt, in nanoseconds. It grows with each attempt.
    private static let pause: UInt64 = 200_000_000

    /// The server's manifest, or the one on this device if the server reports that it is unchanged.
    ///
    /// - Returns: the record to store, the parsed manifest, and the URL below which its files are.
    private func manifest(_ server: URL) async throws -> (StickerCache.Record, ManifestDocument, base: URL) {
        let known = try await disk.run { [store] in
            store.record().flatMap { record in (try? store.document(record.manifest)).map { (record, $0) } }
        }
        var base = server
        var answer = try await get(server, unless: known?.0.tag)
        if answer.status == 404, server.lastPathComponent == "v2", known?.1.serial == nil {
            // An older server has only `/v1/`.
            base = server.deletingLastPathComponent().appendingPathComponent("v1")
            answer = try await get(base, unless: known?.0.tag)
            if answer.status == 404 { (base, answer) = (server, try await get(server, unless: nil)) }
        }
        let bundle = store.bundle?.sha256
        if answer.status == 304, var known {
            known.0.bundle = bundle
            known.0.server = server
            return (known.0, known.1, base)
        }
        guard answer.status == 200 else {
            throw CatalogError.refused(status: answer.status, path: Self.address(base).path)
        }
        let manifest = answer.body
        let document = try await disk.run { [store] in try store.document(manifest) }
        try refuseOlder(document, than: known?.1, path: Self.address(base).path)
        let record = StickerCache.Record(server: server, tag: answer.tag, bundle: bundle, manifest: manifest)
        return (record, document, base)
    }

    private func get(_ base: URL, unless tag: String?) async throws -> HTTPClient.Response {
        try await http.get(Self.address(base), unless: tag, limit: Self.largestManifest)
    }

    private static func address(_ base: URL) -> URL { base.appendingPathComponent("catalog.json") }

    /// Refuses a manifest that is older than the known one. Its signature proves who made it, and its serial number
    /// shows its age.
    ///
    /// - Throws: `CatalogError.outdated`.
    private func refuseOlder(_ document: ManifestDocument, than known: ManifestDocument?, path: String) throws {
        guard store.settings.verifier != nil, let last = known?.serial else { return }
        guard let serial = document.serial, serial >= last else { throw CatalogError.outdated(path) }
    }

    /// Downloads the missing parts of wanted packs.
    private func load(_ index: ManifestIndex, from server: URL) async throws {
        let missing = try await disk.run { [store, checked] in
            index.packs.filter { store.wants($0.id) }.flatMap { $0.app ?? [] }.map(StickerPlan.File.init)
                .filter { checked.contains($0) ? !store.cache.has($0) : !store.cache.isIntact($0) }
        }
        try await fetch(missing, from: server)
    }

    /// Downloads every missing file that fits into the cache.
    private func download(_ plan: StickerPlan, from server: URL) async throws {
        var room = store.settings.cacheLimit - plan.parts.total { $0.bytes }
        var files: [StickerPlan.File] = []
        for file in plan.wanted(at: Date()) where store.bundle?.url(of: file) == nil && file.bytes <= room {
            room -= max(0, file.bytes)
            files.append(file)
        }
        let missing = try await disk.run { [store, checked, files] in
            files.filter { checked.contains($0) ? !store.cache.has($0) : !store.cache.isIntact($0) }
        }
        checked.formUnion(Set(files).subtracting(missing))
        try await fetch(missing, from: server)
    }

    /// Downloads files, several at a time.
    private func fetch(_ files: [StickerPlan.File], from server: URL) async throws {
        try await withThrowingTaskGroup(of: StickerPlan.File.self) { group in
            var next = files.makeIterator()
            for _ in 0..<Self.width {
                guard let file = next.next() else { break }
                group.addTask { try await self.fetch(file, from: server) }
            }
            while let file = try await group.next() {
                checked.insert(file)
                guard let file = next.next() else { continue }
                group.addTask { try await self.fetch(file, from: server) }
            }
        }
    }

    private func fetch(_ file: StickerPlan.File, from server: URL) async throws -> StickerPlan.File {
        let url = server.appendingPathComponent("assets").appendingPathComponent(file.name)
        let answer = try await http.get(url, limit: file.bytes)
        guard answer.status == 200 else { throw CatalogError.refused(status: answer.status, path: url.path) }
        return try await disk.run { [store] in
            guard answer.body.count == file.bytes, ContentDigest.sha256(answer.body) == file.sha256 else {
                throw CatalogError.damaged(url.path)
            }
            try store.cache.store(answer.body, as: file)
            return file
        }
    }
}

extension ManifestDocument {
    /// The serial number of the index. Nil if it has none.
    fileprivate var serial: Int? {
        if case .index(let index) = self { index.serial } else { nil }
    }
}

/// An update that several callers wait for. It is cancelled when the last of them has left.
private final class SharedUpdate: Sendable {
    let task: Task<Bool, any Error>
    /// The number of waiting callers. Nil after the last one has left.
    private let callers = Locked<Int?>(0)

    init(_ task: Task<Bool, any Error>) {
        self.task = task
    }

    /// - Returns: false if the update is already cancelled.
    func join() -> Bool {
        callers.withLock { callers in
            callers = callers.map { $0 + 1 }
            return callers != nil
        }
    }

    func leave() {
        let isLast = callers.withLock { callers in
            callers = callers.flatMap { $0 > 1 ? $0 - 1 : nil }
            return callers == nil
        }
        if isLast { task.cancel() }
    }

    func ended() async {
        _ = await task.result
    }
}

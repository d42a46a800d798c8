import Foundation
import StickerManifest

/// Updates the store to the server's manifest.
actor StickerUpdater {
    /// A manifest of 10,000 stickers has about 15 MB.
    private static let largestManifest = 64_000_000
    /// Parallel downloads.
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

    /// - Returns: whether what is shown changed.
    func update() async throws -> Bool {
        guard let server = store.settings.server else { return false }
        while true {
            try Task.checkCancellation()
            let update = running ?? begin(from: server)
            guard update.join() else {
                // Everybody who wanted it left: it is ending, and gives no answer for those who come now.
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
            let (record, plan) = try await manifest(server)
            do {
                try await download(plan, from: server)
                return try await disk.run { [store] in
                    try store.cache.store(record)
                    let isNew = store.show(plan)
                    store.clear()
                    return isNew
                }
            } catch CatalogError.refused(404, let path) {
                // Something newer was published meanwhile, and what nothing names any more is gone.
                attempts += 1
                guard attempts < 3 else { throw CatalogError.refused(status: 404, path: path) }
            }
        }
    }

    /// The manifest that the server has: the one on this device where the server says that it is the same.
    private func manifest(_ server: URL) async throws -> (StickerCache.Record, StickerPlan) {
        let known = try await disk.run { [store] in
            store.record().flatMap { record in (try? store.plan(record.manifest)).map { (record, $0) } }
        }
        let url = server.appendingPathComponent("catalog.json")
        let answer = try await http.get(url, unless: known?.0.tag, limit: Self.largestManifest)
        let bundle = store.bundle?.sha256
        if answer.status == 304, var known {
            known.0.bundle = bundle
            return known
        }
        guard answer.status == 200 else { throw CatalogError.refused(status: answer.status, path: url.path) }
        let plan = try await disk.run { [store] in try store.plan(answer.body) }
        return (StickerCache.Record(server: server, tag: answer.tag, bundle: bundle, manifest: answer.body), plan)
    }

    /// Brings every file that fits to this device.
    private func download(_ plan: StickerPlan, from server: URL) async throws {
        var room = store.settings.cacheLimit
        var files: [StickerPlan.File] = []
        for file in plan.wanted(at: Date()) where store.bundle?.url(of: file) == nil && file.bytes <= room {
            room -= file.bytes
            files.append(file)
        }
        let missing = try await disk.run { [store, checked, files] in
            files.filter { checked.contains($0) ? !store.cache.has($0) : !store.cache.isIntact($0) }
        }
        checked.formUnion(Set(files).subtracting(missing))
        try await withThrowingTaskGroup(of: StickerPlan.File.self) { group in
            var next = missing.makeIterator()
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

/// An update that several callers wait for. It is cancelled when the last of them has left.
private final class SharedUpdate: Sendable {
    let task: Task<Bool, any Error>
    /// How many wait; nil after the last one left.
    private let callers = Locked<Int?>(0)

    init(_ task: Task<Bool, any Error>) {
        self.task = task
    }

    /// - Returns: false when it is cancelled already.
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

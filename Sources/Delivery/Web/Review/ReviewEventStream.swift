import Decisions
import Deflate
import Foundation
import JobModel
import Logging
import NIOCore
import NIOPosix
import Publishing
import StickerManifest

/// Observes the manifest and the decisions. Sends changes to the clients of the review page as server-sent events.
///
/// A client that reads too slowly is disconnected. It reconnects with its last known revision, and receives the changes
/// since then or a request to reload. No change is lost, and the server keeps only the changes within `maximumHistory`.
package actor ReviewEventStream {
    private let manifest: ManifestReader
    private let store: DecisionStore
    private let stateFolder: String
    private let settings: ReviewSettings
    /// Returns the files that cannot be used yet.
    private let waitingFiles: @Sendable () async -> [WaitingFile]
    private let logger: Logger

    private var snapshot = ReviewSnapshot()
    /// The manifest that was read last.
    private var loaded: (identity: ManifestReader.Identity, content: ManifestReader.Content)?
    /// The packs that were viewed in a library that is sent pack by pack. The most recently viewed one is last.
    private var shownPacks: [String] = []
    /// The compressed JSON of viewed packs, with the SHA-256 of the JSON.
    private var packedPacks: [String: (sha256: String, packed: ByteBuffer)] = [:]
    /// The maximum number of stickers in a library that is sent as a whole. Larger ones are sent pack by pack.
    private let largestWhole: Int
    /// The maximum number of viewed packs that are kept in memory.
    private static let mostPacks = 16
    private var decisionRevision: DecisionStore.Revision?
    /// The files that could not be used yet at the last check.
    private var waiting: [WaitingFile] = []
    /// The files that the page shows as waiting, because two consecutive checks found them.
    private var shownWaiting: [WaitingFile] = []
    /// A random prefix that distinguishes revisions of this process from those of other processes.
    private let epoch = String(UInt64.random(in: .min ... .max), radix: 36)
    private var number = 0
    private var cachedResponse: (plain: ByteBuffer, packed: ByteBuffer)?
    /// The latest changes, each with the number of the revision after it.
    private var history: [(number: Int, message: ByteBuffer)] = []
    private var listeners: [Int: AsyncStream<ByteBuffer>.Continuation] = [:]
    private var nextListener = 0
    private var polling: Task<Void, Never>?
    /// The most recent refresh, which may still be running.
    private var lastRefresh: Task<Void, any Error>?

    /// The maximum number of changes, and of their bytes, that are kept for clients that reconnect.
    private static let maximumHistory = (count: 200, bytes: 8 << 20)
    /// The maximum number of unread messages per listener.
    private static let maximumQueued = 64
    /// The maximum number of clients at a time.
    static let maximumListeners = 512
    /// The interval at which files are checked for changes while there are listeners.
    private static let interval = Duration.milliseconds(200)
    /// The number of polls between two checks for waiting files. The waiting time of a file that is being copied is
    /// usually shorter, so such a file is not shown.
    private static let waitingRounds = 10
    /// The number of polls between keep-alive messages, which detect dead connections.
    private static let heartbeat = 75

    /// - Parameters:
    ///   - largestWhole: the number of stickers above which a library is sent pack by pack.
    ///   - waiting: returns the files that cannot be used yet.
    package init(
        out: String, store: DecisionStore, stateFolder: String, settings: ReviewSettings, largestWhole: Int = 20_000,
        waiting: @escaping @Sendable () async -> [WaitingFile] = { [] }, logger: Logger
    ) {
        self.largestWhole = largestWhole
        manifest = ManifestReader(out: out)
        self.store = store
        self.stateFolder = stateFolder
        self.settings = settings
        waitingFiles = waiting
        self.logger = logger
    }

    /// The current snapshot as JSON, plain and compressed, with its revision.
    func current() async throws -> (json: ByteBuffer, packed: ByteBuffer, revision: String) {
        try await refresh()
        if let cachedResponse { return (cachedResponse.plain, cachedResponse.packed, name(number)) }
        let json =
            try snapshot.isDivided
            ? snapshot.summaryJSON(revision: name(number), settings: settings)
            : snapshot.json(revision: name(number), settings: settings)
        let packed = ByteBuffer(bytes: try Gzip.compress(Array(json.readableBytesView)))
        cachedResponse = (json, packed)
        return (json, packed, name(number))
    }

    /// A pack with its stickers, as plain and compressed JSON. Nil if the pack does not exist.
    func pack(_ id: String) async throws -> (json: ByteBuffer, packed: ByteBuffer)? {
        let id = MessagePack.parent(of: id) ?? id
        try await refresh()
        try await show(id)
        guard let json = try snapshot.packJSON(id) else { return nil }
        let bytes = Array(json.readableBytesView)
        let sha256 = Digest.sha256(bytes)
        if let known = packedPacks[id], known.sha256 == sha256 { return (json, known.packed) }
        let packed = ByteBuffer(bytes: try Gzip.compress(bytes))
        packedPacks[id] = (sha256, packed)
        return (json, packed)
    }

    /// The current state of the given stickers, by key.
    func items(_ keys: [String]) async throws -> [String: ReviewItem] {
        try await refresh()
        var found: [String: ReviewItem] = [:]
        for (pack, keys) in Dictionary(grouping: keys, by: ReviewEventStream.owner) {
            try await show(pack)
            for key in keys { found[key] = snapshot.items[key] }
        }
        return found
    }

    /// The id of the pack with which a sticker is loaded.
    private static func owner(_ key: String) -> String {
        let pack = key.lastIndex(of: "/").map { String(key[..<$0]) } ?? ""
        return MessagePack.parent(of: pack) ?? pack
    }

    /// Loads a pack of a library that is sent pack by pack. Removes the least recently viewed pack if too many are
    /// loaded.
    private func show(_ pack: String) async throws {
        guard snapshot.isDivided, snapshot.packs[pack] != nil else { return }
        let isNew = !shownPacks.contains(pack)
        shownPacks.removeAll { $0 == pack }
        shownPacks.append(pack)
        if shownPacks.count > ReviewEventStream.mostPacks { packedPacks[shownPacks.removeFirst()] = nil }
        if isNew { try await refresh(again: true) }
    }

    /// The changes after a revision, as server-sent events. Nil if there are too many listeners.
    ///
    /// - Parameter known: the last revision that the listener has received.
    func changes(after known: String) async -> AsyncStream<ByteBuffer>? {
        // Ensures that the first client gets only changes from now on, and not those since the start of the server.
        try? await refresh()
        guard listeners.count < ReviewEventStream.maximumListeners else { return nil }
        let (stream, continuation) = AsyncStream.makeStream(
            of: ByteBuffer.self,
            bufferingPolicy: .bufferingOldest(ReviewEventStream.maximumHistory.count + ReviewEventStream.maximumQueued))
        nextListener += 1
        let listener = nextListener
        listeners[listener] = continuation
        continuation.onTermination = { [weak self] _ in
            Task { await self?.remove(listener) }
        }
        for message in changes(since: known) { continuation.yield(message) }
        if polling == nil { polling = Task { [weak self] in await self?.poll() } }
        return stream
    }

    private func remove(_ listener: Int) {
        listeners[listener] = nil
        guard listeners.isEmpty else { return }
        polling?.cancel()
        polling = nil
    }

    private func changes(since known: String) -> [ByteBuffer] {
        let parts = known.split(separator: "-")
        guard parts.count == 2, parts[0] == epoch, let last = Int(parts[1]), last <= number,
            last == number || history.first.map({ $0.number <= last + 1 }) == true
        else { return [ByteBuffer(string: "event: reset\ndata: {}\n\n")] }
        return history.filter { $0.number > last }.map(\.message)
    }

    private func poll() async {
        var rounds = 0
        while !Task.isCancelled {
            try? await Task.sleep(for: ReviewEventStream.interval)
            if rounds % ReviewEventStream.waitingRounds == 0 { await lookForWaiting() }
            do {
                try await refresh()
            } catch {
                logger.debug("The review page could not be refreshed: \(error)")
            }
            rounds += 1
            if rounds % ReviewEventStream.heartbeat == 0 { send(ByteBuffer(string: ":\n\n")) }
        }
    }

    /// Checks for waiting files. A file is shown if two consecutive checks find it.
    private func lookForWaiting() async {
        let now = await waitingFiles()
        let before = Set(waiting.map(\.path))
        shownWaiting = now.filter { before.contains($0.path) }
        waiting = now
    }

    /// Reads the manifest and the decisions if they have changed, and sends the differences to the listeners.
    ///
    /// - Parameter again: whether both are read even if they are unchanged. Needed after another pack was viewed.
    func refresh(again: Bool = false) async throws {
        // Runs one refresh at a time, so that an older snapshot never replaces a newer one.
        let last = lastRefresh
        let own = Task {
            _ = await last?.result
            try await reload(again: again)
        }
        lastRefresh = own
        try await own.value
    }

    private func reload(again: Bool) async throws {
        let revision = DecisionStore.revision(folder: stateFolder)
        let other = try await manifest.read(
            unless: again && snapshot.isDivided ? nil : loaded?.identity,
            after: loaded?.content.catalog?.origin.encoding,
            packs: Set(shownPacks), largestWhole: largestWhole)
        guard other != nil || revision != decisionRevision || shownWaiting != snapshot.waiting else { return }
        // If only the waiting files have changed, the manifest and the decisions are not read again. This is frequent,
        // because the reason shown for a growing file changes at each check.
        let onlyWaits = other == nil && revision == decisionRevision
        var new =
            if onlyWaits { snapshot } else {
                try await current((other ?? loaded)?.content ?? ManifestReader.Content())
            }
        new.waiting = shownWaiting
        // If the number of stickers has crossed the limit, all clients must load the library again.
        if loaded != nil, new.isDivided != snapshot.isDivided { startAgain() }
        if let other { loaded = other }
        decisionRevision = revision
        guard let changes = try new.changes(from: snapshot, revision: name(number + 1)) else {
            snapshot = new
            return
        }
        snapshot = new
        number += 1
        cachedResponse = nil
        var message = ByteBuffer(string: "id: \(name(number))\nevent: change\ndata: ")
        message.writeImmutableBuffer(changes)
        message.writeStaticString("\n\n")
        remember(message)
        send(message)
    }

    /// The snapshot of a manifest with the stored decisions.
    private func current(_ content: ManifestReader.Content) async throws -> ReviewSnapshot {
        let catalog = content.catalog ?? Catalog(generator: "", packs: [], rejected: [])
        let decisions = try await store.all()
        let pictures = try await blocking { [stateFolder] in Set(ReviewedPictures(stateFolder: stateFolder).names) }
        let reviews = ReviewSnapshot.ReviewRecord(decisions: decisions, pictures: pictures)
        return try content.index.map { try ReviewSnapshot($0, catalog, reviews, after: snapshot) }
            ?? ReviewSnapshot(catalog, reviews, after: snapshot)
    }

    /// Tells all listeners to load everything again.
    private func startAgain() {
        snapshot = ReviewSnapshot()
        history = []
        number += 1
        cachedResponse = nil
        send(ByteBuffer(string: "event: reset\ndata: {}\n\n"))
    }

    private func remember(_ message: ByteBuffer) {
        history.append((number, message))
        var bytes = history.reduce(0) { $0 + $1.message.readableBytes }
        while history.count > ReviewEventStream.maximumHistory.count || bytes > ReviewEventStream.maximumHistory.bytes,
            !history.isEmpty
        {
            bytes -= history.removeFirst().message.readableBytes
        }
    }

    private func send(_ message: ByteBuffer) {
        for (listener, continuation) in listeners {
            if case .dropped = continuation.yield(message) {
                continuation.finish()
                listeners[listener] = nil
            }
        }
    }

    private func name(_ number: Int) -> String { "\(epoch)-\(number)" }
}

/// Reads the manifest, and reads it again after it was replaced.
struct ManifestReader: Sendable {
    /// The identity of the manifest's file. Nil if the file does not exist.
    typealias Identity = ServedFile.Identity?

    let folder: ServedFolder

    init(out: String) {
        folder = ServedFolder(path: out)
    }

    /// The content of a manifest.
    struct Content: Sendable {
        /// The manifest, or only the viewed packs of a large library. Nil if nothing is published.
        var catalog: Catalog?
        /// The index of a large library. Nil for all other libraries.
        var index: ManifestIndex?
    }

    /// Reads the manifest if it has changed.
    ///
    /// - Parameters:
    ///   - known: the identity of the file that was read last. Nil for the first call.
    ///   - last: the content that was read last. Unchanged packs are reused.
    ///   - packs: the ids of the packs that are read from a large library.
    ///   - largestWhole: the number of stickers above which a library is large.
    /// - Returns: the identity and the content of the file. Nil if it is unchanged.
    /// - Throws: `CatalogError`, `WebError`.
    func read(
        unless known: Identity?, after last: ManifestEncoding?, packs: Set<String>, largestWhole: Int
    ) async throws -> (identity: Identity, content: Content)? {
        try await blocking { [folder] in
            guard let file = try folder.file(OutputNames.catalog) else {
                return known == .some(nil) ? nil : (nil, Content())
            }
            if known == .some(file.identity) { return nil }
            var bytes = try file.bytes(at: 0, count: file.identity.size)
            let json = bytes.readBytes(length: bytes.readableBytes) ?? []
            let out = OutputFolder(folder.path)
            guard case .index(let index) = try ManifestDocument(json: Data(json)), index.stickers > largestWhole else {
                return (file.identity, Content(catalog: try out.catalog(json: json, after: last)))
            }
            do {
                let catalog = try out.manifest.catalog(of: .index(index.part(of: packs)), after: last)
                return (file.identity, Content(catalog: catalog, index: index))
            } catch let missing as CatalogReader.MissingPart {
                throw CatalogError.notACatalog("\(missing.path) is missing")
            }
        }
    }
}

extension ManifestIndex {
    /// The number of stickers that are published or that await approval.
    fileprivate var stickers: Int {
        entries.total { ($0.stickers ?? 0).addingWithinRange($0.counts?.awaiting ?? 0) }
    }
}

/// Runs blocking calls on the server's thread pool.
func blocking<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
    try await NIOThreadPool.singleton.runIfActive { try body() }
}

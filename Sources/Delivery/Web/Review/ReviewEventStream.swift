import Decisions
import Deflate
import Foundation
import JobModel
import Logging
import NIOCore
import NIOPosix
import Publishing
import StickerManifest

/// Follows the manifest and the decisions, and sends changes of the review page to its clients as server-sent events.
///
/// A client that reads too slowly is disconnected. It reconnects with the last revision that it knows and receives the
/// changes since then, or is asked to reload: nothing is lost, and the server keeps at most `maximumHistory`.
package actor ReviewEventStream {
    private let manifest: ManifestReader
    private let store: DecisionStore
    private let stateFolder: String
    private let settings: ReviewSettings
    private let logger: Logger

    private var snapshot = ReviewSnapshot()
    /// The manifest that was read last.
    private var loaded: (identity: ManifestReader.Identity, catalog: Catalog?)?
    private var decisionRevision: DecisionStore.Revision?
    /// Tells this process's revisions from another's.
    private let epoch = String(UInt64.random(in: .min ... .max), radix: 36)
    private var number = 0
    private var cachedResponse: (plain: ByteBuffer, packed: ByteBuffer)?
    /// The latest changes, each with the revision that it leads to.
    private var history: [(number: Int, message: ByteBuffer)] = []
    private var listeners: [Int: AsyncStream<ByteBuffer>.Continuation] = [:]
    private var nextListener = 0
    private var polling: Task<Void, Never>?
    /// The refresh that was started last.
    private var lastRefresh: Task<Void, any Error>?

    /// The most changes that are kept for clients that reconnect, and the most bytes.
    private static let maximumHistory = (count: 200, bytes: 8 << 20)
    /// The most messages in a listener's queue.
    private static let maximumQueued = 64
    /// The most clients at a time.
    static let maximumListeners = 512
    /// How often the files are checked for changes while there are listeners.
    private static let interval = Duration.milliseconds(200)
    /// A keep-alive is sent each time after so many polls, so that a dead connection is noticed.
    private static let heartbeat = 75

    package init(out: String, store: DecisionStore, stateFolder: String, settings: ReviewSettings, logger: Logger) {
        manifest = ManifestReader(out: out)
        self.store = store
        self.stateFolder = stateFolder
        self.settings = settings
        self.logger = logger
    }

    /// The current snapshot as JSON, plain and compressed, with its revision.
    func current() async throws -> (json: ByteBuffer, packed: ByteBuffer, revision: String) {
        try await refresh()
        if let cachedResponse { return (cachedResponse.plain, cachedResponse.packed, name(number)) }
        let json = try snapshot.json(revision: name(number), settings: settings)
        let packed = ByteBuffer(bytes: try Gzip.compress(Array(json.readableBytesView)))
        cachedResponse = (json, packed)
        return (json, packed, name(number))
    }

    /// The current state of one sticker.
    func item(_ key: String) async throws -> ReviewItem? {
        try await refresh()
        return snapshot.items[key]
    }

    /// Changes from a revision on, as server-sent events; nil when there are too many listeners.
    ///
    /// - Parameter known: the revision that the listener knows.
    func changes(after known: String) async -> AsyncStream<ByteBuffer>? {
        // The first client gets the changes from now on, not everything since the start.
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
            do {
                try await refresh()
            } catch {
                logger.debug("The review page could not be refreshed: \(error)")
            }
            rounds += 1
            if rounds % ReviewEventStream.heartbeat == 0 { send(ByteBuffer(string: ":\n\n")) }
        }
    }

    /// Reads the manifest and the decisions again if they have changed, and sends the changes to the listeners.
    func refresh() async throws {
        // One at a time, so that an older snapshot never replaces a newer one.
        let last = lastRefresh
        let own = Task {
            _ = await last?.result
            try await reload()
        }
        lastRefresh = own
        try await own.value
    }

    private func reload() async throws {
        let revision = DecisionStore.revision(folder: stateFolder)
        let other = try await manifest.read(unless: loaded?.identity, after: loaded?.catalog?.origin.encoding)
        guard other != nil || revision != decisionRevision else { return }
        let catalog = (other ?? loaded)?.catalog ?? Catalog(generator: "", packs: [], rejected: [])
        let new = try ReviewSnapshot(catalog, decisions: try await store.all(), after: snapshot)
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

/// Reads the manifest again when it was replaced.
struct ManifestReader: Sendable {
    /// The manifest's file; nil for none.
    typealias Identity = ServedFile.Identity?

    let folder: ServedFolder

    init(out: String) {
        folder = ServedFolder(path: out)
    }

    /// - Parameters:
    ///   - known: the manifest that was read last; nil when none was.
    ///   - last: what it said: packs that are the same are not read again.
    /// - Returns: nil when it is unchanged; else its file and its content.
    /// - Throws: `CatalogError`, `WebError`.
    func read(
        unless known: Identity?, after last: ManifestEncoding? = nil
    ) async throws -> (identity: Identity, catalog: Catalog?)? {
        try await blocking { [folder] in
            guard let file = try folder.file(OutputNames.catalog) else { return known == .some(nil) ? nil : (nil, nil) }
            if known == .some(file.identity) { return nil }
            var bytes = try file.bytes(at: 0, count: file.identity.size)
            let json = bytes.readBytes(length: bytes.readableBytes) ?? []
            return (file.identity, try OutputFolder(folder.path).catalog(json: json, after: last))
        }
    }
}

/// Runs calls that block on the server's threads for them.
func blocking<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
    try await NIOThreadPool.singleton.runIfActive { try body() }
}

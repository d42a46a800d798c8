import Deflate
import Foundation
import JobModel
import NIOCore
import NIOPosix
import Publishing
import StickerManifest
import Synchronization

/// The index of the manifest for apps, and the files to which it refers. Serves the index as soon as it is read.
/// Reads new parts, which list the files, in the background.
package final class PublishedIndex: Sendable {
    /// A file that may be served.
    enum Served: Sendable {
        case file(PublishedAsset)
        /// A part of the manifest that exists only in memory, because the output folder contains the manifest as a
        /// single document.
        case bytes([UInt8])
    }

    /// One published state.
    struct State: Sendable {
        let index: PublishedTree.Delivered
        /// The number of stickers.
        let stickers: Int
    }

    /// A published manifest.
    private struct Publication: Sendable {
        let identity: ServedFile.Identity
        let index: ManifestIndex
        /// The manifest, and its parts by path, if an earlier version of stickerd published the manifest as a single
        /// document.
        let whole: (catalog: Catalog, parts: [String: [UInt8]])?

        init(_ document: ManifestDocument, identity: ServedFile.Identity) throws {
            self.identity = identity
            switch document {
            case .index(let index): (self.index, whole) = (index, nil)
            case .flat(let catalog):
                let text = try catalog.written()
                index = try JSONDecoder().decode(ManifestIndex.self, from: Data(text.bytes))
                whole = (catalog, text.news)
            }
        }
    }

    private struct Announced: Sendable {
        var identity: ServedFile.Identity
        var state: State
    }

    /// The files of one published state, and of earlier states that clients may still use.
    private struct Files: Sendable {
        var identity: ServedFile.Identity
        /// The files by name.
        var files: [String: Served] = [:]
        /// The files and message pages of each app part.
        var parts: [ManifestPart: PartFiles] = [:]
        /// The files of earlier states, which are served until the given time.
        var retired: [String: (file: Served, until: ContinuousClock.Instant)] = [:]
    }

    private struct PartFiles: Sendable {
        var assets: [PublishedAsset]
        var pages: [String: [UInt8]]
    }

    /// The time for which a file is still served after its removal from the manifest.
    private static let grace = Duration.seconds(600)

    private let folder: ServedFolder
    private let delivery: IndexDelivery
    private let announced = Mutex<Announced?>(nil)
    /// The manifests whose index was served but whose parts were not read yet, the oldest first.
    private let unread = Mutex<[Publication]>([])
    private let cached = Mutex<Files?>(nil)

    init(out: String, delivery: IndexDelivery) {
        folder = ServedFolder(path: out)
        self.delivery = delivery
    }

    /// The published state.
    ///
    /// - Throws: `WebError.nothingPublished` if there is no manifest; `CatalogError` or another `WebError` if it cannot
    ///   be read.
    func state() async throws -> State {
        let (state, isNew) = try await NIOThreadPool.singleton.runIfActive { [self] in try announce() }
        // A client that gets this index will request its files next.
        if isNew { NIOThreadPool.singleton.submit { [self] _ in _ = try? files() } }
        return state
    }

    /// A file that may be served. Nil if no such file has this name.
    func file(_ name: String) async throws -> Served? {
        try await NIOThreadPool.singleton.runIfActive { [self] in
            let known = try files()
            if let file = known.files[name] { return file }
            return known.retired[name].flatMap { $0.until > .now ? $0.file : nil }
        }
    }

    // MARK: The index

    private func announce() throws -> (state: State, isNew: Bool) {
        guard let file = try folder.file(OutputNames.catalog) else { throw WebError.nothingPublished(out: folder.path) }
        return try announced.withLock { announced in
            if let announced, announced.identity == file.identity { return (announced.state, false) }
            let publication = try read(file)
            let index = publication.index
            let plain = try delivery.bytes(of: index)
            let delivered = PublishedTree.Delivered(
                plain: ByteBuffer(bytes: plain), packed: ByteBuffer(bytes: try Gzip.compress(plain)),
                sha256: Digest.sha256(plain))
            let state = State(index: delivered, stickers: index.packs.total { $0.stickers ?? 0 })
            announced = Announced(identity: publication.identity, state: state)
            unread.withLock { $0.append(publication) }
            return (state, true)
        }
    }

    private func read(_ file: ServedFile) throws -> Publication {
        var bytes = try file.bytes(at: 0, count: file.identity.size)
        let json = Data(bytes.readBytes(length: bytes.readableBytes) ?? [])
        return try Publication(ManifestDocument(json: json), identity: file.identity)
    }

    // MARK: Files

    private func files() throws -> Files {
        guard let file = try folder.file(OutputNames.catalog) else { throw WebError.nothingPublished(out: folder.path) }
        return try cached.withLock { cached in
            // Includes states that were replaced before their parts were read, because clients may have their index.
            for publication in unread.withLock({ unread in
                defer { unread = [] }
                return unread
            }) where publication.identity != cached?.identity {
                if let files = try? files(of: publication, after: cached) { cached = files }
            }
            if let cached, cached.identity == file.identity { return cached }
            let news = try OutputFolder(folder.path).manifest.read { _, document in
                try files(of: Publication(document, identity: file.identity), after: cached)
            }
            guard let news else { throw WebError.nothingPublished(out: folder.path) }
            cached = news
            return news
        }
    }

    private func files(of publication: Publication, after last: Files?) throws -> Files {
        var files = Files(identity: publication.identity)
        let index = publication.index
        for part in index.packs.flatMap({ $0.app ?? [] }) {
            if let whole = publication.whole {
                files.files[part.name] = whole.parts[part.path].map { .bytes($0) }
                continue
            }
            let contents = try last?.parts[part] ?? self.files(of: part)
            files.parts[part] = contents
            files.files.add(PublishedAsset(path: part.path, sha256: part.sha256, bytes: part.bytes))
            for asset in contents.assets { files.files.add(asset) }
            for (path, page) in contents.pages { files.files[path] = .bytes(page) }
        }
        for (path, page) in Self.pages(of: publication.whole?.catalog.messages ?? []) {
            files.files[path] = .bytes(page)
        }
        for asset in publication.whole?.catalog.deliveredAssets ?? [] { files.files.add(asset) }
        for icon in index.packs.compactMap(\.icon) {
            files.files.add(PublishedAsset(path: icon.path, sha256: icon.sha256, bytes: icon.bytes))
        }
        if let last { files.retired = retired(last, now: files.files) }
        return files
    }

    /// The sticker files and message pages of an app part.
    private func files(of part: ManifestPart) throws -> PartFiles {
        let app = try OutputFolder(folder.path).manifest.value(AppPart.self, of: part)
        let stickers = app.stickers.map {
            PublishedAsset(path: "\(OutputNames.assets)/\($0.fileName)", sha256: $0.sha256, bytes: $0.bytes)
        }
        let messages = (app.messages ?? []).flatMap(\.deliveries).map {
            PublishedAsset(path: $0.path, sha256: $0.sha256, bytes: $0.bytes)
        }
        return PartFiles(
            assets: (stickers + messages).compactMap(\.self), pages: Self.pages(of: app.messages ?? []))
    }

    /// The web pages of messages, by path.
    private static func pages(of messages: [Message]) -> [String: [UInt8]] {
        Dictionary(
            messages.map { message in
                (
                    MessagePage.path(pack: message.pack, message: message.id),
                    Array(MessagePage.html(of: message, assets: "../../\(OutputNames.assets)").utf8)
                )
            }, uniquingKeysWith: { first, _ in first })
    }

    private func retired(
        _ last: Files, now files: [String: Served]
    ) -> [String: (file: Served, until: ContinuousClock.Instant)] {
        var retired = last.retired.filter { $0.value.until > .now && files[$0.key] == nil }
        let until = ContinuousClock.now.advanced(by: PublishedIndex.grace)
        for (name, file) in last.files where files[name] == nil { retired[name] = (file, until) }
        return retired
    }
}

extension [String: PublishedIndex.Served] {
    fileprivate mutating func add(_ asset: PublishedAsset?) {
        if let asset { self[asset.name] = .file(asset) }
    }
}

extension Catalog {
    /// The asset files that apps use.
    fileprivate var deliveredAssets: [PublishedAsset] {
        (packs.flatMap(\.stickers).compactMap(\.delivery) + (messages ?? []).flatMap(\.deliveries)).compactMap {
            PublishedAsset(path: $0.path, sha256: $0.sha256, bytes: $0.bytes)
        }
    }
}

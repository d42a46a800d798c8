import Deflate
import Foundation
import JobModel
import NIOCore
import NIOPosix
import Publishing
import StickerManifest
import Synchronization

/// The manifest in two levels as apps get it: the index, and which files may be served with it. The index is read again
/// when it was replaced, and of the parts only those that are new.
package final class PublishedIndex: Sendable {
    /// A file that may be served.
    enum Served: Sendable {
        case file(PublishedAsset)
        /// A part of a manifest that lies in the output folder as one document.
        case bytes([UInt8])
    }

    /// One published state.
    struct State: Sendable {
        let index: PublishedTree.Delivered
        /// How many stickers it has.
        let stickers: Int
        /// By name.
        let files: [String: Served]
    }

    private struct Cached: Sendable {
        var identity: ServedFile.Identity
        var state: State
        /// The files of the stickers in each app part.
        var parts: [ManifestPart: [PublishedAsset]]
        /// Files of states before, which somebody may be on the way to.
        var retired: [String: (file: Served, until: ContinuousClock.Instant)] = [:]
    }

    /// For so long files are served that are not in the manifest any more, if they are there.
    private static let grace = Duration.seconds(600)

    private let folder: ServedFolder
    private let delivery: IndexDelivery
    private let cached = Mutex<Cached?>(nil)

    init(out: String, delivery: IndexDelivery) {
        folder = ServedFolder(path: out)
        self.delivery = delivery
    }

    /// What is published now.
    ///
    /// - Throws: `WebError.nothingPublished` when there is no manifest; `CatalogError` or another `WebError` when it cannot be
    ///   read.
    func state() async throws -> State {
        try await NIOThreadPool.singleton.runIfActive { [self] in try read().state }
    }

    /// A file that may be served; nil when there is none of this name.
    func file(_ name: String) async throws -> Served? {
        try await NIOThreadPool.singleton.runIfActive { [self] in
            let cached = try read()
            if let file = cached.state.files[name] { return file }
            return cached.retired[name].flatMap { $0.until > .now ? $0.file : nil }
        }
    }

    private func read() throws -> Cached {
        guard let file = try folder.file(OutputNames.catalog) else { throw WebError.nothingPublished(out: folder.path) }
        return try cached.withLock { cached in
            if let cached, cached.identity == file.identity { return cached }
            let news = try OutputFolder(folder.path).manifest.read { json, document in
                try self.read(document, file.identity, after: cached)
            }
            guard let news else { throw WebError.nothingPublished(out: folder.path) }
            cached = news
            return news
        }
    }

    private func read(
        _ document: ManifestDocument, _ identity: ServedFile.Identity, after last: Cached?
    ) throws -> Cached {
        var files: [String: Served] = [:]
        var parts: [ManifestPart: [PublishedAsset]] = [:]
        let index: ManifestIndex
        switch document {
        case .index(let found):
            index = found
            for part in found.packs.flatMap({ $0.app ?? [] }) {
                let assets = try last?.parts[part] ?? self.assets(of: part)
                parts[part] = assets
                files.add(PublishedAsset(path: part.path, sha256: part.sha256, bytes: part.bytes))
                for asset in assets { files.add(asset) }
            }
        case .flat(let catalog):
            // An earlier version of stickerd published it.
            let text = try catalog.written()
            index = try JSONDecoder().decode(ManifestIndex.self, from: Data(text.bytes))
            for part in index.packs.flatMap({ $0.app ?? [] }) {
                files[part.name] = text.news[part.path].map { .bytes($0) }
            }
            for asset in catalog.deliveredAssets { files.add(asset) }
        }
        for icon in index.packs.compactMap(\.icon) {
            files.add(PublishedAsset(path: icon.path, sha256: icon.sha256, bytes: icon.bytes))
        }
        let plain = try delivery.bytes(of: index)
        let delivered = PublishedTree.Delivered(
            plain: ByteBuffer(bytes: plain), packed: ByteBuffer(bytes: try Gzip.compress(plain)),
            sha256: Digest.sha256(plain))
        var cached = Cached(
            identity: identity,
            state: State(
                index: delivered, stickers: index.packs.reduce(0) { $0 + ($1.stickers ?? 0) }, files: files),
            parts: parts)
        if let last { cached.retired = retired(last, now: files) }
        return cached
    }

    /// The files that apps show of the stickers in a part.
    private func assets(of part: ManifestPart) throws -> [PublishedAsset] {
        let app = try OutputFolder(folder.path).manifest.value(AppPart.self, of: part)
        let stickers = app.stickers.map {
            PublishedAsset(path: "\(OutputNames.assets)/\($0.fileName)", sha256: $0.sha256, bytes: $0.bytes)
        }
        let messages = (app.messages ?? []).compactMap(\.delivery).map {
            PublishedAsset(path: $0.path, sha256: $0.sha256, bytes: $0.bytes)
        }
        return (stickers + messages).compactMap(\.self)
    }

    private func retired(
        _ last: Cached, now files: [String: Served]
    ) -> [String: (file: Served, until: ContinuousClock.Instant)] {
        var retired = last.retired.filter { $0.value.until > .now && files[$0.key] == nil }
        let until = ContinuousClock.now.advanced(by: PublishedIndex.grace)
        for (name, file) in last.state.files where files[name] == nil { retired[name] = (file, until) }
        return retired
    }
}

extension [String: PublishedIndex.Served] {
    fileprivate mutating func add(_ asset: PublishedAsset?) {
        if let asset { self[asset.name] = .file(asset) }
    }
}

extension Catalog {
    /// The files that apps show.
    fileprivate var deliveredAssets: [PublishedAsset] {
        (packs.flatMap(\.stickers).compactMap(\.delivery) + (messages ?? []).compactMap(\.delivery)).compactMap {
            PublishedAsset(path: $0.path, sha256: $0.sha256, bytes: $0.bytes)
        }
    }
}

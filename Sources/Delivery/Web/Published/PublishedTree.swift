import Deflate
import JobModel
import NIOCore
import NIOPosix
import Publishing
import StickerManifest
import Synchronization

/// The published files of an output folder. Caches the manifest in memory, and reads it again after it was replaced.
package final class PublishedTree: Sendable {
    /// One published state.
    package struct State: Sendable {
        /// The complete manifest.
        package let catalog: Catalog
        /// The manifest for apps.
        package let delivered: Delivered
        /// All files that may be served, by name.
        package let assets: [String: PublishedAsset]
    }

    /// The manifest's bytes, plain and compressed.
    package struct Delivered: Sendable {
        package let plain: ByteBuffer
        package let packed: ByteBuffer
        /// SHA-256 of the plain bytes, in lower-case hexadecimal.
        package let sha256: String
    }

    /// The manifest as an index with parts.
    package let index: PublishedIndex
    private let folder: ServedFolder
    private let deliver: @Sendable (Catalog) throws -> [UInt8]
    private let cached = Mutex<(identity: ServedFile.Identity, state: State)?>(nil)

    /// - Parameters:
    ///   - out: the output folder.
    ///   - deliver: encodes the manifest as a single document for apps.
    ///   - delivery: encodes the index for apps.
    package init(
        out: String, deliver: @escaping @Sendable (Catalog) throws -> [UInt8] = { Array(try $0.delivered.json()) },
        delivery: IndexDelivery = IndexDelivery()
    ) {
        index = PublishedIndex(out: out, delivery: delivery)
        folder = ServedFolder(path: out)
        self.deliver = deliver
    }

    /// The published state.
    ///
    /// - Throws: `WebError.nothingPublished` if there is no manifest; `CatalogError` or another `WebError` if it cannot
    ///   be read.
    package func state() async throws -> State {
        try await NIOThreadPool.singleton.runIfActive { [self] in try read() }
    }

    /// Opens a file of the manifest.
    ///
    /// - Returns: nil if the file does not exist, or if its size differs from the size in the manifest.
    /// - Throws: `WebError.cannotOpen`.
    func open(_ asset: PublishedAsset) async throws -> ServedFile? {
        try await NIOThreadPool.singleton.runIfActive { [folder] in
            guard let file = try folder.file(asset.name, in: OutputNames.assets) else { return nil }
            return file.identity.size == asset.bytes ? file : nil
        }
    }

    private func read() throws -> State {
        guard let file = try folder.file(OutputNames.catalog) else { throw WebError.nothingPublished(out: folder.path) }
        return try cached.withLock { cached in
            if let cached, cached.identity == file.identity { return cached.state }
            var bytes = try file.bytes(at: 0, count: file.identity.size)
            let json = bytes.readBytes(length: bytes.readableBytes) ?? []
            let catalog = try OutputFolder(folder.path).catalog(
                json: json, after: cached?.state.catalog.origin.encoding)
            let plain = try deliver(catalog)
            let state = State(
                catalog: catalog,
                delivered: Delivered(
                    plain: ByteBuffer(bytes: plain), packed: ByteBuffer(bytes: try Gzip.compress(plain)),
                    sha256: Digest.sha256(plain)),
                assets: catalog.publishedAssets)
            cached = (file.identity, state)
            return state
        }
    }
}

/// A file of the manifest with a content-addressed name.
package struct PublishedAsset: Sendable, Hashable {
    /// `<sha256>.<ext>`.
    package let name: String
    package let sha256: String
    /// Size in bytes.
    package let bytes: Int

    /// Nil if the path is not `assets/<sha256>.<ext>`. stickerd writes no other paths.
    init?(path: String, sha256: String, bytes: Int) {
        // A regular expression would be too slow, because a library can have a million files.
        let start = "\(OutputNames.assets)/\(sha256)."
        let ending = path.utf8.dropFirst(start.utf8.count)
        guard ManifestPart.isDigest(sha256), path.hasPrefix(start),
            (1...5).contains(ending.count), ending.allSatisfy(PublishedAsset.isLetterOrNumber)
        else { return nil }
        name = String(path.dropFirst("\(OutputNames.assets)/".count))
        self.sha256 = sha256
        self.bytes = bytes
    }

    private static func isLetterOrNumber(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
    }

    /// The media type for the file extension. An APNG is served as PNG, so that clients without support for APNG show
    /// its first frame.
    var mediaType: String {
        if let format = StickerFormat(path: name) { return format.mediaType }
        return name.hasSuffix(".json") ? "application/json" : "application/octet-stream"
    }
}

extension Catalog {
    /// All files in the manifest, by name.
    var publishedAssets: [String: PublishedAsset] {
        var files: [PublishedAsset?] = []
        for pack in publishedPacks {
            files += pack.icon.map { PublishedAsset(path: $0.path, sha256: $0.sha256, bytes: $0.bytes) }
            for sticker in pack.stickers {
                files += sticker.renditionsAndFilm.map {
                    PublishedAsset(path: $0.path, sha256: $0.sha256, bytes: $0.bytes)
                }
                files += sticker.previews.map { PublishedAsset(path: $0.path, sha256: $0.sha256, bytes: $0.bytes) }
                files += [sticker.filmstrip].compactMap(\.self).map {
                    PublishedAsset(path: $0.path, sha256: $0.sha256, bytes: $0.bytes)
                }
            }
        }
        return Dictionary(files.compactMap(\.self).map { ($0.name, $0) }) { first, _ in first }
    }
}

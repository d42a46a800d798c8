import Deflate
import JobModel
import NIOCore
import NIOPosix
import Publishing
import StickerCatalog
import Synchronization

/// What is published in an output folder, kept in memory as far as it is asked for again and again: the manifest, read
/// anew when another has taken its place.
package final class PublishedTree: Sendable {
    /// One published state.
    package struct State: Sendable {
        /// The manifest in out/, whole.
        package let catalog: Catalog
        /// The manifest as apps get it.
        package let delivered: Delivered
        /// Every file that may be served, by its name.
        package let assets: [String: PublishedAsset]
    }

    /// The manifest's bytes, as they are and packed.
    package struct Delivered: Sendable {
        package let plain: ByteBuffer
        package let packed: ByteBuffer
        /// SHA-256 of the plain bytes, in lower-case hexadecimal.
        package let sha256: String
    }

    private let folder: ServedFolder
    private let deliver: @Sendable (Catalog) throws -> [UInt8]
    private let known = Mutex<(identity: ServedFile.Identity, state: State)?>(nil)

    /// - Parameters:
    ///   - out: the output folder.
    ///   - deliver: makes the manifest's bytes for apps.
    package init(
        out: String, deliver: @escaping @Sendable (Catalog) throws -> [UInt8] = { Array(try $0.delivered.json()) }
    ) {
        folder = ServedFolder(path: out)
        self.deliver = deliver
    }

    /// What is published now.
    ///
    /// - Throws: `WebError.nothingPublished` when there is no manifest, `CatalogError` or another
    ///   `WebError` when it cannot be read.
    package func state() async throws -> State {
        try await NIOThreadPool.singleton.runIfActive { [self] in try read() }
    }

    /// Opens a file that the manifest names.
    ///
    /// - Returns: nil when it is not there, or not as long as the manifest says.
    /// - Throws: `WebError.cannotOpen`.
    func open(_ asset: PublishedAsset) async throws -> ServedFile? {
        try await NIOThreadPool.singleton.runIfActive { [folder] in
            guard let file = try folder.file(asset.name, in: OutputNames.assets) else { return nil }
            return file.identity.size == asset.bytes ? file : nil
        }
    }

    private func read() throws -> State {
        guard let file = try folder.file(OutputNames.catalog) else { throw WebError.nothingPublished(out: folder.path) }
        return try known.withLock { known in
            if let known, known.identity == file.identity { return known.state }
            var bytes = try file.bytes(at: 0, count: file.identity.size)
            let catalog = try Catalog(json: .init(bytes.readBytes(length: bytes.readableBytes) ?? []))
            let plain = try deliver(catalog)
            let state = State(
                catalog: catalog,
                delivered: Delivered(
                    plain: ByteBuffer(bytes: plain), packed: ByteBuffer(bytes: try Gzip.compress(plain)),
                    sha256: Digest.sha256(plain)),
                assets: catalog.publishedAssets)
            known = (file.identity, state)
            return state
        }
    }
}

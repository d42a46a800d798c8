import Foundation
import StickerManifest

/// The stickers of an app: immediately those that come with the app, and after an update newer ones from a server.
///
/// ```swift
/// let library = try StickerLibrary(.init(bundle: StickerAssets.folder, server: URL(string: "https://example.com/v2/")))
/// show(library.stickers)                    // at once, without network
/// if try await library.update() { show(library.stickers) }
/// ```
///
/// All of `stickers` always belongs to one manifest, and every file is complete. A new set replaces the old one only
/// after its last file has arrived and has been checked.
public final class StickerLibrary: Sendable {
    /// The settings of a library: where stickers come from, and where they are stored.
    public struct Settings: Sendable {
        /// The folder that `stickerd export app` wrote. Nil if no stickers come with the app.
        public var bundle: URL?
        /// The URL of `stickerd serve`, up to `/v2/`. Nil if nothing is downloaded. An older server has only `/v1/`,
        /// from which the manifest is then loaded as one document.
        public var server: URL?
        /// The folder of downloads, in which nothing else may be stored. If it is lost, everything is downloaded again.
        public var cache: URL
        /// The ids of the packs to download; nil for all. Later, use `StickerLibrary.want(_:)` to change them.
        public var packs: Set<String>?
        /// The maximum size of the downloaded stickers in bytes. While one set replaces another, both are stored.
        public var cacheLimit = 100_000_000
        /// Checks the signatures of manifests. The library accepts only manifests that pass. Nil to accept any
        /// manifest.
        public var verifier: CatalogVerifier?
        /// The person's languages, the preferred one first.
        public var languages = Locale.preferredLanguages
        /// The language of the texts that have no language tag in the manifest.
        public var developmentLanguage = "en"
        /// The number of seconds without data from the server after which a download fails.
        public var patience: TimeInterval = 30
        /// The number of seconds for which unused files are kept, because another process with the same cache may need
        /// them.
        public var grace: TimeInterval = 3600

        /// - Parameter cache: nil for a folder in the app's caches.
        public init(bundle: URL? = nil, server: URL? = nil, cache: URL? = nil) {
            self.bundle = bundle
            self.server = server
            let caches = FileManager.default.urls(for: .cachesDirectory, in: .userDomainMask).first
            let folder = caches ?? FileManager.default.temporaryDirectory
            self.cache = cache ?? folder.appendingPathComponent("StickerCatalog")
        }
    }

    private let store: StickerStore
    private let updater: StickerUpdater

    /// Loads the stickers on this device. This takes milliseconds and needs no network.
    ///
    /// - Throws: `CatalogError` if the app's own stickers cannot be read, which is an error in its build. If downloaded
    ///   stickers are damaged, the library starts with the app's own.
    public init(_ settings: Settings) throws {
        store = try StickerStore(settings)
        updater = StickerUpdater(store)
    }

    /// The current stickers. They only change at the end of an update.
    public var stickers: StickerSet { store.current }

    /// Sets the packs to download, from the next update on. Other packs are in `StickerSet.offered`, and that update
    /// removes their files from this device. Packs in the app are always available.
    ///
    /// - Parameter packs: their ids. Nil for all.
    public func want(_ packs: Set<String>?) { store.want(packs) }

    /// Requests a newer set from the server and downloads missing files. Concurrent calls share one update, which is
    /// cancelled when all of these calls are cancelled. A call during such a cancellation starts another update.
    ///
    /// - Returns: whether `stickers` changed.
    /// - Throws: `CatalogError`, `CancellationError`. `stickers` is then unchanged. Completed downloads are not
    ///   repeated.
    @discardableResult
    public func update() async throws -> Bool {
        try await updater.update()
    }
}

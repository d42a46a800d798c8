import Foundation
import StickerManifest

/// The stickers of an app: those in the app immediately, and newer ones from a server.
///
/// ```swift
/// let library = try StickerLibrary(.init(bundle: StickerAssets.folder, server: URL(string: "https://example.com/v2/")))
/// show(library.stickers)                    // at once, without network
/// if try await library.update() { show(library.stickers) }
/// ```
///
/// At any time, all of `stickers` belongs to one manifest, and every file is complete: a new set replaces the old one
/// only after its last file has arrived and was checked.
public final class StickerLibrary: Sendable {
    /// The source and the storage of stickers.
    public struct Settings: Sendable {
        /// The folder that `stickerd export app` wrote; nil when no stickers come with the app.
        public var bundle: URL?
        /// The URL of `stickerd serve`, up to `/v2/`. Nil if nothing is downloaded. A server of an earlier version has
        /// only `/v1/`, which is loaded as one document.
        public var server: URL?
        /// The folder of downloads. It must not contain anything else. If it is lost, everything is downloaded again.
        public var cache: URL
        /// The ids of the packs that are loaded; nil for all. `StickerLibrary.want(_:)` changes it later.
        public var packs: Set<String>?
        /// The largest number of bytes of downloaded stickers. While one set replaces another, both are stored.
        public var cacheLimit = 100_000_000
        /// Takes only manifests that it accepts; nil for any.
        public var verifier: CatalogVerifier?
        /// The person's languages, the preferred one first.
        public var languages = Locale.preferredLanguages
        /// The language of labels without a language in the manifest.
        public var developmentLanguage = "en"
        /// The longest silence of the server before a download fails, in seconds.
        public var patience: TimeInterval = 30
        /// The time that unused files are kept for other processes with the same cache, in seconds.
        public var grace: TimeInterval = 3600

        /// - Parameter cache: a folder in the app's caches if not given.
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

    /// Sets the packs that are loaded from the server, from the next update on. The others are in `StickerSet.offered`.
    /// Their files are removed from this device after that update. Packs in the app are always available.
    ///
    /// - Parameter packs: their ids. Nil for all.
    public func want(_ packs: Set<String>?) { store.want(packs) }

    /// Requests a newer set from the server and downloads missing files. Concurrent calls share one update, which
    /// continues until the last of them is cancelled. A later call waits for its end and starts another one.
    ///
    /// - Returns: whether `stickers` changed.
    /// - Throws: `CatalogError`, `CancellationError`. `stickers` is then unchanged. Completed downloads are not
    ///   repeated.
    @discardableResult
    public func update() async throws -> Bool {
        try await updater.update()
    }
}

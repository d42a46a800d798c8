import Foundation
import StickerManifest

/// The stickers an app shows: those that came with it at once, newer ones from a server when there are any.
///
/// ```swift
/// let library = try StickerLibrary(.init(bundle: StickerAssets.folder, server: URL(string: "https://example.com/v2/")))
/// show(library.stickers)                    // at once, without network
/// if try await library.update() { show(library.stickers) }
/// ```
///
/// Whatever happens on the way, `stickers` is all of one manifest, and every file in it is whole: a new set takes the old
/// one's place only when the last file of it has arrived and was checked.
public final class StickerLibrary: Sendable {
    /// Where stickers come from and where they are kept.
    public struct Settings: Sendable {
        /// The folder that `stickerd export app` wrote; nil when no stickers come with the app.
        public var bundle: URL?
        /// What `stickerd serve` publishes, up to `/v2/`; nil when nothing is downloaded. From a server of an earlier
        /// version, which has only `/v1/`, everything is loaded as one document.
        public var server: URL?
        /// The folder of downloads. It must not contain anything else. If it is lost, everything is downloaded again.
        public var cache: URL
        /// The ids of the packs that are loaded; nil for all. `StickerLibrary.want(_:)` changes it later.
        public var packs: Set<String>?
        /// The largest number of bytes of downloaded stickers. While one set replaces another, both are stored.
        public var cacheLimit = 100_000_000
        /// Takes only manifests that it accepts; nil for any.
        public var verifier: CatalogVerifier?
        /// The person's languages, the most wanted first.
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

    /// Loads what is on this device; this takes milliseconds and no network.
    ///
    /// - Throws: `CatalogError` when the app's own stickers cannot be read, which is a mistake made when it was built. What
    ///   is wrong with downloads only makes it begin with the app's own.
    public init(_ settings: Settings) throws {
        store = try StickerStore(settings)
        updater = StickerUpdater(store)
    }

    /// What can be shown now. It changes only while an update ends.
    public var stickers: StickerSet { store.current }

    /// Changes which packs are loaded from the server, from the next update on. The others are in `StickerSet.offered`.
    /// Their files are removed from this device after that update. Packs that came with the app are always available.
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

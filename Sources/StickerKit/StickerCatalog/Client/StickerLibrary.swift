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
        /// Where downloads are kept: a folder of its own. It may be lost; then everything is downloaded again.
        public var cache: URL
        /// The ids of the packs that are loaded; nil for all. `StickerLibrary.want(_:)` changes it later.
        public var packs: Set<String>?
        /// How many bytes of stickers are kept, beside those that came with the app. While one set takes another's place,
        /// both are there.
        public var cacheLimit = 100_000_000
        /// Takes only manifests that it accepts; nil for any.
        public var verifier: CatalogVerifier?
        /// The person's languages, the most wanted first.
        public var languages = Locale.preferredLanguages
        /// The language of labels that have no language in the manifest.
        public var developmentLanguage = "en"
        /// How long, in seconds, nothing may come from the server before it is given up.
        public var patience: TimeInterval = 30
        /// How long, in seconds, files stay that no set needs, for the sake of other processes that use the same cache.
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

    /// Changes which packs are loaded from the server, from the next update on. The others are in `StickerSet.offered`; their
    /// files go from this device after that update. What came with the app is always there.
    ///
    /// - Parameter packs: their ids; nil for all.
    public func want(_ packs: Set<String>?) { store.want(packs) }

    /// Asks the server for a newer set and downloads what is missing. Calls at the same time are one: it goes on until the
    /// last of them is cancelled. A call after that waits for its end and begins another one.
    ///
    /// - Returns: whether `stickers` changed.
    /// - Throws: `CatalogError`, `CancellationError`; `stickers` is then what it was. What was downloaded by then is not
    ///   downloaded again.
    @discardableResult
    public func update() async throws -> Bool {
        try await updater.update()
    }
}

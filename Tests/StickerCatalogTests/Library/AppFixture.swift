import AppExport
import Foundation
import PublishedSamples
import StickerCatalog
import StickerManifest
import TestSupport
import Testing

/// An app on a device, with its bundle, its cache, and the tree that its server publishes.
final class AppFixture: Sendable {
    typealias Art = SampleTree.Art

    let tree: SampleTree
    private let folder: TemporaryFolder

    init() throws {
        tree = try SampleTree()
        folder = try TemporaryFolder()
    }

    var cache: URL { folder.url.appending(path: "cache") }
    var bundle: URL { folder.url.appending(path: "app/StickerAssets") }

    /// Builds the app with these stickers, messages and game pieces in its bundle.
    func ship(
        _ art: [Art], messages: [Art] = [], pieces: [Art] = [], change: (inout Catalog) -> Void = { _ in }
    ) throws {
        let source = try SampleTree()
        try source.publish(art, messages: messages, pieces: pieces, change: change)
        _ = try AppExport(out: source.path, form: .bundle, writesClient: false)
            .run(to: folder.file("app"))
    }

    /// Starts the app, and returns its library.
    ///
    /// - Parameter port: the port of the server. Nil for an unreachable server.
    func start(_ port: Int? = nil, change: (inout StickerLibrary.Settings) -> Void = { _ in }) throws -> StickerLibrary
    {
        let hasBundle = FileManager.default.fileExists(atPath: bundle.path)
        var settings = StickerLibrary.Settings(
            bundle: hasBundle ? bundle : nil, server: URL(string: "http://127.0.0.1:\(port ?? 1)/v1/"), cache: cache)
        settings.languages = ["en"]
        settings.patience = 10
        settings.grace = 0
        change(&settings)
        return try StickerLibrary(settings)
    }

    /// The names of the files in the cache.
    var cached: [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: cache.appending(path: "files").path)) ?? []).sorted()
    }

    /// The inode numbers of the files in the cache, by name.
    func nodes() throws -> [String: Int] {
        var nodes: [String: Int] = [:]
        for name in cached {
            let path = cache.appending(path: "files/\(name)").path
            nodes[name] = try FileManager.default.attributesOfItem(atPath: path)[.systemFileNumber] as? Int
        }
        return nodes
    }
}

/// Checks that a set contains exactly these stickers in this order, and that each has a complete file.
func expect(
    _ set: StickerSet, is art: [AppFixture.Art], missing: Int = 0, sourceLocation: SourceLocation = #_sourceLocation
) throws {
    let names = art.map { StickerName(pack: $0.pack, sticker: $0.id) }
    let items = set.packs.flatMap(\.stickers)
    #expect(items.map(\.name) == names, sourceLocation: sourceLocation)
    #expect(set.missing == missing, sourceLocation: sourceLocation)
    for (item, art) in zip(items, art) {
        let bytes = try Data(contentsOf: item.fileURL)
        #expect(Array(bytes) == art.bytes && item.sha256 == art.sha256, "\(item.name)", sourceLocation: sourceLocation)
    }
}

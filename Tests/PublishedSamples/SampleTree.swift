import Foundation
import JobModel
import Publishing
import StickerManifest
import TestSupport

/// An output folder for tests. A publication has the same steps as in stickerd: new files are written, the manifest is
/// replaced atomically, and unreferenced files are removed.
package final class SampleTree: Sendable {
    /// A sticker to publish, with its id and the content of its file.
    package struct Art: Sendable {
        package var pack: String
        package var id: String
        package var bytes: [UInt8]

        /// - Parameter size: the size of the file in bytes. The content depends on the id, the pack and `version`.
        package init(_ id: String, pack: String = "cats", version: Int = 1, size: Int = 2000) {
            self.pack = pack
            self.id = id
            var state = "\(pack)/\(id)/\(version)".utf8.reduce(UInt64(1469)) { ($0 ^ UInt64($1)) &* 1_099_511_628_211 }
            bytes = (0..<size).map { _ in
                state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                return UInt8(state >> 56)
            }
        }

        package var sha256: String { Digest.sha256(bytes) }
        package var path: String { "assets/\(sha256).png" }
    }

    /// The path of the folder. The folder is removed together with this value.
    package var path: String { temporary.path }
    private let temporary: TemporaryFolder
    private let folder: OutputFolder

    package init() throws {
        temporary = try TemporaryFolder()
        folder = OutputFolder(temporary.path)
        try folder.makeFolder("assets")
    }

    /// Publishes exactly these stickers, messages and game pieces. The stickers of a pack have the given order.
    ///
    /// - Parameters:
    ///   - inLevels: whether an index and parts are published instead of a single document.
    ///   - change: makes other changes of the manifest.
    package func publish(
        _ stickers: [Art], messages: [Art] = [], pieces: [Art] = [], inLevels: Bool = false,
        change: (inout Catalog) -> Void = { _ in }
    ) throws {
        let art = stickers + messages + pieces
        for art in art where !folder.exists(art.path) { try folder.write(art.bytes, to: art.path) }
        var catalog = SampleTree.catalog(stickers, messages: messages, pieces: pieces)
        change(&catalog)
        var wanted = Set(art.map(\.path))
        if inLevels {
            let text = try catalog.written()
            for (path, bytes) in text.news where !folder.exists(path) {
                try folder.write(bytes, to: path, isDurable: false)
            }
            wanted.formUnion(text.documents.keys)
            try folder.write(text.bytes, to: "catalog.json")
        } else {
            try folder.write(Array(catalog.json()), to: "catalog.json")
        }
        for file in folder.listing("assets").files where !wanted.contains(file) { try folder.remove(file) }
    }

    /// Writes any bytes to a path in the folder.
    package func put(_ bytes: [UInt8], at name: String) throws {
        try folder.write(bytes, to: name)
    }

    /// The path of the part that apps load for a pack. Nil if there is no such part.
    package func part(of pack: String) throws -> String? {
        let index = try JSONDecoder().decode(ManifestIndex.self, from: Data(folder.read("catalog.json") ?? []))
        return index.packs.first { $0.id == pack }?.app?.first?.path
    }

    package func bytes(of name: String) -> [UInt8] { folder.read(name) ?? [] }

    package func remove(_ name: String) throws {
        try folder.remove(name)
    }

    /// Creates the manifest of some stickers, messages and game pieces.
    package static func catalog(_ art: [Art], messages: [Art] = [], pieces: [Art] = []) -> Catalog {
        let packs = Set(art.map(\.pack)).sorted().map { pack in
            Pack(
                id: pack, title: pack.capitalized, titles: [:], size: .regular, icon: [],
                stickers: art.filter { $0.pack == pack }.map(sticker))
        }
        return Catalog(
            generator: "stickerd 1.0.0", packs: packs, rejected: [],
            messages: messages.isEmpty ? nil : messages.map(message),
            pieces: pieces.isEmpty ? nil : Set(pieces.map(\.pack)).sorted().map { piecePack($0, pieces) })
    }

    private static func piecePack(_ pack: String, _ art: [Art]) -> PiecePack {
        PiecePack(
            id: pack, title: pack.capitalized, titles: [:], box: 64,
            pieces: art.filter { $0.pack == pack }.map { art in
                Piece(
                    id: art.id, label: "Label of \(art.id)", labels: ["de": "Schild von \(art.id)"],
                    anchor: PieceAnchor(y: 0.75), source: source(art), renditions: [rendition(art, side: 192)],
                    previews: [], fit: Fit(summary: "Kept.", gaveUp: "nothing", attempts: []), findings: [],
                    fingerprint: art.sha256, pixels: art.sha256)
            })
    }

    private static func source(_ art: Art) -> SourceArt {
        SourceArt(
            path: "\(art.pack)/\(art.id).png", sha256: art.sha256, bytes: art.bytes.count, format: "png", width: 408,
            height: 408)
    }

    private static func rendition(_ art: Art, side: Int = 408) -> Rendition {
        Rendition(
            scale: 3, path: art.path, name: "packs/\(art.pack)/\(art.id)@3x.png", width: side, height: side,
            bytes: art.bytes.count, sha256: art.sha256, format: "png", colours: nil, fidelity: 1)
    }

    private static func message(_ art: Art) -> Message {
        Message(
            pack: art.pack, id: art.id,
            text: MessageText(caption: "Caption of \(art.id)", summary: "Summary", label: "Label of \(art.id)"),
            translations: ["de": MessageText(caption: "Text zu \(art.id)")], source: source(art),
            renditions: [rendition(art, side: 900)], previews: [],
            fit: Fit(summary: "Kept.", gaveUp: "nothing", attempts: []), findings: [], fingerprint: art.sha256,
            pixels: art.sha256)
    }

    private static func sticker(_ art: Art) -> Sticker {
        Sticker(
            id: art.id, label: "Label of \(art.id)", labels: ["de": "Schild von \(art.id)"], size: .regular,
            source: source(art), animation: nil, renditions: [rendition(art)], previews: [],
            fit: Fit(summary: "Kept.", gaveUp: "nothing", attempts: []), findings: [],
            fingerprint: art.sha256, pixels: art.sha256)
    }
}

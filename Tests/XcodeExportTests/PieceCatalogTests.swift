import Foundation
import JobModel
import StickerManifest
import TestSupport
import Testing
import XcodeExport

@Suite("A pack of game pieces as image sets")
struct PieceCatalogTests {
    private let out: TemporaryFolder
    private let folder: TemporaryFolder

    init() throws {
        out = try TemporaryFolder()
        folder = try TemporaryFolder()
    }

    private func input(_ ids: [String]) throws -> PieceInput {
        let pieces = try ids.map { id in
            let renditions = try (1...3).reversed().map { scale in
                let bytes = Array("\(id) at \(scale)".utf8)
                let path = "assets/\(Digest.sha256(bytes)).png"
                try out.write(bytes, to: path)
                return Rendition(
                    scale: scale, path: path, name: "\(id)@\(scale)x.png", width: 64 * scale, height: 64 * scale,
                    bytes: bytes.count, sha256: Digest.sha256(bytes), format: "png", colours: nil, fidelity: 1)
            }
            return Piece(
                id: id, label: id,
                source: SourceArt(path: "\(id).svg", sha256: "", bytes: 1, format: "svg", width: 1, height: 1),
                renditions: renditions, previews: [], fit: Fit(summary: "", gaveUp: "", attempts: []), findings: [],
                fingerprint: "", pixels: "")
        }
        return PieceInput(
            pack: PiecePack(id: "pond", title: "Pond", titles: [:], box: 64, pieces: pieces), assetFolder: out.path)
    }

    @Test("has each piece at three scales, in a namespace of the pack's name")
    func imageSets() throws {
        _ = try XcodeExport(folder: folder.path).run([], pieces: [input(["frog"])])
        let pack = "pond/Assets.xcassets/pond"
        #expect(folder.bytes("\(pack)/frog.imageset/frog.png") == Array("frog at 1".utf8))
        #expect(folder.bytes("\(pack)/frog.imageset/frog@3x.png") == Array("frog at 3".utf8))
        #expect(
            folder.text("\(pack)/frog.imageset/Contents.json") == """
                {
                  "images" : [
                    {
                      "filename" : "frog.png",
                      "idiom" : "universal",
                      "scale" : "1x"
                    },
                    {
                      "filename" : "frog@2x.png",
                      "idiom" : "universal",
                      "scale" : "2x"
                    },
                    {
                      "filename" : "frog@3x.png",
                      "idiom" : "universal",
                      "scale" : "3x"
                    }
                  ],
                  "info" : {
                    "author" : "xcode",
                    "version" : 1
                  }
                }

                """)
        #expect(folder.text("\(pack)/Contents.json")?.contains("\"provides-namespace\" : true") ?? false)
        #expect(folder.text("pond/Assets.xcassets/Contents.json") != nil)
    }

    @Test("removes old pieces, and no files of others")
    func gone() throws {
        _ = try XcodeExport(folder: folder.path).run([], pieces: [input(["frog", "duck"])])
        let pack = "pond/Assets.xcassets/pond"
        try folder.write(Array("{}".utf8), to: "\(pack)/Mine.imageset/Contents.json")
        _ = try XcodeExport(folder: folder.path).run([], pieces: [input(["frog"])])
        #expect(folder.files.contains("\(pack)/Mine.imageset/Contents.json"))
        #expect(!folder.files.contains { $0.contains("duck") })
        #expect(try XcodeExport(folder: folder.path).run([], pieces: [input(["frog"])]).written.isEmpty)
    }

    @Test("is added to the catalog of an app that stickerd makes")
    func app() throws {
        let pack = try SamplePack()
        _ = try XcodeExport(folder: folder.path).runApp(
            ProjectSettings(name: "Cats", bundlePrefix: "com.example.cats"), package: .local(path: ".."),
            icon: pack.input, pieces: [input(["frog"])])
        #expect(folder.files.contains("MessagesExtension/Assets.xcassets/pond/frog.imageset/frog@2x.png"))
        #expect(folder.files.contains("MessagesExtension/Assets.xcassets/Contents.json"))
    }

    @Test("is added to a given catalog")
    func named() throws {
        _ = try XcodeExport(folder: folder.path, catalogName: "Mine.xcassets", removesStale: false)
            .run([], pieces: [input(["frog"])])
        #expect(folder.files.contains("Mine.xcassets/pond/frog.imageset/frog.png"))
    }
}

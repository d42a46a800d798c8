import FileAccess
import Intake
import JobModel
import Publishing
import StickerConfiguration
import StickerManifest

/// Sample values for manifests.
enum CatalogSamples {
    static let configuration = Configuration(drop: "/drop", out: "/out")

    static func pack(_ id: String, _ settings: PackSettings = PackSettings(), folder: String? = nil) -> DroppedPack {
        DroppedPack(id: id, folder: folder ?? id, settings: settings, icon: nil, findings: [])
    }

    static func art(_ path: String, pack: String = "cats", sidecar: Sidecar? = nil, findings: [RuleFinding] = [])
        -> ScannedSource
    {
        let name = String(path.split(separator: "/").last ?? "")
        return ScannedSource(
            path: path, absolutePath: "/drop/" + path, pack: pack, title: NameRule.title(of: ArtName(name)),
            id: NameRule.id(ofFile: name), stamp: FileStat(size: 1234, modified: 0, changed: 0, inode: 1, device: 1),
            choice: .chosen, sidecar: sidecar, findings: findings)
    }

    /// Creates the result of a successful rendering. The hashes of its files and pixels are derived from `word`.
    static func result(_ word: String, findings: [RuleFinding] = []) -> StickerResult {
        let file = { (name: String) in RenderedSticker.File(sha256: "\(word)-\(name)", bytes: 100, fileExtension: "png")
        }
        return StickerResult(
            art: ArtFacts(format: "png", width: 640, height: 480, frames: 1), findings: findings,
            output: RenderedSticker(
                scales: [3, 2, 1].map { scale in
                    RenderedSticker.Scale(
                        scale: scale, width: 136 * scale, height: 136 * scale, file: file("\(scale)"), format: .png,
                        colours: 32, fidelity: 0.9975)
                },
                previews: ["white", "photo"].map { RenderedSticker.OnBackground(background: $0, file: file($0)) },
                fit: Fit(
                    summary: "32 of 900 colours.", gaveUp: "colours",
                    attempts: [Fit.Attempt(method: "palette", colours: 32, bytes: 100, fidelity: 0.9975)]),
                pixels: word))
    }

    /// The result of a damaged file.
    static let refused = StickerResult(
        art: nil, findings: [Rule.damagedFile.finding("\(RuleFinding.pathToken) is cut off.")], output: nil)

    static func entry(_ art: ScannedSource, _ result: StickerResult, fingerprint: String = "f") -> StickerEntry {
        StickerEntry(art: art, sha256: "s", fingerprint: fingerprint, size: .regular, result: result)
    }

    /// Creates the entry of a file in a pack. By default, the entry is valid.
    static func entry(_ path: String, pack: String = "cats", sidecar: Sidecar? = nil, result: StickerResult? = nil)
        -> StickerEntry
    {
        entry(art(path, pack: pack, sidecar: sidecar), result ?? CatalogSamples.result(path))
    }

    /// Creates the manifest of these entries in the pack `cats`.
    static func catalog(
        _ entries: [StickerEntry], settings: PackSettings = PackSettings(), previous: Catalog? = nil,
        assets: Set<String>? = nil, configuration: Configuration = configuration
    ) -> Catalog {
        CatalogAssembler(
            configuration: configuration, previous: previous, assets: AssetNames(assets ?? previous?.assets ?? [])
        )
        .assemble(packs: [pack("cats", settings)], entries: entries)
    }
}

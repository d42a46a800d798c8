import BuildEngine
import FileAccess
import Intake
import JobModel
import Publishing
import StickerConfiguration
import StickerManifest

/// Sample values for plans.
enum PlanSamples {
    static let configuration = Configuration(drop: "/drop", out: "/out")
    static let pack = DroppedPack(id: "cats", folder: "cats", settings: PackSettings(), icon: nil, findings: [])
    private static let recipe = Recipe(
        size: .regular, render: configuration.recipe.render, encode: configuration.recipe.encode, backgrounds: [],
        limits: configuration.recipe.limits, ruleLimits: configuration.rules.limits)

    /// Creates a source of the pack `cats` that was read.
    ///
    /// - Parameter bytes: a word that stands for the content of the file. Equal words stand for equal bytes.
    static func source(_ name: String, bytes: String? = nil, changing change: (inout ScannedSource) -> Void = { _ in })
        -> PlannedSource
    {
        var art = art("cats/\(name)")
        change(&art)
        let content = bytes ?? name
        return PlannedSource(
            art: art, size: .regular,
            input: RenderInput(sha256: content, recipe: recipe, fingerprint: fingerprint(content)))
    }

    /// Creates another version of a sticker whose best version is `best`.
    static func version(_ name: String, of best: String, rank: Int, bytes: String? = nil) -> PlannedSource {
        source(name, bytes: bytes) { art in
            art.choice = .superseded(by: "cats/\(best)")
            art.rank = rank
        }
    }

    static func waiting(_ name: String, _ deferral: Deferral) -> PlannedSource {
        PlannedSource(art: art("cats/\(name)"), size: .regular, deferral: deferral)
    }

    static func fingerprint(_ bytes: String) -> String { "fingerprint of \(bytes)" }

    /// Creates the result of a successful rendering. The names of its files are derived from `word`.
    ///
    /// - Parameters:
    ///   - bytes: the size of the file in bytes, by scale.
    ///   - pixels: a word that stands for the pixels. If nil, `word` is used.
    static func result(
        _ word: String, bytes: [Int: Int] = [3: 100], fidelity: Double = 0.99, pixels: String? = nil,
        findings: [RuleFinding] = []
    ) -> StickerResult {
        let scales = bytes.sorted { $0.key > $1.key }.map { scale, bytes in
            RenderedSticker.Scale(
                scale: scale, width: 136 * scale, height: 136 * scale,
                file: RenderedSticker.File(
                    sha256: scale == 3 ? word : "\(word)@\(scale)x", bytes: bytes, fileExtension: "png"),
                format: .png, colours: 32, fidelity: fidelity)
        }
        return StickerResult(
            art: ArtFacts(format: "png", width: 640, height: 480, frames: 1), findings: findings,
            output: RenderedSticker(
                scales: scales, previews: [], fit: Fit(summary: "", gaveUp: "", attempts: []), pixels: pixels ?? word))
    }

    /// The result of a damaged file.
    static let damaged = StickerResult(
        art: nil, findings: [Rule.damagedFile.finding("\(RuleFinding.pathToken) is cut off.")], output: nil)

    static func assets(_ results: StickerResult...) -> AssetNames {
        AssetNames(results.flatMap(\.files).map(OutputNames.asset))
    }

    /// The published sources of a manifest that contains these sources.
    static func published(_ sources: PlannedSource...) -> PublishedSources {
        PublishedSources(catalog(sources.map { ($0, result($0.sha256 ?? "")) }))
    }

    /// Creates the manifest of these sources with their results.
    static func catalog(_ sources: [(PlannedSource, StickerResult)], packs: [DroppedPack] = [pack]) -> Catalog {
        let entries = sources.map { source, result in
            StickerEntry(
                art: source.art, sha256: source.sha256 ?? "", fingerprint: source.input?.fingerprint ?? "",
                size: source.size, result: result)
        }
        return CatalogAssembler(configuration: configuration, previous: nil, assets: [])
            .assemble(packs: packs, entries: entries)
    }

    private static func art(_ path: String) -> ScannedSource {
        let name = String(path.split(separator: "/").last ?? "")
        return ScannedSource(
            path: path, absolutePath: "/drop/" + path, pack: "cats", title: NameRule.title(of: ArtName(name)),
            id: NameRule.id(ofFile: name), stamp: FileStat(size: 1234, modified: 0, changed: 0, inode: 1, device: 1),
            choice: .chosen, sidecar: nil, findings: [])
    }
}

extension PlannedSource {
    /// The planned step in a few words.
    var summary: String {
        switch step {
        case .reuse: "reuse"
        case .render: "render"
        case .superseded(let path): "superseded by \(path)"
        case .duplicate(let path): "duplicate of \(path)"
        case .wait(let deferral): "wait: \(deferral)"
        }
    }
}

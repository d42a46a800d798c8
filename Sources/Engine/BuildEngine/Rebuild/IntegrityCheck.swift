import Foundation
import JobModel
import Publishing
import StateDatabase
import StickerManifest

/// Reads everything that is published and holds it against its digests.
struct IntegrityCheck: Sendable {
    struct Result: Sendable {
        var catalog: Catalog?
        var damages: [Damage] = []
        /// How many files were read.
        var files = 0
    }

    let out: OutputFolder
    /// What the ledger knows of sheets and icons, by key.
    let artifacts: [String: LedgerArtifact]

    /// A watch may publish meanwhile, so what is read must have been published from the beginning to the end.
    func run() -> Result {
        var result = Result()
        for _ in 0..<5 {
            let before = out.read(OutputNames.catalog)
            result = look(at: before)
            if result.damages.isEmpty || out.read(OutputNames.catalog) == before { break }
        }
        return result
    }

    private func look(at json: [UInt8]?) -> Result {
        guard let json else { return Result() }
        let manifest = out.manifest
        guard let document = try? ManifestDocument(json: Data(json)),
            let (catalog, faults) = try? manifest.intactCatalog(of: document)
        else {
            return Result(damages: [Damage(place: .output, kind: .damaged, path: OutputNames.catalog)], files: 1)
        }
        var result = Result(catalog: catalog, files: 1)
        let documents = Set((try? manifest.documents(of: document, isTolerant: true))?.map(\.path) ?? [])
        let called = Dictionary(catalog.names.sorted { $0.key < $1.key }.map { ($0.value, $0.key) }) { first, _ in first
        }
        for asset in catalog.assets.union(documents).sorted() {
            result.files += 1
            let kind = fault(asset, sha256: OutputNames.digest(ofAsset: asset))
            result.damages += kind.map { [Damage(place: .output, kind: $0, path: asset, name: called[asset])] } ?? []
        }
        for (name, asset) in catalog.names.sorted(by: { $0.key < $1.key }) {
            // The name of a damaged file is not reported beside it.
            if out.isSame(name, asset) { continue }
            result.files += 1
            guard let kind = fault(name, sha256: OutputNames.digest(ofAsset: asset)) else { continue }
            result.damages.append(Damage(place: .output, kind: kind, path: name))
        }
        for artifact in artifacts.values.sorted(by: { $0.key < $1.key })
        where artifact.key.hasPrefix(OutputNames.sheets + "/") {
            result.files += 1
            guard let kind = fault(artifact.key, sha256: artifact.sha256) else { continue }
            result.damages.append(Damage(place: .output, kind: kind, path: artifact.key))
        }
        let named = Set(catalog.names.keys).union(catalog.assets).union(documents).union(RetiredFiles.names(in: out))
        for top in [OutputNames.assets, OutputNames.packs, OutputNames.previews] {
            // What is named by a part that cannot be read is not known.
            let others = faults.isEmpty ? out.listing(top).files.subtracting(named) : []
            result.damages += others.sorted().map {
                Damage(place: .output, kind: .unknown, path: $0)
            }
        }
        return result
    }

    private func fault(_ name: String, sha256: String) -> Damage.Kind? {
        guard let bytes = out.read(name) else { return .missing }
        return Digest.sha256(bytes) == sha256 ? nil : .damaged
    }
}

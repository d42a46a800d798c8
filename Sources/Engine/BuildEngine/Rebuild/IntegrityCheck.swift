import Foundation
import JobModel
import Publishing
import StateDatabase
import StickerManifest

/// Reads all published files and compares them with their digests.
package struct IntegrityCheck: Sendable {
    package struct Result: Sendable {
        /// The manifest, with its stickers in compact form.
        package var catalog: Catalog?
        /// The hash of `catalog.json` as it was read.
        var manifestDigest: String?
        package var damages: [Damage] = []
        /// The number of files that were read.
        var files = 0
    }

    let out: OutputFolder
    /// The rows of sheets and icons in the state database, by key.
    let artifacts: [String: LedgerArtifact]

    package init(out: OutputFolder, artifacts: [String: LedgerArtifact]) {
        (self.out, self.artifacts) = (out, artifacts)
    }

    /// A watch may publish during the check, so only files that were published the whole time count.
    package func run() -> Result {
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
        var manifest = out.manifest
        manifest.isCompact = true
        guard let document = try? ManifestDocument(json: Data(json)),
            let (catalog, faults) = try? manifest.intactCatalog(of: document)
        else {
            return Result(damages: [Damage(place: .output, kind: .damaged, path: OutputNames.catalog)], files: 1)
        }
        var check = PublishedFilesCheck(out)
        // Unreadable parts of a pack are listed as faults.
        try? manifest.eachPack(of: document, readAs: catalog) { check.check($0) }
        var result = Result(catalog: catalog, manifestDigest: Digest.sha256(json), files: 1 + check.readCount)
        result.damages = damages(check, of: catalog)
        for artifact in artifacts.values.sorted(by: { $0.key < $1.key })
        where artifact.key.hasPrefix(OutputNames.sheets + "/") {
            result.files += 1
            guard let kind = fault(artifact.key, sha256: artifact.sha256) else { continue }
            result.damages.append(Damage(place: .output, kind: kind, path: artifact.key))
        }
        // The files of an unreadable part are unknown.
        let unnamed = faults.isEmpty ? check.unnamed() : []
        result.damages += unnamed.map { Damage(place: .output, kind: .unknown, path: $0) }
        return result
    }

    /// The damaged assets, parts and records, each with its human-readable name, and damaged copies of assets.
    private func damages(_ check: PublishedFilesCheck, of catalog: Catalog) -> [Damage] {
        let names = catalog.names(concerning: Set(check.files.map(\.name))).sorted { $0.key < $1.key }
        let called = Dictionary(names.map { ($0.value, $0.key) }) { first, _ in first }
        let files = check.files.map {
            Damage(place: .output, kind: .init($0.fault), path: $0.name, name: called[$0.name])
        }
        // The readable name of a damaged file is not reported additionally.
        let copies = check.names.filter { !$0.isAsset }.map {
            Damage(place: .output, kind: .init($0.fault), path: $0.name)
        }
        return files + copies
    }

    private func fault(_ name: String, sha256: String) -> Damage.Kind? {
        guard let bytes = out.read(name) else { return .missing }
        return Digest.sha256(bytes) == sha256 ? nil : .damaged
    }
}

extension Damage.Kind {
    fileprivate init(_ fault: PublishedFilesCheck.Fault) {
        switch fault {
        case .missing: self = .missing
        case .damaged: self = .damaged
        }
    }
}

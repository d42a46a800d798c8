import Foundation
import JobModel
import Publishing
import StateDatabase
import StickerManifest

/// Reads all published files and compares their content with the recorded SHA-256.
package struct IntegrityCheck: Sendable {
    package struct Result: Sendable {
        /// The manifest, with its stickers in compact form. Nil if the manifest is missing or unreadable.
        package var catalog: Catalog?
        /// The SHA-256 of `catalog.json` at the time of the check. Nil if the manifest is missing or unreadable.
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

    /// Checks the published files. If a watch publishes during the check, the check is repeated, with at most five
    /// attempts.
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
        // Errors are ignored here, because `faults` contains the unreadable parts.
        try? manifest.eachPack(of: document, readAs: catalog) { check.check($0) }
        var result = Result(catalog: catalog, manifestDigest: Digest.sha256(json), files: 1 + check.readCount)
        result.damages = damages(check, of: catalog)
        for artifact in artifacts.values.sorted(by: { $0.key < $1.key })
        where artifact.key.hasPrefix(OutputNames.sheets + "/") {
            result.files += 1
            guard let kind = fault(artifact.key, sha256: artifact.sha256) else { continue }
            result.damages.append(Damage(place: .output, kind: kind, path: artifact.key))
        }
        // An unreadable part hides references, so unused files can only be found if all parts are readable.
        let unnamed = faults.isEmpty ? check.unnamed() : []
        result.damages += unnamed.map { Damage(place: .output, kind: .unknown, path: $0) }
        return result
    }

    /// The damaged assets, parts and records, and the damaged copies of assets. The entry of an asset includes its
    /// readable name.
    private func damages(_ check: PublishedFilesCheck, of catalog: Catalog) -> [Damage] {
        let names = catalog.names(concerning: Set(check.files.map(\.name))).sorted { $0.key < $1.key }
        let called = Dictionary(names.map { ($0.value, $0.key) }) { first, _ in first }
        let files = check.files.map {
            Damage(place: .output, kind: .init($0.fault), path: $0.name, name: called[$0.name])
        }
        // The readable name of a damaged asset is a link to the same file, so only the asset is reported.
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

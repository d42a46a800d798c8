import FileAccess
import Foundation
import Intake
import JobModel
import Logging
import Publishing
import Reports
import StateDatabase
import StickerConfiguration
import StickerManifest
import WorkerPool

extension RebuildRun {
    /// A sheet or icon whose new drawing differs from the published one. The path is its key in the state database. The
    /// drift is unexplained if the inputs have not changed since the publication.
    typealias Drift = (concern: RebuildReport.Concern, isUnexplained: Bool)

    /// Draws the published sheets and icons again in a temporary folder, and compares them with the published ones.
    /// Differences occur if a font or a library has changed, or if a person has edited the files.
    ///
    /// - Returns: the differences. Empty if a watch published during the check.
    /// - Throws: `EngineError`, `PublishError`, `CancellationError`.
    func drifts(_ inputs: RebuildInputs, workspace: RebuildWorkspace) async throws -> [Drift] {
        guard var catalog = inputs.catalog?.joiningMessages, !catalog.packs.isEmpty else { return [] }
        let damaged = inputs.damagedOutputs
        let damagedPacks = Set(
            damaged.isEmpty
                ? [] : catalog.packs.filter { !damaged.isDisjoint(with: $0.stickers.flatMap(\.files)) }.map(\.id))
        catalog.packs.removeAll { damagedPacks.contains($0.id) }
        let publisher = Publisher(out: try workspace.openSketches())
        defer { workspace.clearSketches() }
        let staging = Staging(folder: publisher.folder.path)
        let ids = Set(catalog.packs.map(\.id))
        let packs = inputs.listing.packs.filter { ids.contains($0.id) }
        let (icons, sheets) = try await workers.local(
            count: workers.count, backgrounds: inputs.recipes.backgrounds
        ) { [catalog] pool in
            let icons = try await IconStep(
                configuration: configuration, identity: inputs.recipes.identity, pool: pool, publisher: publisher,
                staging: staging, known: [:]
            ).run(packs, previous: catalog)
            let sheets = try await SheetStep(
                configuration: configuration, backgrounds: inputs.recipes.backgrounds,
                identity: inputs.recipes.identity, pool: pool,
                publisher: publisher, staging: staging, known: [:], observer: observer
            ).run(catalog)
            return (icons, sheets)
        }
        return try await BlockingExecutor.run { [catalog] in
            let out = OutputFolder(configuration.out)
            // If a watch published during the check, the drawings cannot be compared with the output folder.
            guard out.digest(of: OutputNames.catalog) == inputs.manifestDigest else { return [] }
            let ofIcons = drift(of: icons, in: catalog, known: inputs.artifacts)
            return ofIcons + drift(of: sheets, in: out, known: inputs.artifacts, damaged: damaged)
        }
    }

    private func drift(of icons: IconStep.Icons, in catalog: Catalog, known: [String: LedgerArtifact]) -> [Drift] {
        let made = Dictionary(icons.artifacts.map { ($0.key, $0) }) { first, _ in first }
        return catalog.packs.compactMap { pack in
            guard icons.renditions[pack.id] ?? [] != pack.icon else { return nil }
            let key = "icon/\(pack.id)"
            return (
                concern: .init(path: key, sentence: "The icon of \(pack.id) would differ from the published one."),
                isUnexplained: made[key] != nil && known[key]?.fingerprint == made[key]?.fingerprint
            )
        }
    }

    /// The sheets that differ although their inputs are unchanged. A sheet with changed stickers or decisions is not
    /// reported, because the next build draws it again.
    private func drift(
        of sheets: SheetStep.Sheets, in out: OutputFolder, known: [String: LedgerArtifact], damaged: Set<String>
    ) -> [Drift] {
        sheets.artifacts.compactMap { made -> Drift? in
            guard known[made.key]?.fingerprint == made.fingerprint, !damaged.contains(made.key),
                out.read(made.key).map(Digest.sha256) != made.sha256
            else { return nil }
            return (
                concern: .init(
                    path: made.key, sentence: "\(made.key) would be drawn differently from the published one."),
                isUnexplained: true
            )
        }.sorted { $0.concern.path < $1.concern.path }
    }
}

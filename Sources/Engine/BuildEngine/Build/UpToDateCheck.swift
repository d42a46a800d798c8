import Decisions
import FileAccess
import Foundation
import Glibc
import Intake
import JobModel
import Publishing
import Reports
import StateDatabase
import StickerConfiguration
import StickerManifest

/// By what a build that has nothing to do is known without looking at a single sticker: all that it would start from, and
/// all that the last one left, in a digest each.
struct UpToDateCheck: Sendable {
    /// The ledger's name for it. Whoever commits a run takes it out, so that it stands only while nothing has happened.
    static let key = "build"

    let configuration: Configuration
    let backgrounds: [Background]
    let identity: RenderIdentity

    /// Over everything that decides what is published. To be taken before any of it is read: what changes meanwhile is
    /// then met by the next build.
    ///
    /// - Returns: nil when the drop folder cannot be looked through by stamps alone.
    func origin() -> String? {
        guard let drop = DirectoryFingerprint.of(configuration.drop) else { return nil }
        var settings = configuration
        settings.jobs = 0
        var digest = StructuredHasher()
        for text in [
            "\(StickerdVersion.pipeline)", StickerdVersion.generator, identity.signature, StableText.of(settings),
            StableText.of(backgrounds), drop,
        ] { digest.add(text) }
        for name in [DecisionStore.fileName, DecisionStore.journalName] {
            var decisions = stat()
            let isThere = stat(configuration.stateFolder + "/" + name, &decisions) == 0
            digest.add(isThere ? name : "")
            if isThere { digest.add(FileStat(decisions)) }
        }
        return digest.text
    }

    /// Over everything that is published, and which states are kept.
    func result() -> String? {
        guard let out = OutputFolder(configuration.out).stamp() else { return nil }
        var digest = StructuredHasher()
        digest.add(out)
        for name in OutputFolder(configuration.stateFolder + "/snapshots").children().sorted() { digest.add(name) }
        return digest.text
    }

    /// What the last build came to, if this one would come to the same.
    ///
    /// - Throws: `EngineError` when the ledger cannot be read.
    func summary(since origin: String, ledger: Ledger) async throws -> BuildSummary? {
        guard let mark = try await ledger.artifacts()[UpToDateCheck.key], mark.fingerprint == origin else { return nil }
        let report = try await BlockingExecutor.run { () -> BuildReport? in
            guard result() == mark.sha256 else { return nil }
            return OutputFolder(configuration.out).read(OutputNames.reportData)
                .flatMap { try? JSONDecoder().decode(BuildReport.self, from: Data($0)) }
        }
        guard var report else { return nil }
        report.changes = []
        let outcomes = try await ledger.sources().filter { $0.state != .ignored }.map { source in
            SourceOutcome(
                path: source.path, pack: source.pack, id: source.id, state: source.state, reason: source.reason,
                isNew: false)
        }
        return BuildSummary(
            catalog: nil, outcomes: outcomes, report: report, ignored: report.ignored, rendered: 0, changed: false)
    }

    /// Where a name for people is a copy, what is written to it leaves its name and its file's number as they were.
    private func namesAreLinks(in catalog: Catalog?) -> Bool {
        let out = OutputFolder(configuration.out)
        guard let one = catalog?.packs.first?.stickers.first?.renditions.first else { return true }
        guard let name = out.stamp(of: one.name), let asset = out.stamp(of: one.path) else { return false }
        return name.isSameFile(as: asset)
    }

    /// What a build came to, for the ledger; nil for one that leaves something to be done, or to be said.
    func artifact(_ summary: BuildSummary, since origin: String) async throws -> LedgerArtifact? {
        guard summary.count(.waiting) == 0, summary.unreadable.isEmpty, summary.decisionLoss == nil,
            namesAreLinks(in: summary.catalog),
            let result = try await BlockingExecutor.run({ result() })
        else { return nil }
        return LedgerArtifact(key: UpToDateCheck.key, fingerprint: origin, sha256: result, bytes: 0)
    }
}

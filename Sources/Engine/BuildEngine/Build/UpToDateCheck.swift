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
/// all that the last one left, in a digest each. Of the drop folder there is a digest for each folder, so that a build
/// after a change knows where it was.
struct UpToDateCheck: Sendable {
    /// The ledger's name for it. Whoever commits a run takes it out, so that it stands only while nothing has happened.
    static let key = "build"
    /// The ledger's name for everything but the drop folder that decides what is published. Of no use without the other.
    private static let settingsKey = "build/settings"
    /// What the ledger's names for the folders of the drop folder begin with. Of no use without the first.
    private static let folderPrefix = "drop/"

    let configuration: Configuration
    let backgrounds: [Background]
    let identity: RenderIdentity

    /// What a build starts from.
    struct Origin: Sendable, Hashable {
        /// A digest of the configuration, the renderer and people's decisions.
        var settings: String
        /// A digest for each folder of the drop folder, by its name.
        var folders: [String: String]

        var text: String {
            var digest = StructuredHasher()
            digest.add(settings)
            digest.add(DirectoryFingerprint.text(folders))
            return digest.text
        }

        /// Notes that something is left to be done in some folders: the next run finds that they have changed.
        mutating func leave(_ unfinished: Set<String>) {
            for name in unfinished { folders[name] = String(repeating: "0", count: 64) }
        }

        /// Those of the ledger's names for folders that are not there.
        func goneKeys(from keys: some Sequence<String>) -> Set<String> {
            Set(
                keys.filter {
                    $0.hasPrefix(folderPrefix) && folders[String($0.dropFirst(folderPrefix.count))] == nil
                })
        }
    }

    typealias StartingPoint = (mark: UpToDateCheck, origin: Origin)

    /// What the last build started from and left.
    struct Last: Sendable {
        fileprivate var origin: String
        /// As in `Origin`; nil where it is not known.
        private(set) var settings: String?
        /// As in `Origin`.
        private(set) var folders: [String: String]

        fileprivate init(origin: String, settings: String?, folders: [String: String]) {
            self.origin = origin
            self.settings = settings
            self.folders = folders
        }
    }

    /// Over everything that decides what is published. To be taken before any of it is read: what changes meanwhile is
    /// then met by the next build.
    ///
    /// - Parameter others: the names of folders that are not looked at.
    /// - Returns: nil when the drop folder cannot be looked through by stamps alone.
    func origin(besides others: Set<String> = []) -> Origin? {
        guard let folders = DirectoryFingerprint.folders(of: configuration.drop, besides: others) else { return nil }
        var settings = configuration
        (settings.jobs, settings.sheets.cacheBytes) = (0, 0)
        var digest = StructuredHasher()
        for text in [
            "\(StickerdVersion.pipeline)", StickerdVersion.generator, identity.signature, StableText.of(settings),
            StableText.of(backgrounds),
        ] { digest.add(text) }
        for name in [DecisionStore.fileName, DecisionStore.journalName] {
            var decisions = stat()
            let isThere = stat(configuration.stateFolder + "/" + name, &decisions) == 0
            digest.add(isThere ? name : "")
            if isThere { digest.add(FileStat(decisions)) }
        }
        return Origin(settings: digest.text, folders: folders)
    }

    /// Over everything that is published, and which states are kept.
    func result() -> String? {
        guard let out = OutputFolder(configuration.out).stamp() else { return nil }
        var digest = StructuredHasher()
        digest.add(out)
        for name in OutputFolder(configuration.stateFolder + "/snapshots").children().sorted() { digest.add(name) }
        return digest.text
    }

    /// - Returns: nil when the last run was none of `build`, or left something undone, or something has changed since in what
    ///   it published.
    /// - Throws: `EngineError` when the ledger cannot be read.
    func last(ledger: Ledger) async throws -> Last? {
        let artifacts = try await ledger.artifacts()
        guard let mark = artifacts[UpToDateCheck.key],
            try await BlockingExecutor.run({ result() == mark.sha256 })
        else { return nil }
        let folders = artifacts.values.filter { $0.key.hasPrefix(UpToDateCheck.folderPrefix) }
            .map { (String($0.key.dropFirst(UpToDateCheck.folderPrefix.count)), $0.fingerprint) }
        let settings = artifacts[UpToDateCheck.settingsKey].flatMap {
            $0.sha256 == mark.fingerprint ? $0.fingerprint : nil
        }
        return Last(
            origin: mark.fingerprint, settings: settings, folders: Dictionary(folders) { first, _ in first })
    }

    /// What the last build came to, if this one would come to the same.
    ///
    /// - Throws: `EngineError` when the ledger cannot be read.
    func summary(of last: Last, since origin: Origin, ledger: Ledger) async throws -> BuildSummary? {
        guard last.origin == origin.text else { return nil }
        let report = try await BlockingExecutor.run { () -> BuildReport? in
            OutputFolder(configuration.out).read(OutputNames.reportData)
                .flatMap { try? JSONDecoder().decode(BuildReport.self, from: Data($0)) }
        }
        guard var report else { return nil }
        report.changes = []
        let outcomes = try await ledger.sources().filter { $0.state != .ignored }.map(SourceOutcome.init)
        return BuildSummary(
            catalog: nil, outcomes: outcomes, report: report, ignored: report.ignored, rendered: 0, changed: false)
    }

    /// The packs that something has changed about since the last build, where nothing else has.
    ///
    /// - Returns: nil where everything has to be looked at.
    /// - Throws: `IntakeError`; `EngineError` when the ledger cannot be read.
    func changedPacks(since last: Last, now origin: Origin, ledger: Ledger) async throws -> ChangedPacks? {
        guard last.settings == origin.settings, !last.folders.isEmpty else { return nil }
        let sources = try await ledger.sources()
        return try await BlockingExecutor.run { [configuration] in
            try ChangedPacks.find(configuration, before: last.folders, now: origin.folders, sources: sources)
        }
    }

    /// Where a name for people is a copy, what is written to it leaves its name and its file's number as they were.
    private func namesAreLinks(in catalog: Catalog?) -> Bool {
        let out = OutputFolder(configuration.out)
        guard let one = catalog?.packs.first?.stickers.first?.renditions.first else { return true }
        guard let name = out.stamp(of: one.name), let asset = out.stamp(of: one.path) else { return false }
        return name.isSameFile(as: asset)
    }

    /// What a build came to, for the ledger; nothing for one that leaves something to be done, or to be said.
    ///
    /// - Parameter catalog: what is published of some packs at least.
    func artifacts(_ summary: BuildSummary, catalog: Catalog, since origin: Origin) async throws -> [LedgerArtifact] {
        guard summary.count(.waiting) == 0, summary.unreadable.isEmpty, summary.decisionLoss == nil else { return [] }
        return try await artifacts(catalog: catalog, since: origin)
    }

    /// The same of a run that has left nothing to be done, and nothing to be said.
    func artifacts(catalog: Catalog, since origin: Origin) async throws -> [LedgerArtifact] {
        guard
            let result = try await BlockingExecutor.run({ namesAreLinks(in: catalog) ? result() : nil })
        else { return [] }
        let text = origin.text
        let folders = origin.folders.map {
            LedgerArtifact(key: UpToDateCheck.folderPrefix + $0.key, fingerprint: $0.value, sha256: $0.value, bytes: 0)
        }
        return folders + [
            LedgerArtifact(key: UpToDateCheck.key, fingerprint: text, sha256: result, bytes: 0),
            LedgerArtifact(key: UpToDateCheck.settingsKey, fingerprint: origin.settings, sha256: text, bytes: 0),
        ]
    }
}

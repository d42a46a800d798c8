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

/// Detects a build without work before it reads any sticker. It stores one digest of all inputs of a build and one of
/// everything that the last build left. The drop folder has one digest per folder, so that a build after a change knows
/// the changed folders.
struct UpToDateCheck: Sendable {
    /// The key in the ledger. A publisher first notes the affected folders (`notes`) or removes the key.
    static let key = "build"
    /// The ledger's name for everything but the drop folder that decides what is published. Of no use without the first.
    private static let settingsKey = "build/settings"
    /// The key in the ledger for the stamps of `assets/` and of files in the output folder that belong to no pack.
    private static let outputKey = "build/output"
    /// The ledger's name for the digest of the manifest's index and the stamp of the report.
    private static let manifestKey = "build/manifest"
    /// The ledger's name for a report that was written since, and the manifest that it describes.
    private static let reportKey = "build/report"
    /// The prefix of the keys in the ledger for the folders of the drop folder. They are valid only together with the
    /// first key.
    private static let folderPrefix = "drop/"
    /// In the place of a folder's digest where something is left to be done.
    private static let unfinished = String(repeating: "0", count: 64)

    let configuration: Configuration
    let backgrounds: [Background]
    let identity: RenderIdentity

    /// The inputs of a build.
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
            for name in unfinished { folders[name] = UpToDateCheck.unfinished }
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

    /// The inputs and results of the last build.
    struct Last: Sendable {
        fileprivate var origin: String
        /// As in `Origin`; nil where it is not known.
        private(set) var settings: String?
        /// As in `Origin`.
        private(set) var folders: [String: String]
        /// Publications since then by a run that did not end. Nil if there are none.
        private(set) var interruption: Interruption?
        /// The stamps of the output folder.
        private(set) var stamps: OutputStamps

        fileprivate init(
            origin: String, settings: String?, folders: [String: String], interruption: Interruption?,
            stamps: OutputStamps
        ) {
            self.origin = origin
            self.settings = settings
            self.folders = folders
            self.interruption = interruption
            self.stamps = stamps
        }
    }

    /// Publications since the last complete state, the last of which may have been stopped half-way. Only the packs of
    /// noted folders are different from this state.
    struct Interruption: Sendable {
        /// The state that the published report describes.
        enum ReportSubject: Sendable {
            /// The last complete state.
            case earlier
            /// The published state.
            case current
            /// Neither, or that is unknown.
            case unknown
        }

        /// The ids of the packs of noted folders.
        var packs: Set<String>
        /// SHA-256 of the manifest's index of the last complete state.
        var manifest: String
        /// Whether `assets/` is as it was.
        var hasSameAssets: Bool
        var report: ReportSubject
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
    private func result(_ stamps: OutputStamps) -> String {
        var digest = StructuredHasher()
        digest.add(stamps.text)
        for name in OutputFolder(configuration.stateFolder + "/snapshots").children().sorted() { digest.add(name) }
        return digest.text
    }

    /// - Returns: nil when the last run was none of `build`, or what it published has changed since in other packs than those
    ///   of noted folders.
    /// - Throws: `EngineError` when the ledger cannot be read.
    func last(ledger: Ledger) async throws -> Last? {
        async let present = BlockingExecutor.run { [configuration] in OutputFolder(configuration.out).stamps() }
        let artifacts = try await ledger.artifacts()
        guard let mark = artifacts[UpToDateCheck.key], let stamps = try await present else { return nil }
        let rows = artifacts.values.filter { $0.key.hasPrefix(UpToDateCheck.folderPrefix) }
            .map { (String($0.key.dropFirst(UpToDateCheck.folderPrefix.count)), $0) }
        let folders = Dictionary(rows) { first, _ in first }
        let settings = artifacts[UpToDateCheck.settingsKey].flatMap {
            $0.sha256 == mark.fingerprint ? $0.fingerprint : nil
        }
        let digests = folders.mapValues(\.fingerprint)
        let isNoted = settings.map { Origin(settings: $0, folders: digests).text != mark.fingerprint } ?? false
        let isSame = try await BlockingExecutor.run { result(stamps) == mark.sha256 }
        var interruption: Interruption?
        if isNoted || !isSame {
            guard settings != nil else { return nil }
            interruption = try await BlockingExecutor.run { interrupted(artifacts, folders: folders, stamps: stamps) }
            if interruption == nil { return nil }
        }
        return Last(
            origin: mark.fingerprint, settings: settings, folders: digests, interruption: interruption, stamps: stamps)
    }

    /// What runs that did not end have published since the last complete state.
    ///
    /// - Returns: nil where something is different that they have not noted: a note that was lost, or damage.
    private func interrupted(
        _ artifacts: [String: LedgerArtifact], folders: [String: LedgerArtifact], stamps: OutputStamps
    ) -> Interruption? {
        guard stamps.isDivided, let output = artifacts[UpToDateCheck.outputKey],
            let manifest = artifacts[UpToDateCheck.manifestKey], stamps.others == output.sha256,
            let json = OutputFolder(configuration.out).read(OutputNames.catalog),
            case .index(let index)? = try? ManifestDocument(json: Data(json))
        else { return nil }
        let known = Dictionary(folders.map { (DropScanner.wantedID(ofFolder: $0), $1) }) { first, _ in first }
        guard known.count == folders.count else { return nil }
        let noted = Set(known.filter { $1.fingerprint == UpToDateCheck.unfinished }.keys)
        let entries = index.entriesByID
        for id in stamps.ids.union(entries.keys).union(known.keys) where !noted.contains(id) {
            guard let digest = UpToDateCheck.digest(of: entries[id], stamps.stamp(ofPack: id)),
                known[id]?.sha256 == digest
            else { return nil }
        }
        let current = Digest.sha256(json)
        let report = artifacts[UpToDateCheck.reportKey]
        let describesPublished = report?.fingerprint == current && report?.sha256 == stamps.report
        return Interruption(
            packs: noted, manifest: manifest.fingerprint, hasSameAssets: stamps.assets == output.fingerprint,
            report: stamps.report == manifest.sha256 ? .earlier : describesPublished ? .current : .unknown)
    }

    /// A digest of the published data of a pack.
    ///
    /// - Parameter stamp: the stamp of its names and sheets.
    private static func digest(of entry: PackEntry?, _ stamp: String) -> String? {
        var digest = StructuredHasher()
        if let entry {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.sortedKeys]
            guard let json = try? encoder.encode(entry) else { return nil }
            json.withUnsafeBytes { digest.add($0) }
        }
        digest.add(stamp)
        return digest.text
    }

    /// The note that is written before packs of some folders are published. The next complete note replaces it.
    static func notes(_ folders: Set<String>) -> [LedgerArtifact] {
        folders.sorted().map {
            LedgerArtifact(key: folderPrefix + $0, fingerprint: unfinished, sha256: unfinished, bytes: 0)
        }
    }

    /// The note written after a report was written separately.
    ///
    /// - Parameter catalog: the bytes of the published index that the report describes.
    /// - Returns: nothing if a program writes to the output folder.
    static func note(ofReportOn catalog: [UInt8], in out: OutputFolder) -> [LedgerArtifact] {
        [
            LedgerArtifact(
                key: reportKey, fingerprint: Digest.sha256(catalog), sha256: out.stampOfReport(), bytes: 0)
        ]
    }

    /// The summary of the last build, if this build would have the same result.
    ///
    /// - Throws: `EngineError` if the ledger cannot be read.
    func summary(of last: Last, since origin: Origin, ledger: Ledger) async throws -> BuildSummary? {
        guard last.origin == origin.text, last.interruption == nil else { return nil }
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
            try ChangedPacks.find(
                configuration, before: last.folders, now: origin.folders, sources: sources,
                interruption: last.interruption)
        }
    }

    /// Where a name for people is a copy, what is written to it leaves its name and its file's number as they were.
    private func namesAreLinks(in catalog: Catalog?) -> Bool {
        let out = OutputFolder(configuration.out)
        guard let one = catalog?.packs.first?.stickers.first?.renditions.first else { return true }
        guard let name = out.stamp(of: one.name), let asset = out.stamp(of: one.path) else { return false }
        return name.isSameFile(as: asset)
    }

    /// The ledger entries of a build. Empty if the build leaves work or messages.
    ///
    /// - Parameter catalog: the published catalog of at least some packs.
    func artifacts(_ summary: BuildSummary, catalog: Catalog, since origin: Origin) async throws -> [LedgerArtifact] {
        guard summary.count(.waiting) == 0, summary.unreadable.isEmpty, summary.decisionLoss == nil else { return [] }
        return try await artifacts(catalog: catalog, since: origin)
    }

    /// The ledger entries of a run that left no work and no messages.
    func artifacts(catalog: Catalog, since origin: Origin) async throws -> [LedgerArtifact] {
        guard
            let output = try await BlockingExecutor.run({ namesAreLinks(in: catalog) ? outputArtifacts(origin) : nil })
        else { return [] }
        let text = origin.text
        return output.parts + [
            LedgerArtifact(key: UpToDateCheck.key, fingerprint: text, sha256: output.result, bytes: 0),
            LedgerArtifact(key: UpToDateCheck.settingsKey, fingerprint: origin.settings, sha256: text, bytes: 0),
        ]
    }

    /// The notes about the output folder and about the folders of the drop folder with their packs.
    private func outputArtifacts(_ origin: Origin) -> (result: String, parts: [LedgerArtifact])? {
        let out = OutputFolder(configuration.out)
        guard let stamps = out.stamps() else { return nil }
        var (entries, parts): ([String: PackEntry], [LedgerArtifact]) = ([:], [])
        if stamps.isDivided, let json = out.read(OutputNames.catalog),
            case .index(let index)? = try? ManifestDocument(json: Data(json))
        {
            entries = index.entriesByID
            parts = [
                LedgerArtifact(
                    key: UpToDateCheck.outputKey, fingerprint: stamps.assets, sha256: stamps.others, bytes: 0),
                LedgerArtifact(
                    key: UpToDateCheck.manifestKey, fingerprint: Digest.sha256(json), sha256: stamps.report, bytes: 0),
            ]
        }
        for (name, fingerprint) in origin.folders {
            let id = DropScanner.wantedID(ofFolder: name)
            let digest = UpToDateCheck.digest(of: entries[id], stamps.stamp(ofPack: id))
            parts.append(
                LedgerArtifact(
                    key: UpToDateCheck.folderPrefix + name, fingerprint: fingerprint, sha256: digest ?? fingerprint,
                    bytes: 0))
        }
        return (result(stamps), parts)
    }
}

extension ManifestIndex {
    /// The entry of each pack.
    fileprivate var entriesByID: [String: PackEntry] {
        Dictionary((packs + (hidden ?? [])).map { ($0.id, $0) }) { first, _ in first }
    }
}

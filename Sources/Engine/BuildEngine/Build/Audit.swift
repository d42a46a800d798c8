import FileAccess
import Foundation
import Intake
import JobModel
import Publishing
import Snapshots
import StateDatabase
import StickerConfiguration
import StickerManifest

/// Compares the drop folder, the state database, the manifest and the published files.
package struct Audit: Sendable {
    /// The result of the audit.
    package struct Result: Sendable {
        package var balance: LedgerIntegrity
        /// The number of published files whose hash was checked.
        package var checkedFiles: Int
        /// One sentence for each contradiction between the compared records.
        package var faults: [String]

        /// The number of sources whose sticker is finished and awaits approval.
        package var awaitingApproval = 0

        /// The outcomes that occur, with their number of sources, in display order. Sources that await approval are
        /// counted separately and not as published.
        package var counts: [(String, Int)] {
            ContentOutcome.all.flatMap { outcome -> [(String, Int)] in
                let count = balance.arrivals[outcome] ?? 0
                guard outcome == .state(.published) else { return [(outcome.word, count)] }
                return [(outcome.word, max(0, count - awaitingApproval)), ("awaiting approval", awaitingApproval)]
            }.filter { $0.1 > 0 }
        }
    }

    private let configuration: Configuration
    /// Called once with a message about the process that uses the output.
    private let notice: @Sendable (String) -> Void

    package init(configuration: Configuration, notice: @escaping @Sendable (String) -> Void = { _ in }) {
        self.configuration = configuration
        self.notice = notice
    }

    /// Waits for exclusive use of the output, and runs the audit. The compared files must not change in the meantime,
    /// and only one process may rename a damaged state database.
    ///
    /// - Throws: `NothingPublished`; `IntakeError` if the drop folder cannot be read; `EngineError` if the state
    ///   database cannot be read; `CancellationError`.
    package func run() async throws -> Result {
        guard FileManager.default.fileExists(atPath: "\(configuration.stateFolder)/\(Ledger.fileName)") else {
            guard OutputFolder(configuration.out).exists(OutputNames.catalog) else {
                throw NothingPublished(out: configuration.out)
            }
            let balance = LedgerIntegrity(arrivals: [:], sources: [:], results: 0, imbalances: [])
            return Result(
                balance: balance, checkedFiles: 0,
                faults: [
                    "\(configuration.stateFolder): the state database is missing. Run `stickerd build` to create "
                        + "it."
                ])
        }
        let lease = try await OutputLease.take(configuration, command: "stickerd audit", notice: notice)
        defer { withExtendedLifetime(lease) {} }
        let (ledger, notice) = try await Ledger.open(folder: configuration.stateFolder)
        let balance = try await ledger.balance()
        let sources = try await ledger.sources()
        var faults = balance.imbalances + (notice.map { [$0] } ?? [])
        if !balance.imbalances.isEmpty {
            faults.append(
                "\(configuration.stateFolder)/\(Ledger.fileName) is damaged. It contains only history, so delete it "
                    + "and run `stickerd build` to create a new one.")
        }
        faults += dropFaults(try DropScanner.list(configuration.drop), sources: sources)
        let folder = OutputFolder(configuration.out)
        guard let published = try await BlockingExecutor.run({ AuditedManifest(of: folder) }) else {
            let remedy = PublishHold.read(configuration).map { "rollback \($0.id)" } ?? "build"
            faults.append(
                "\(folder.absolute(OutputNames.catalog)) is missing or cannot be read. Run `stickerd \(remedy)`, "
                    + "which writes the manifest again.")
            return Result(balance: balance, checkedFiles: 0, faults: faults)
        }
        // During a publish hold, the manifest intentionally differs from the drop folder.
        if PublishHold.read(configuration) == nil { faults += catalogFaults(published, sources: sources) }
        return Result(
            balance: balance, checkedFiles: published.files.count,
            faults: faults + fileFaults(published, folder: folder),
            awaitingApproval: published.awaiting.count)
    }

    /// Checks that the drop folder and the state database contain the same files with the same timestamps.
    private func dropFaults(_ listing: DropListing, sources: [LedgerSource]) -> [String] {
        let byPath = Dictionary(sources.map { ($0.path, $0) }, uniquingKeysWith: { first, _ in first })
        var faults: [String] = []
        for art in listing.art {
            guard let source = byPath[art.path] else {
                faults.append("\(art.path) is new, and no build has processed it yet. Run `stickerd build`.")
                continue
            }
            if source.stamp != art.stamp, source.state != .waiting {
                faults.append("\(art.path) changed since the last build. Run `stickerd build`.")
            }
        }
        let present = Set(listing.art.map(\.path)).union(listing.ignored.map(\.path))
        faults += sources.filter { !present.contains($0.path) }.map {
            "\($0.path) is recorded as \($0.state.rawValue), but is no longer in the drop folder. Run `stickerd build`."
        }
        return faults
    }

    /// Checks that the manifest contains exactly the sources that are published according to the state database.
    private func catalogFaults(_ manifest: AuditedManifest, sources: [LedgerSource]) -> [String] {
        let published = Set(sources.filter { $0.state == .published }.map(\.path))
        // The published sticker of a changed file is kept until its new version is complete.
        let waiting = Set(sources.filter { $0.state == .waiting }.map(\.path))
        return published.subtracting(manifest.sources).sorted().map {
            "\($0) is recorded as published, but the manifest does not contain its sticker."
        }
            + manifest.sources.subtracting(published).subtracting(waiting).sorted().map {
                "The manifest contains a sticker of \($0), which is not recorded as published."
            }
    }

    /// Checks that every file to which the manifest refers exists and matches its SHA-256, and that the manifest refers
    /// to every published file.
    private func fileFaults(_ manifest: AuditedManifest, folder: OutputFolder) -> [String] {
        func state(_ fault: PublishedFilesCheck.Fault) -> String {
            fault == .missing ? "is missing" : "is damaged: its content does not match its SHA-256"
        }
        let files = manifest.files.files.map { found in
            "\(folder.absolute(found.name)) \(state(found.fault)). Run `stickerd "
                + "\(found.fault == .missing ? "build" : "rebuild")`, which renders the file again from its source."
        }
        let names = manifest.files.names.map { found in
            "\(folder.absolute(found.name)) \(state(found.fault)). "
                // A readable name is usually a hard link to the asset.
                + (found.isAsset
                    ? "This file is the same as \(found.asset ?? ""), and is repaired with it."
                    : "Run `stickerd build` to repair it.")
        }
        // If a part is unreadable, its files cannot be distinguished from unused files.
        let unnamed = manifest.isComplete ? manifest.files.unnamed() : []
        return files + names
            + unnamed.map { "\(folder.absolute($0)) is unused. `stickerd build` removes it." }
    }
}

/// The data of a manifest for an audit. The data are collected pack by pack, to save memory.
private struct AuditedManifest: Sendable {
    private(set) var files: PublishedFilesCheck
    /// The paths of the sources whose sticker is published or awaits approval.
    private(set) var sources: Set<String> = []
    /// The paths of the sources whose stickers await approval.
    private(set) var awaiting: Set<String> = []
    /// Whether all parts could be read.
    private(set) var isComplete = true

    /// - Returns: nil if the manifest is missing or unreadable.
    init?(of folder: OutputFolder) {
        let read = try? folder.manifest.read { _, document in
            var manifest = AuditedManifest(files: PublishedFilesCheck(folder))
            try folder.manifest.eachPack(of: document, isTolerant: true) { manifest.add($0) }
            return manifest
        }
        guard let read else { return nil }
        self = read
    }

    private init(files: PublishedFilesCheck) {
        self.files = files
    }

    private mutating func add(_ pack: PackManifest) {
        files.check(pack)
        isComplete = isComplete && pack.faults.isEmpty
        let catalog = pack.catalog
        let held = catalog.awaitingPacks
        awaiting.formUnion(held.flatMap(\.stickers).map(\.source.path))
        // While a new version of a sticker is rejected or awaits approval, the published sticker comes from an earlier
        // version or another file. The source is therefore not added.
        let earlier = Set(catalog.rejected.filter(\.keepsEarlierVersion).map { "\($0.pack)/\($0.id)" })
            .union(held.flatMap { pack in pack.stickers.map { "\(pack.id)/\($0.id)" } })
        for pack in catalog.publishedPacks {
            for sticker in pack.stickers where !earlier.contains("\(pack.id)/\(sticker.id)") {
                sources.insert(sticker.source.path)
            }
        }
        sources.formUnion(held.flatMap(\.stickers).map(\.source.path))
    }
}

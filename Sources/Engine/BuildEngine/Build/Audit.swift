import Foundation
import Intake
import JobModel
import Publishing
import Snapshots
import StateDatabase
import StickerConfiguration
import StickerManifest

/// Holds the drop folder, the ledger, the manifest and the published files against each other.
package struct Audit: Sendable {
    /// What was found.
    package struct Result: Sendable {
        package var balance: LedgerIntegrity
        /// Published files whose digest was checked.
        package var checkedFiles: Int
        /// A sentence for each thing that does not add up.
        package var faults: [String]

        /// Sources whose sticker is finished and awaits approval.
        package var awaitingApproval = 0

        /// Outcomes that occur, in the order people read them. What awaits approval is not published yet.
        package var counts: [(String, Int)] {
            ContentOutcome.all.flatMap { outcome -> [(String, Int)] in
                let count = balance.arrivals[outcome] ?? 0
                guard outcome == .state(.published) else { return [(outcome.word, count)] }
                return [(outcome.word, max(0, count - awaitingApproval)), ("awaiting approval", awaitingApproval)]
            }.filter { $0.1 > 0 }
        }
    }

    private let configuration: Configuration
    /// Called once with the process that it waits for.
    private let notice: @Sendable (String) -> Void

    package init(configuration: Configuration, notice: @escaping @Sendable (String) -> Void = { _ in }) {
        self.configuration = configuration
        self.notice = notice
    }

    /// Waits until nobody else works on the output, and keeps others waiting: what is compared must not change meanwhile,
    /// and a damaged ledger is set aside by one process only.
    ///
    /// - Throws: `IntakeError` when the drop folder cannot be read, `EngineError` when the ledger cannot;
    ///   `CancellationError`.
    package func run() async throws -> Result {
        guard FileManager.default.fileExists(atPath: "\(configuration.stateFolder)/\(Ledger.fileName)") else {
            let balance = LedgerIntegrity(arrivals: [:], sources: [:], results: 0, imbalances: [])
            return Result(
                balance: balance, checkedFiles: 0,
                faults: ["\(configuration.stateFolder): there is no ledger. Run `stickerd build`, which makes one."])
        }
        let lease = try await OutputLease.take(configuration, command: "stickerd audit", notice: notice)
        defer { withExtendedLifetime(lease) {} }
        let (ledger, notice) = try await Ledger.open(folder: configuration.stateFolder)
        let balance = try await ledger.balance()
        let sources = try await ledger.sources()
        var faults = balance.imbalances + (notice.map { [$0] } ?? [])
        if !balance.imbalances.isEmpty {
            faults.append(
                "\(configuration.stateFolder)/\(Ledger.fileName) is damaged. Delete it and run `stickerd build`, which makes a "
                    + "new one: it holds history only.")
        }
        faults += dropFaults(try DropScanner.list(configuration.drop), sources: sources)
        let folder = OutputFolder(configuration.out)
        guard let (catalog, manifestFaults) = try? folder.manifest.intactCatalog() else {
            let remedy = PublishHold.read(configuration).map { "rollback \($0.id)" } ?? "build"
            faults.append(
                "\(folder.absolute(OutputNames.catalog)) is missing or cannot be read. Run `stickerd \(remedy)`, which "
                    + "writes it again.")
            return Result(balance: balance, checkedFiles: 0, faults: faults)
        }
        // While an earlier state is held, the manifest is behind the drop folder on purpose.
        if PublishHold.read(configuration) == nil { faults += catalogFaults(catalog, sources: sources) }
        let (checked, fileFaults) = publishedFaults(catalog, folder: folder, isComplete: manifestFaults.isEmpty)
        let awaiting = Set(catalog.awaitingPacks.flatMap(\.stickers).map(\.source.path))
        return Result(
            balance: balance, checkedFiles: checked, faults: faults + fileFaults, awaitingApproval: awaiting.count)
    }

    /// Everything in the drop folder is in the books, with the stamp it has now; and the other way round.
    private func dropFaults(_ listing: DropListing, sources: [LedgerSource]) -> [String] {
        let byPath = Dictionary(sources.map { ($0.path, $0) }, uniquingKeysWith: { first, _ in first })
        var faults: [String] = []
        for art in listing.art {
            guard let source = byPath[art.path] else {
                faults.append("\(art.path) has arrived and no build has seen it yet. Run `stickerd build`.")
                continue
            }
            if source.stamp != art.stamp, source.state != .waiting {
                faults.append("\(art.path) was touched since the last build. Run `stickerd build`.")
            }
        }
        let present = Set(listing.art.map(\.path)).union(listing.ignored.map(\.path))
        faults += sources.filter { !present.contains($0.path) }.map {
            "\($0.path) is recorded as \($0.state.rawValue), and no longer in the drop folder. Run `stickerd build`."
        }
        return faults
    }

    /// What the ledger calls published is in the manifest, and nothing else.
    private func catalogFaults(_ catalog: Catalog, sources: [LedgerSource]) -> [String] {
        let published = Set(sources.filter { $0.state == .published }.map(\.path))
        // What was made of a file before it changed stays until the new version has settled.
        let waiting = Set(sources.filter { $0.state == .waiting }.map(\.path))
        let keptEarlier = Set(catalog.rejected.filter(\.keepsEarlierVersion).map { "\($0.pack)/\($0.id)" })
        var named: Set<String> = []
        let awaiting = catalog.awaitingPacks
        // Where a new version waits for approval, the published one may be of another file.
        let keptApproved = Set(awaiting.flatMap { pack in pack.stickers.map { "\(pack.id)/\($0.id)" } })
        let kept = keptEarlier.union(keptApproved)
        for pack in catalog.publishedPacks {
            for sticker in pack.stickers where !kept.contains("\(pack.id)/\(sticker.id)") {
                named.insert(sticker.source.path)
            }
        }
        for pack in awaiting { named.formUnion(pack.stickers.map(\.source.path)) }
        return published.subtracting(named).sorted().map {
            "\($0) counts as published, and the catalog has no sticker of it."
        }
            + named.subtracting(published).subtracting(waiting).sorted().map {
                "\($0) has a sticker in the catalog, and does not count as published."
            }
    }

    /// What is wrong with a published file, as the end of a sentence.
    private enum FileFault: String, CustomStringConvertible {
        case missing = "is missing"
        case damaged = "is damaged: its content is not what its digest says"

        var description: String { rawValue }
    }

    private func state(of name: String, sha256: String, in folder: OutputFolder) -> FileFault? {
        guard let digest = folder.digest(of: name) else { return .missing }
        return digest == sha256 ? nil : .damaged
    }

    /// Every file that the manifest names is there with its digest, and every file that is there is named.
    ///
    /// - Parameter isComplete: whether all parts of the manifest could be read.
    private func publishedFaults(
        _ catalog: Catalog, folder: OutputFolder, isComplete: Bool
    ) -> (Int, [String]) {
        var faults: [String] = []
        var checked = 0
        let documents = Set(
            (try? folder.manifest.read { _, document in
                try folder.manifest.documents(of: document, isTolerant: true)
            })?.map(\.path) ?? [])
        for asset in catalog.assets.union(documents).sorted() {
            checked += 1
            if let state = state(of: asset, sha256: OutputNames.digest(ofAsset: asset), in: folder) {
                faults.append(
                    "\(folder.absolute(asset)) \(state). Run `stickerd \(state == .missing ? "build" : "rebuild")`, which "
                        + "makes it again from its source.")
            }
        }
        for (name, asset) in catalog.names.sorted(by: { $0.key < $1.key }) where name != asset {
            checked += 1
            if let state = state(of: name, sha256: OutputNames.digest(ofAsset: asset), in: folder) {
                // Mostly it is the asset itself under another name.
                let isAsset = folder.isSame(name, asset)
                faults.append(
                    "\(folder.absolute(name)) \(state). "
                        + (isAsset
                            ? "It is the same file as \(asset), and repaired with it."
                            : "Run `stickerd build`, which puts it right."))
            }
        }
        let named = Set(catalog.names.keys).union(catalog.assets).union(documents)
            .union(RetiredFiles.names(in: folder))
        for top in [OutputNames.assets, OutputNames.packs, OutputNames.previews] {
            // What is named by a part that cannot be read is not known.
            let others = isComplete ? folder.listing(top).files.subtracting(named) : []
            faults += others.sorted().map {
                "\(folder.absolute($0)) is named by nothing. `stickerd build` removes it."
            }
        }
        return (checked, faults)
    }
}

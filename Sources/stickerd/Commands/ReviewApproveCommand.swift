import ArgumentParser
import BuildEngine
import Decisions
import EngineSupport
import Foundation
import JobModel
import Publishing
import StickerConfiguration
import StickerManifest
import Web

extension ReviewCommand {
    /// `stickerd review approve`.
    struct Approve: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "approve", abstract: "Approve stickers that have no decision.",
            discussion: """
                Approves the current images of the given stickers, such as cats/happy-cat, or of all stickers. The \
                images may be published or await approval. Stickers for which changes were requested are not approved.
                """)

        @OptionGroup var folders: PublishedFolderOptions
        @Argument(help: ArgumentHelp("A sticker, as <pack>/<id>.", valueName: "stickers"))
        var stickers: [String] = []
        @Flag(help: "Approve all stickers without a decision, even if no person has looked at them.")
        var all = false
        @Option(
            help: ArgumentHelp(
                "With --all: only this pack, by its id. May be repeated.", valueName: "id"))
        var pack: [String] = []
        @Option(help: ArgumentHelp("The reviewer's name, which is stored with each decision.", valueName: "name"))
        var reviewer: String
        @OptionGroup var output: OutputOptions

        func validate() throws {
            guard all != !stickers.isEmpty else {
                throw ValidationError(
                    all
                        ? "--all and stickers: choose one of them."
                        : "Name the stickers to approve, such as cats/happy-cat, or give --all.")
            }
            if !all, !pack.isEmpty { throw ValidationError("--pack needs --all.") }
            guard !reviewer.trimmingCharacters(in: .whitespacesAndNewlines).isEmpty else {
                throw ValidationError("--reviewer: expected a name, found nothing.")
            }
        }

        func run() async throws {
            try await CommandRunner.run(output.settings) {
                let configuration = try folders.configuration()
                let catalog = try ReviewCommand.catalog(of: configuration)
                try ReviewCommand.check(pack, areIn: catalog)
                let reviews = try await ReviewCommand.decisions(configuration, published: catalog).reviews
                let current = try chosen(of: catalog)
                let sentBack = current.count { reviews.of($0.sticker, in: $0.pack)?.outcome == .sentBack }
                let name = reviewer.trimmingCharacters(in: .whitespacesAndNewlines)
                let approvals = current.filter { reviews.of($0.sticker, in: $0.pack) == nil }.map {
                    Decision(about: $0.sticker, in: $0.pack, Review(outcome: .approved, reviewer: name))
                }
                if !approvals.isEmpty { try await ReviewCommand.store(approvals, configuration) }
                var lines = [
                    approvals.isEmpty
                        ? "Nothing to approve."
                        : "\(approvals.count) \(approvals.count == 1 ? "sticker was" : "stickers were") approved by \(name)."
                ]
                if sentBack > 0 {
                    lines.append(
                        "Changes were requested for \(sentBack) other \(sentBack == 1 ? "sticker" : "stickers"). "
                            + "Decide on the review page.")
                }
                ReviewCommand.report(
                    [
                        "event": .text("approved"), "approved": .number(approvals.count), "sentBack": .number(sentBack),
                        "message": .text(lines.joined(separator: " ")),
                    ], lines)
                return try await ReviewCommand.publish(configuration, command: "stickerd review approve")
            }
        }

        /// The stickers to approve.
        ///
        /// - Throws: `EngineError.configuration` if a given sticker does not exist.
        private func chosen(of catalog: Catalog) throws -> [(pack: String, sticker: Sticker)] {
            let current = catalog.currentStickers
            guard !all else { return current.filter { pack.isEmpty || pack.contains($0.pack) } }
            let known = Dictionary(current.map { ("\($0.pack)/\($0.sticker.id)", $0) }) { first, _ in first }
            return try stickers.map { name in
                guard let found = known[name] else {
                    let hint = NearestName.of(name, among: Array(known.keys)).map { " Did you mean \($0)?" } ?? ""
                    throw EngineError.configuration("\(SummaryText.oneLine(name)): there is no such sticker.\(hint)")
                }
                return found
            }
        }
    }

    /// `stickerd review restore`.
    struct Restore: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "restore", abstract: "Restore lost decisions from the published manifest.",
            discussion: """
                Use this command if decisions.sqlite and decisions.jsonl are lost and there is no backup. catalog.json \
                also contains the last decision about each image and its reviewer, but not its time and not earlier \
                decisions.
                """)

        @OptionGroup var folders: PublishedFolderOptions
        @OptionGroup var output: OutputOptions

        func run() async throws {
            try await CommandRunner.run(output.settings) {
                let configuration = try folders.configuration()
                let folder = configuration.stateFolder
                let catalog: Catalog?
                do {
                    catalog = try ReviewCommand.catalog(of: configuration)
                } catch WebError.nothingPublished {
                    catalog = nil
                }
                let state = try await ReviewCommand.decisions(configuration, published: catalog)
                var restored = 0
                let line: String
                switch state.loss?.evidence {
                case .manifest:
                    let known = try await DecisionStore.decisions(folder: folder).reviews
                    let lost = (catalog?.reviewedStickers ?? []).filter {
                        !known.hasDecision(about: $0.sticker, in: $0.pack)
                    }.compactMap { entry in
                        entry.sticker.review.map { Decision(about: entry.sticker, in: entry.pack, $0) }
                    }
                    try await ReviewCommand.store(lost, configuration)
                    restored = lost.count
                    line =
                        "\(lost.count) \(lost.count == 1 ? "decision was" : "decisions were") restored from catalog.json."
                case .pictures:
                    let aside = try ReviewedPictures(stateFolder: folder).setAside()
                    line =
                        "catalog.json contains no decisions. The images of the lost decisions were moved to \(aside)."
                case nil:
                    line = "No decisions are missing."
                }
                ReviewCommand.report(
                    ["event": .text("restored"), "decisions": .number(restored), "message": .text(line)], [line])
                return try await ReviewCommand.publish(configuration, command: "stickerd review restore")
            }
        }
    }

    fileprivate static func catalog(of configuration: Configuration) throws -> Catalog {
        guard let catalog = try OutputFolder(configuration.out).compactCatalog() else {
            throw WebError.nothingPublished(out: configuration.out)
        }
        return catalog
    }

    /// The valid decisions, compared with the manifest.
    fileprivate static func decisions(
        _ configuration: Configuration, published: Catalog?
    ) async throws -> DecisionState {
        try await DecisionState.read(folder: configuration.stateFolder, published: published, notice: note)
    }

    /// Stores decisions and keeps the pictures of the reviewed stickers.
    fileprivate static func store(_ decisions: [Decision], _ configuration: Configuration) async throws {
        let store = try await DecisionStore.open(folder: configuration.stateFolder, notice: note)
        let pictures = ReviewedPictures(stateFolder: configuration.stateFolder)
        try await store.decide(decisions) { [out = configuration.out] decisions in
            // A missing picture is not an error. It only prevents comparisons with this version.
            for picture in decisions.compactMap(\.picture) { try? pictures.keep(picture, from: OutputFolder(out)) }
        }
        try await store.prune(pictures)
    }
}

extension Decision {
    /// A decision about the current image of a sticker.
    fileprivate init(about sticker: Sticker, in pack: String, _ review: Review) {
        self.init(
            key: Reviews.Key(pack: pack, sticker: sticker.id, pixels: sticker.pixels),
            outcome: review.outcome == .approved ? .approved : .sentBack, reviewer: review.reviewer,
            comment: review.comment, decided: Decision.time(Date()),
            picture: sticker.renditions.first { $0.scale == 3 }?.path.split(separator: "/").last.map(String.init))
    }
}

extension Catalog {
    /// The newest version of every sticker. A version that awaits approval takes precedence over the published one.
    fileprivate var currentStickers: [(pack: String, sticker: Sticker)] {
        var seen: Set<[String]> = []
        return (awaitingPacks + publishedPacks).flatMap { pack in
            pack.stickers.filter { seen.insert([pack.id, $0.id]).inserted }.map { (pack.id, $0) }
        }
    }
}

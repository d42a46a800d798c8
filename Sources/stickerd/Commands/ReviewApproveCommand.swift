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
            commandName: "approve", abstract: "Approve the stickers that are not reviewed yet.",
            discussion: """
                It approves what is there now, published or awaiting approval. Stickers for which changes were requested \
                are left alone.
                """)

        @OptionGroup var folders: PublishedFolderOptions
        @Flag(help: "Approve all of them; required, because it approves without anybody looking.")
        var all = false
        @Option(help: "The id of the only pack to approve.")
        var pack: String?
        @Option(help: ArgumentHelp("Who approves: the name that is stored with each decision.", valueName: "name"))
        var reviewer: String

        func validate() throws {
            guard all else {
                throw ValidationError("approve: expected --all. Single stickers are approved on the review page.")
            }
            guard !reviewer.trimmingCharacters(in: .whitespacesAndNewlines).isEmpty else {
                throw ValidationError("--reviewer: expected a name, found nothing.")
            }
        }

        func run() async throws {
            try await CommandRunner.run {
                let configuration = try folders.configuration()
                let catalog = try ReviewCommand.catalog(of: configuration)
                if let pack, !catalog.finishedPacks.contains(where: { $0.id == pack }) {
                    throw EngineError.configuration("--pack: there is no pack with the id \"\(pack)\".")
                }
                let folder = configuration.stateFolder
                let reviews = try await DecisionState.read(
                    folder: folder, published: catalog, notice: ReviewCommand.note
                ).reviews
                let current = catalog.currentStickers.filter { pack == nil || $0.pack == pack }
                let sentBack = current.count { reviews.of($0.sticker, in: $0.pack)?.outcome == .sentBack }
                let name = reviewer.trimmingCharacters(in: .whitespacesAndNewlines)
                let approvals = current.filter { reviews.of($0.sticker, in: $0.pack) == nil }.map {
                    Decision(about: $0.sticker, in: $0.pack, Review(outcome: .approved, reviewer: name))
                }
                if !approvals.isEmpty { try await ReviewCommand.store(approvals, configuration) }
                print(
                    approvals.isEmpty
                        ? "Nothing to approve."
                        : "\(approvals.count) \(approvals.count == 1 ? "sticker was" : "stickers were") approved by \(name)."
                )
                if sentBack > 0 {
                    print(
                        "Changes were requested for \(sentBack) other \(sentBack == 1 ? "sticker" : "stickers"): decide on the review page."
                    )
                }
                return try await ReviewCommand.publish(configuration, command: "stickerd review approve")
            }
        }
    }

    /// `stickerd review restore`.
    struct Restore: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "restore", abstract: "Take over lost decisions from the published manifest.",
            discussion: """
                For when decisions.sqlite and decisions.jsonl are lost and there is no backup: who approved which image, \
                and who requested changes, is also in catalog.json. Times and earlier decisions are not.
                """)

        @OptionGroup var folders: PublishedFolderOptions

        func run() async throws {
            try await CommandRunner.run {
                let configuration = try folders.configuration()
                let folder = configuration.stateFolder
                let catalog: Catalog?
                do {
                    catalog = try ReviewCommand.catalog(of: configuration)
                } catch WebError.nothingPublished {
                    catalog = nil
                }
                let state = try await DecisionState.read(
                    folder: folder, published: catalog, notice: ReviewCommand.note)
                switch state.loss?.evidence {
                case .manifest:
                    let known = try await DecisionStore.decisions(folder: folder).reviews
                    let lost = (catalog?.reviewedStickers ?? []).filter {
                        !known.hasDecision(about: $0.sticker, in: $0.pack)
                    }.compactMap { entry in
                        entry.sticker.review.map { Decision(about: entry.sticker, in: entry.pack, $0) }
                    }
                    try await ReviewCommand.store(lost, configuration)
                    print(
                        "\(lost.count) \(lost.count == 1 ? "decision was" : "decisions were") restored from catalog.json."
                    )
                case .pictures:
                    let aside = try ReviewedPictures(stateFolder: folder).setAside()
                    print("catalog.json names no decisions. The kept images were moved to \(aside).")
                case nil:
                    print("No decisions are missing.")
                }
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

    /// Stores decisions with the images that were approved.
    fileprivate static func store(_ decisions: [Decision], _ configuration: Configuration) async throws {
        let store = try await DecisionStore.open(folder: configuration.stateFolder, notice: note)
        let pictures = ReviewedPictures(stateFolder: configuration.stateFolder)
        try await store.decide(decisions) { [out = configuration.out] decisions in
            // A picture that is gone is missed in comparisons only.
            for picture in decisions.compactMap(\.picture) { try? pictures.keep(picture, from: OutputFolder(out)) }
        }
        try await store.prune(pictures)
    }
}

extension Decision {
    /// A decision about a sticker as it looks now.
    fileprivate init(about sticker: Sticker, in pack: String, _ review: Review) {
        self.init(
            key: Reviews.Key(pack: pack, sticker: sticker.id, pixels: sticker.pixels),
            outcome: review.outcome == .approved ? .approved : .sentBack, reviewer: review.reviewer,
            comment: review.comment, decided: Decision.time(Date()),
            picture: sticker.renditions.first { $0.scale == 3 }?.path.split(separator: "/").last.map(String.init))
    }
}

extension Catalog {
    /// Every sticker once, in its newest version: one that awaits approval stands for the published one.
    fileprivate var currentStickers: [(pack: String, sticker: Sticker)] {
        var seen: Set<[String]> = []
        return (awaitingPacks + publishedPacks).flatMap { pack in
            pack.stickers.filter { seen.insert([pack.id, $0.id]).inserted }.map { (pack.id, $0) }
        }
    }
}

import Foundation
import JobModel
import Publishing
import SheetModel
import StickerManifest
import Texts

/// The content of a sheet that `stickerd sheet` writes: packs, rejected sources, and the figures on the cover.
package struct SheetDocument: Sendable {
    /// A pack in the sheet.
    package struct Section: Sendable {
        /// The pack. Stickers that await approval replace their published versions.
        package var pack: Pack
        /// The ids of the stickers that await approval.
        package var waiting: Set<String> = []
        package var rejected: [RejectedSource] = []
        /// The short numbers of the stickers in the pack, such as `C-07`, by id.
        package var numbers: [String: String] = [:]
    }

    /// The state of a sticker.
    package enum Approval: String, CaseIterable, Sendable {
        case approved, sentBack, waiting
    }

    package let sections: [Section]
    /// The names of the backgrounds in display order.
    let backgrounds: [String]
    /// The program that created the stickers: `stickerd` and its version.
    let generator: String
    /// The limit in bytes that every file must be below.
    let byteLimit: Int
    /// The time of the last publication.
    let published: PublicationTime
    /// The first digits of the manifest's SHA-256, which identify the edition.
    let edition: String
    /// The times of decisions in ISO 8601 format, in UTC, by image.
    let decided: [Reviews.Key: String]
    /// The texts in the language of the sheet.
    let texts: Texts

    /// - Parameters:
    ///   - packs: the ids of the included packs. Empty for all packs.
    ///   - byteLimit: the limit in bytes that every file must be below.
    ///   - decided: the times of decisions, which the manifest does not contain, in ISO 8601 format and UTC.
    ///   - texts: the texts in the language of the sheet.
    /// - Throws: `SheetError` if nothing is published, or a pack does not exist; `CatalogError`.
    package init(
        out: OutputFolder, packs: [String] = [], byteLimit: Int = 500_000, decided: [Reviews.Key: String] = [:],
        _ texts: Texts = .english
    ) throws {
        guard let bytes = out.read(OutputNames.catalog), let time = PublicationTime(of: out) else {
            throw SheetError.nothingPublished(out: out.path)
        }
        let catalog = try out.catalog(json: bytes, packs: packs)
        let all = SheetDocument.sections(of: catalog)
        let known = Set(all.map(\.pack.id))
        if let stranger = packs.first(where: { !known.contains($0) }) {
            let others = SheetDocument.sections(of: try out.catalog(json: bytes))
            throw SheetError.unknownPack(id: stranger, known: others.map(\.pack.id))
        }
        // Messages have their own backgrounds, so they are included only if they were requested by id.
        let shown = all.filter {
            packs.isEmpty ? MessagePack.parent(of: $0.pack.id) == nil : packs.contains($0.pack.id)
        }
        let numbers = StickerNumbers(packs: packs.isEmpty ? all.map(\.pack.id) : try SheetDocument.packs(of: bytes))
        sections = shown.map { $0.numbered(numbers) }
        self.decided = decided
        self.texts = texts
        var names: [String] = []
        for sticker in sections.lazy.flatMap(\.pack.stickers) {
            for preview in sticker.previews where !names.contains(preview.background) {
                names.append(preview.background)
            }
        }
        backgrounds = names
        generator = catalog.generator
        self.byteLimit = byteLimit
        published = time
        edition = String(Digest.sha256(bytes).prefix(12))
    }

    /// The ids of all packs in a manifest.
    private static func packs(of json: [UInt8]) throws -> [String] {
        switch try ManifestDocument(json: Data(json)) {
        case .flat(let catalog): catalog.finishedPacks.map(\.id) + catalog.rejected.map(\.pack)
        case .index(let index): index.entries.map(\.id)
        }
    }

    private static func sections(of catalog: Catalog) -> [Section] {
        var sections = Dictionary(catalog.publishedPacks.map { ($0.id, Section(pack: $0)) }) { first, _ in first }
        for held in catalog.awaitingPacks {
            var empty = held
            empty.stickers = []
            sections[held.id, default: Section(pack: empty)].add(waiting: held.stickers)
        }
        for source in catalog.rejected {
            let pack = Pack(id: source.pack, title: source.pack, titles: [:], size: .regular, icon: [], stickers: [])
            sections[source.pack, default: Section(pack: pack)].rejected.append(source)
        }
        return sections.values.sorted { $0.pack.id < $1.pack.id }
    }

    /// The title of the sheet: the title of its only pack, or the number of packs.
    var title: String {
        if sections.count == 1, let only = sections.first { return only.pack.title }
        return sections.isEmpty ? texts("sheet.none") : texts("sheet.packs", ["count": sections.count])
    }
}

extension SheetDocument.Section {
    fileprivate func numbered(_ numbers: StickerNumbers) -> Self {
        var section = self
        for (place, sticker) in pack.stickers.enumerated() {
            section.numbers[sticker.id] = numbers.number(place, of: pack.stickers.count, in: pack.id)
        }
        return section
    }

    /// The short number of a sticker, such as `C-07`.
    func number(of sticker: Sticker) -> String { numbers[sticker.id] ?? "" }

    /// Adds stickers that await approval, in place of their published versions.
    fileprivate mutating func add(waiting stickers: [Sticker]) {
        var places = Dictionary(zip(pack.stickers.map(\.id), pack.stickers.indices)) { first, _ in first }
        for sticker in stickers {
            waiting.insert(sticker.id)
            if let place = places[sticker.id] {
                pack.stickers[place] = sticker
            } else {
                places[sticker.id] = pack.stickers.count
                pack.stickers.append(sticker)
            }
        }
    }

    /// The review state of a sticker. Nil if no decision exists and none is required.
    package func approval(of sticker: Sticker) -> SheetDocument.Approval? {
        switch sticker.review?.outcome {
        case .approved: .approved
        case .sentBack: .sentBack
        case nil: waiting.contains(sticker.id) ? .waiting : nil
        }
    }
}

extension SheetDocument {
    /// The counts that the cover shows.
    package struct Counts: Equatable {
        var stickers = 0
        var animated = 0
        var rejected = 0
        /// The number of stickers with findings.
        var warnings = 0
        /// The bytes of the @3x files, which an app ships.
        package var bytes = 0
    }

    /// The counts of all packs together.
    package var counts: Counts {
        sections.map(\.counts).reduce(into: Counts()) { sum, counts in
            sum.stickers += counts.stickers
            sum.animated += counts.animated
            sum.rejected += counts.rejected
            sum.warnings += counts.warnings
            sum.bytes = sum.bytes.addingWithinRange(counts.bytes)
        }
    }

    /// The number of stickers per review state, as texts. Empty if no sticker has a state.
    var approvals: [String] { approvals(in: sections) }

    /// The number of stickers per review state in some packs, as texts.
    func approvals(in sections: [Section]) -> [String] {
        let all = sections.flatMap { section in section.pack.stickers.map { section.approval(of: $0) } }
        guard all.contains(where: { $0 != nil }) else { return [] }
        let states: [(Approval?, key: String)] = [
            (.approved, "sheet.approved"), (.sentBack, "sentBack.count"), (.waiting, "report.fact.awaiting"),
            (nil, "sheet.undecided"),
        ]
        return states.compactMap { approval, key in
            let count = all.count { $0 == approval }
            return count > 0 ? texts(key, ["count": count]) : nil
        }
    }
}

extension SheetDocument.Section {
    var counts: SheetDocument.Counts {
        SheetDocument.Counts(
            stickers: pack.stickers.count, animated: pack.stickers.count { $0.animation != nil },
            rejected: rejected.count, warnings: pack.stickers.count { !$0.findings.isEmpty },
            bytes: pack.stickers.total { $0.delivery?.bytes ?? 0 })
    }

    /// The facts about a pack, such as `12 stickers`, `regular, 136 × 136 pt` and `204,112 bytes at @3x`.
    func facts(_ texts: Texts) -> [String] {
        let counts = counts
        var facts = [
            texts("number.\(pack.itemKind.noun)", ["count": counts.stickers]),
            texts.size(pack.size, of: pack.itemKind),
        ]
        if counts.animated > 0 { facts.append(texts("sheet.animated", ["count": counts.animated])) }
        if counts.bytes > 0 { facts.append(texts("report.fact.bytes", ["size": texts.size(counts.bytes)])) }
        return facts
    }
}

extension SheetDocument {
    /// The size of a sticker, such as `regular, 136 × 136 pt`.
    func sizeText(of sticker: Sticker) -> String {
        texts.size(sticker.size, of: sticker.itemKind)
    }

    /// The facts about the document, such as `Published 2026-11-21`, `stickerd 0.1.0` and `edition 0123456789ab`.
    var facts: [String] {
        [
            texts("sheet.published", ["day": published.day]), generator,
            texts("sheet.edition", ["edition": edition]),
        ]
    }
}

extension Badge {
    init(_ approval: SheetDocument.Approval, _ texts: Texts) {
        let (ink, tint): (ThemeColour, ThemeColour) =
            switch approval {
            case .approved: (.approval, .approvalTint)
            case .sentBack: (.sentBack, .sentBackTint)
            case .waiting: (.quiet, .track)
            }
        self.init(text: texts("decision.\(approval.rawValue)"), ink: ink, tint: tint)
    }
}

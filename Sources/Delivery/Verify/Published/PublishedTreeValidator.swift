import Foundation
import ImageHeaders
import JobModel
import Publishing
import StickerManifest
import XcodeExport

/// Checks a published tree: the manifest, and every file to which it refers.
struct PublishedTreeValidator {
    let view: FolderView
    static let manifest = "catalog.json"
    fileprivate static let buildAgain = "Run `stickerd build`, which writes the manifest again."

    func check(_ violations: inout [Violation]) {
        guard let bytes = view.read(PublishedTreeValidator.manifest) else {
            violations.append(
                Violation(
                    .unreadableFile, PublishedTreeValidator.manifest,
                    "The manifest cannot be read: \(view.absence(of: PublishedTreeValidator.manifest)).",
                    fix: PublishedTreeValidator.buildAgain))
            return
        }
        let folder = OutputFolder(view.root)
        var named = NameSet()
        do {
            let document = try ManifestDocument(json: Data(bytes))
            var counts: [String: Int] = [:]
            if case .index(let index) = document {
                named.formUnion(index.packs.compactMap(\.icon?.path))
                for entry in index.packs { counts[entry.id] = entry.stickers }
            }
            try folder.manifest.eachPack(of: document, isTolerant: true) { pack in
                violations += pack.faults.map { Violation($0) }
                named.formUnion(pack.documents.map(\.path))
                check(pack.catalog, counts: counts, &named, &violations)
            }
        } catch {
            violations.append(
                Violation(
                    .unreadableFile, PublishedTreeValidator.manifest, "\(error)", fix: PublishedTreeValidator.buildAgain
                ))
            return
        }
        named.formUnion(RetiredFiles.names(in: folder))
        var unnamed: [String] = []
        folder.visit(OutputNames.assets) { entry in
            let isNamed = named.contains("\(OutputNames.assets)/\(entry.name)")
            if !entry.name.hasPrefix("."), !isNamed { unnamed.append(entry.name) }
        }
        for child in unnamed.sorted() {
            violations.append(
                Violation(
                    .unnamedFile, "\(OutputNames.assets)/\(child)", "The manifest does not refer to this file.",
                    fix: "Remove it, or run `stickerd build`, which removes it."))
        }
    }

    /// Checks the packs of a manifest.
    ///
    /// - Parameters:
    ///   - catalog: the manifest, or a part of it with one pack.
    ///   - counts: the number of stickers per pack, according to the index.
    private func check(
        _ catalog: Catalog, counts: [String: Int], _ named: inout NameSet, _ violations: inout [Violation]
    ) {
        named.formUnion(catalog.assets)
        for pack in catalog.packs {
            checkCount(pack, counts[pack.id], &violations)
            for sticker in pack.stickers { check(sticker, in: pack, &violations) }
            checkLabels(pack, &violations)
            checkIcon(pack, &violations)
        }
        for message in catalog.messages ?? [] {
            check(message.renditions, message.previews, &violations)
            if let film = message.film {
                _ = isIntact(film.path, bytes: film.bytes, sha256: film.sha256, &violations)
            }
            if let strip = message.filmstrip {
                _ = isIntact(strip.path, bytes: strip.bytes, sha256: strip.sha256, &violations)
            }
        }
        for piece in (catalog.pieces ?? []).flatMap(\.pieces) { check(piece.renditions, piece.previews, &violations) }
    }

    /// Checks that the index and the parts of a pack have the same number of stickers.
    private func checkCount(_ pack: Pack, _ count: Int?, _ violations: inout [Violation]) {
        guard let count, count != pack.stickers.count else { return }
        violations.append(
            Violation(
                .manifestDiffers, PublishedTreeValidator.manifest,
                "The index states \(count) stickers for \(pack.id), but its parts contain \(pack.stickers.count).",
                fix: PublishedTreeValidator.buildAgain))
    }

    private func check(_ sticker: Sticker, in pack: Pack, _ violations: inout [Violation]) {
        let name = "\(pack.id)/\(sticker.id)"
        for (label, language) in [(sticker.label, "")] + sticker.labels.map({ ($1, " in \($0)") }).sorted(by: <) {
            let limit = 150
            guard label.utf16.count > limit else { continue }
            violations.append(
                Violation(
                    .labelLength, PublishedTreeValidator.manifest,
                    "The label of \(name)\(language) has \(label.utf16.count) characters; the limit is \(limit)."))
        }
        if sticker.label.allSatisfy(\.isWhitespace) {
            violations.append(Violation(.labelMissing, PublishedTreeValidator.manifest, "\(name) lacks a label."))
        }
        for rendition in sticker.renditions {
            let side = sticker.size.pixels(scale: rendition.scale)
            if max(rendition.width, rendition.height) < side {
                violations.append(
                    Violation(
                        .gridSize, rendition.path,
                        "\(name) at @\(rendition.scale)x has \(rendition.width) × \(rendition.height) px; its size is "
                            + "\(sticker.size.rawValue), \(side) px."))
            }
            guard isIntact(rendition.path, bytes: rendition.bytes, sha256: rendition.sha256, &violations) else {
                continue
            }
            let facts = StickerFileValidator(view: view, path: rendition.path).check(&violations)
            compare(facts, rendition.path, width: rendition.width, height: rendition.height, &violations)
        }
        for preview in sticker.previews {
            _ = isIntact(preview.path, bytes: preview.bytes, sha256: preview.sha256, &violations)
        }
        if let strip = sticker.filmstrip {
            _ = isIntact(strip.path, bytes: strip.bytes, sha256: strip.sha256, &violations)
        }
    }

    /// Checks the files of a message or a game piece. The rules for sticker packs do not apply to them.
    private func check(_ renditions: [Rendition], _ previews: [Preview], _ violations: inout [Violation]) {
        for rendition in renditions {
            guard isIntact(rendition.path, bytes: rendition.bytes, sha256: rendition.sha256, &violations),
                let bytes = view.read(rendition.path)
            else { continue }
            compare(
                ImageFacts(bytes), rendition.path, width: rendition.width, height: rendition.height, &violations)
        }
        for preview in previews {
            _ = isIntact(preview.path, bytes: preview.bytes, sha256: preview.sha256, &violations)
        }
    }

    private func isIntact(_ path: String, bytes: Int, sha256: String, _ violations: inout [Violation]) -> Bool {
        guard path.isInsideTree else {
            violations.append(
                Violation(
                    .pathLeavesTree, PublishedTreeValidator.manifest, "The manifest contains the path \"\(path)\"."))
            return false
        }
        guard let found = view.read(path) else {
            violations.append(
                Violation(
                    .missingFile, path, "The manifest refers to this file, but \(view.absence(of: path)).",
                    fix: PublishedTreeValidator.buildAgain))
            return false
        }
        guard found.count == bytes, Digest.sha256(found) == sha256 else {
            violations.append(
                Violation(
                    .digestDiffers, path,
                    "The size or the SHA-256 of the file differs from the manifest. The file is "
                        + "\(NumberFormat.number(found.count)) bytes long, and the manifest states "
                        + "\(NumberFormat.number(bytes)) bytes.",
                    fix: "Run `stickerd rebuild`, which renders the file again from its source."))
            return false
        }
        return true
    }

    private func compare(
        _ facts: ImageFacts?, _ path: String, width: Int, height: Int, _ violations: inout [Violation]
    ) {
        guard let facts, facts.width != width || facts.height != height else { return }
        violations.append(
            Violation(
                .manifestDiffers, path,
                "The picture has \(facts.size), but the manifest states \(width) × \(height) px."))
    }

    private func checkLabels(_ pack: Pack, _ violations: inout [Violation]) {
        for (label, group) in Dictionary(grouping: pack.stickers, by: \.label).sorted(by: { $0.key < $1.key })
        where group.count > 1 {
            violations.append(
                Violation(
                    .labelRepeated, PublishedTreeValidator.manifest,
                    "“\(label)” is the label of \(group.map { "\(pack.id)/\($0.id)" }.joined(separator: " and "))."))
        }
    }

    private func checkIcon(_ pack: Pack, _ violations: inout [Violation]) {
        for icon in pack.icon {
            guard isIntact(icon.path, bytes: icon.bytes, sha256: icon.sha256, &violations),
                let bytes = view.read(icon.path)
            else { continue }
            compare(ImageFacts(bytes), icon.path, width: icon.width, height: icon.height, &violations)
            if icon.width == 1024, PNGAlpha(bytes) == .transparent {
                violations.append(Violation(.iconTransparent, icon.path, "The marketing icon has transparent pixels."))
            }
        }
        guard !pack.icon.isEmpty else { return }
        let sizes = Set(pack.icon.map { [$0.width, $0.height] })
        for slot in StickersIconSlot.all where !sizes.contains([slot.width, slot.height]) {
            violations.append(
                Violation(
                    .iconSlotMissing, PublishedTreeValidator.manifest,
                    "\(pack.id) lacks an icon of \(slot.width) × \(slot.height) px."))
        }
    }
}

extension Violation {
    /// The violation for a part or record that cannot be read.
    fileprivate init(_ fault: ManifestFault) {
        let check: Check =
            switch fault.kind {
            case .missing: .missingFile
            case .damaged: .digestDiffers
            case .unreadable: .unreadableFile
            }
        self.init(check, fault.path, "\(fault).", fix: PublishedTreeValidator.buildAgain)
    }
}

import StickerManifest
import XcodeExport

/// Checks a `.stickerpack` folder.
struct PackValidator {
    let view: FolderView
    /// The path relative to the checked folder.
    let path: String

    func check(_ violations: inout [Violation]) {
        let contentsPath = view.join(path, "Contents.json")
        guard view.exists(contentsPath) else {
            violations.append(Violation(.packWithoutContents, path, "The pack lacks a Contents.json."))
            return
        }
        guard let contents = ContentsFile.read(contentsPath, in: view, &violations) else { return }
        ContentsFile.checkKeys(
            contents, path: contentsPath, keys: ["info", "properties", "stickers"], properties: ["grid-size"],
            &violations)
        let size = gridSize(contents, contentsPath, &violations)
        let names = stickers(contents, contentsPath, &violations)
        let reports = names.map { StickerValidator(view: view, path: view.join(path, $0)).check(&violations) }
        checkLabels(reports, &violations)
        if let size { checkGrid(reports, size: size, &violations) }
        for child in view.children(path) where child != "Contents.json" && !names.contains(child) {
            violations.append(
                Violation(
                    .unnamedFile, view.join(path, child),
                    "The pack does not list this file, so the file is not part of the pack."))
        }
    }

    private func gridSize(
        _ contents: ContentsValue, _ path: String, _ violations: inout [Violation]
    ) -> StickerSize? {
        let value = contents["properties"]?["grid-size"]?.text
        if let value, let size = StickerSize(rawValue: value) { return size }
        violations.append(
            Violation(
                .gridSizeValue, path,
                value.map { "The grid size is \"\($0)\"; it may be small, regular or large." }
                    ?? "The pack lacks \"grid-size\"."))
        return nil
    }

    /// The paths of the existing sticker folders that the pack lists, without duplicates.
    private func stickers(_ contents: ContentsValue, _ path: String, _ violations: inout [Violation]) -> [String] {
        let entries = contents["stickers"]?.list ?? []
        if entries.isEmpty { violations.append(Violation(.emptyPack, path, "The pack lists no sticker.")) }
        var names: [String] = []
        for entry in entries {
            guard let name = entry["filename"]?.text, !name.isEmpty, !name.contains("/") else {
                violations.append(Violation(.unreadableFile, path, "An entry of \"stickers\" lacks \"filename\"."))
                continue
            }
            if names.contains(name) {
                violations.append(Violation(.listedTwice, path, "\"\(name)\" is listed more than once."))
            } else if view.isFolder(view.join(self.path, name)) {
                names.append(name)
            } else if let other = view.otherCase(of: name, in: self.path) {
                violations.append(.otherCase(named: name, is: other, path: view.join(self.path, other)))
                names.append(other)
            } else {
                violations.append(
                    Violation(
                        .missingFile, view.join(self.path, name), "The pack lists this sticker, but it does not exist.")
                )
            }
        }
        return names
    }

    private func checkLabels(_ reports: [StickerValidator.Report], _ violations: inout [Violation]) {
        let labelled = Dictionary(grouping: reports.filter { $0.label != nil }) { $0.label ?? "" }
        for (label, group) in labelled.sorted(by: { $0.key < $1.key }) where group.count > 1 {
            let others = group.dropFirst().map { $0.path.lastComponent }.joined(separator: ", ")
            violations.append(
                Violation(.labelRepeated, group[0].path, "The label “\(label)” is also the label of \(others)."))
        }
        let missing = reports.filter { $0.label == nil }
        guard let first = missing.first else { return }
        let these = missing.prefix(5).map { $0.path.lastComponent }.joined(separator: ", ")
        violations.append(
            Violation(
                .labelMissing, missing.count == 1 ? first.path : path,
                "\(missing.count) of \(reports.count) stickers lack an accessibility label: \(these)"
                    + "\(missing.count > 5 ? " and others" : "")."))
    }

    private func checkGrid(
        _ reports: [StickerValidator.Report], size: StickerSize, _ violations: inout [Violation]
    ) {
        let wanted = size.pixels(scale: 3)
        let small = reports.filter { ($0.longestSide ?? wanted) < wanted }
        guard let first = small.first else { return }
        violations.append(
            Violation(
                .gridSize, path,
                "The grid is \(size.rawValue), \(wanted) px at @3x; \(small.count) of \(reports.count) stickers are smaller, "
                    + "such as \(first.path.lastComponent) with \(first.longestSide ?? 0) px, and are not shown in full "
                    + "sharpness or size."))
    }
}

extension String {
    /// The part of the path after the last slash.
    var lastComponent: String { split(separator: "/").last.map(String.init) ?? self }
}

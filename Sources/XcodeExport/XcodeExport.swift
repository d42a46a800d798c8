import Foundation
import Pipeline
import StickerCatalog

/// Writes packs as Xcode's asset catalogs, a catalog each.
package struct XcodeExport: Sendable {
    /// Absolute path of the folder that takes the export.
    package var folder: String
    package var form: CatalogForm
    /// The catalog's own folder in `folder`, where one pack goes into one that has a name; nil to make a folder a pack.
    package var catalogName: String?
    /// Whether to take over what others made or changed under the names that are wanted.
    package var replacesOthers: Bool
    /// Whether what was exported before and is not among the packs any more goes.
    package var isWhole: Bool

    package init(
        folder: String, form: CatalogForm = .xcstickers, catalogName: String? = nil, replacesOthers: Bool = false,
        isWhole: Bool = true
    ) {
        self.folder = folder
        self.form = form
        self.catalogName = catalogName
        self.replacesOthers = replacesOthers
        self.isWhole = isWhole
    }

    /// Brings the folder up to date.
    ///
    /// - Throws: `XcodeExportError`; `PublishError` when the folder cannot be written.
    package func run(_ packs: [PackMaterial]) throws -> ExportOutcome {
        guard catalogName == nil || packs.count == 1 else {
            throw XcodeExportError.unusable(
                "\(folder)/\(catalogName ?? ""): a catalog takes one pack. Name it with --pack, or export to a folder.")
        }
        var tree = try ExportTree(path: folder, replacesOthers: replacesOthers)
        var parts: [String: [PlannedFile]] = [:]
        for material in packs {
            parts[material.pack.id] = try catalog(of: material, in: tree).files
        }
        try tree.apply(parts, isWhole: isWhole)
        return tree.outcome
    }

    private func catalog(of material: PackMaterial, in tree: ExportTree) throws -> PackCatalog {
        let folder = catalogName ?? "\(material.pack.id)/\(form.folderName)"
        let existing = try existingPack(in: folder, tree)
        let iconSet = "\(folder)/\(CatalogForm.iconSetName).stickersiconset/Contents.json"
        let isTheirs = tree.folder.exists(iconSet) && tree.record.digest(of: iconSet) == nil && !replacesOthers
        return PackCatalog(
            material: material, folder: folder, packName: existing ?? material.pack.id, hasIconSet: !isTheirs)
    }

    /// The name of the pack that the catalog has already: Xcode takes one, so stickers go there.
    private func existingPack(in folder: String, _ tree: ExportTree) throws -> String? {
        let names = OutputFolder(tree.folder.absolute(folder)).children().filter { $0.hasSuffix(".stickerpack") }
        guard names.count <= 1 else {
            throw XcodeExportError.severalPacks(catalog: tree.folder.absolute(folder), names: names.sorted())
        }
        return names.first.map { String($0.dropLast(".stickerpack".count)) }
    }
}

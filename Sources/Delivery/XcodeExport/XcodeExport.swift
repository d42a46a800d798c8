import Foundation
import JobModel
import Publishing
import StickerManifest

/// Writes packs as Xcode asset catalogs, one catalog per pack, and on request the project that builds them.
package struct XcodeExport: Sendable {
    /// The absolute path of the folder for the export.
    package var folder: String
    package var form: CatalogForm
    /// The name of the catalog's folder in `folder`, for an export of one pack. Nil for one folder per pack.
    package var catalogName: String?
    /// Whether foreign and edited files under the planned names are replaced.
    package var replacesOthers: Bool
    /// Whether recorded packs that this export does not contain are removed.
    package var removesStale: Bool
    /// The project to write next to the catalogs. Nil if no project is written.
    package var project: ProjectSettings?
    /// The language tag of the labels that have no language tag in the manifest. A project's own language takes
    /// precedence.
    package var language: String

    package init(
        folder: String, form: CatalogForm = .xcstickers, catalogName: String? = nil, replacesOthers: Bool = false,
        removesStale: Bool = true, project: ProjectSettings? = nil, language: String = "en"
    ) {
        self.folder = folder
        self.form = form
        self.catalogName = catalogName
        self.replacesOthers = replacesOthers
        self.removesStale = removesStale
        self.project = project
        self.language = project?.language ?? language
    }

    /// Passes packs to `body`, in the order of their ids. Each call passes the same packs.
    package typealias PackSource = (_ body: (PackInput) throws -> Void) throws -> Void

    /// Updates the folder.
    ///
    /// - Parameter pieces: packs of game pieces. Each is written as a separate catalog.
    /// - Throws: `XcodeExportError`; `PublishError` if the folder cannot be written.
    package func run(_ packs: [PackInput], pieces: [PieceInput] = []) throws -> ExportOutcome {
        let packs = packs.sorted { $0.pack.id < $1.pack.id }
        return try run(count: packs.count, pieces: pieces) { body in
            for pack in packs { try body(pack) }
        }
    }

    /// Updates the folder, one pack at a time. All packs are read twice, so that nothing is written if there is a
    /// conflict.
    ///
    /// - Parameters:
    ///   - count: the number of packs.
    ///   - pieces: packs of game pieces. Each is written as a separate catalog.
    ///   - packs: provides the packs.
    /// - Throws: `XcodeExportError`; `PublishError` if the folder cannot be written; the errors of the source.
    package func run(count: Int, pieces: [PieceInput] = [], packs: PackSource) throws -> ExportOutcome {
        guard catalogName == nil || count + pieces.count == 1 else {
            throw XcodeExportError.unusable(
                "\(folder)/\(catalogName ?? ""): a catalog contains one pack. Choose it with --pack, or export to a "
                    + "folder."
            )
        }
        var tree = try ExportTree(path: folder, replacesOthers: replacesOthers)
        let projectFiles = try check(packs, pieces: pieces, in: tree)
        var ids = Set(pieces.map(\.pack.id))
        try packs { ids.insert($0.pack.id) }
        tree.begin(onlyWith: removesStale ? ids : nil)
        // The parts are written in the order of their names.
        if let projectFiles { try tree.write(projectFiles, as: ExportTree.project) }
        var others = pieces.sorted { $0.pack.id < $1.pack.id }[...]
        func write(piecesBefore id: String?) throws {
            while let input = others.first, id.map({ input.pack.id < $0 }) ?? true {
                others.removeFirst()
                try tree.write(files(of: input, in: tree), as: input.pack.id)
            }
        }
        try packs { input in
            try write(piecesBefore: input.pack.id)
            try tree.write(try catalog(of: input, in: tree).files, as: input.pack.id)
        }
        try write(piecesBefore: nil)
        try tree.finish()
        return tree.outcome
    }

    /// Checks everything before it is written.
    ///
    /// - Returns: the files of the project. Nil if no project is written.
    private func check(_ packs: PackSource, pieces: [PieceInput], in tree: ExportTree) throws -> [PlannedFile]? {
        var items: [PackProject.Item] = []
        try packs { input in
            let catalog = try catalog(of: input, in: tree)
            try tree.check(catalog.files)
            guard let project else { return }
            var pack = input.pack
            pack.stickers = []
            items.append(
                PackProject.Item(
                    pack: pack,
                    labelLanguages: PackCatalog.labelLanguages(of: input.pack, development: project.language),
                    catalog: form.folderName, packName: catalog.packName, form: form))
        }
        for input in pieces { try tree.check(files(of: input, in: tree)) }
        guard let project else { return nil }
        let files = try files(of: project, items)
        try tree.check(files)
        return files
    }

    private func files(of input: PieceInput, in tree: ExportTree) -> [PlannedFile] {
        let name = catalogName ?? "\(input.pack.id)/\(PieceCatalog.folderName)"
        return PieceCatalog(input: input, folder: tree.folder.spelling(of: name)).files
    }

    /// Updates a project of an iMessage app with its own browser, except for the files that `stickerd export app`
    /// writes into its `MessagesExtension` folder.
    ///
    /// - Parameters:
    ///   - icon: the pack with the icon of the app. Nil for an icon set without pictures.
    ///   - pieces: packs of game pieces for the extension's catalog.
    /// - Throws: `XcodeExportError`; `PublishError` if the folder cannot be written.
    package func runApp(
        _ settings: ProjectSettings, package: CatalogPackage, icon: PackInput?, pieces: [PieceInput] = []
    ) throws -> ExportOutcome {
        try settings.check()
        var tree = try ExportTree(path: folder, replacesOthers: replacesOthers)
        let project = AppProject(settings: settings, package: package, title: settings.name, icon: icon?.icon ?? [])
        var parts = [ExportTree.project: project.files]
        for input in pieces { parts[input.pack.id] = PieceCatalog(input: input, folder: AppProject.assets).files }
        try tree.apply(parts, removesStale: false)
        return tree.outcome
    }

    /// Updates a project for a build tool other than Xcode that also compiles asset catalogs.
    ///
    /// - Parameters:
    ///   - files: the files of the project.
    ///   - appCatalog: the folder of the app's catalog, which gets the app's icon.
    ///   - extensionCatalog: the folder of the Messages extension's catalog, which gets the icons of the extension and
    ///     the pieces.
    ///   - icon: the pack with the icon. Nil for icon sets without pictures.
    /// - Throws: `XcodeExportError`; `PublishError` if the folder cannot be written.
    package func runFiles(
        _ files: [PlannedFile], appCatalog: String, extensionCatalog: String, icon: PackInput?, pieces: [PieceInput]
    ) throws -> ExportOutcome {
        var tree = try ExportTree(path: folder, replacesOthers: replacesOthers)
        let icons = icon?.icon ?? []
        let catalogs = [appCatalog, extensionCatalog].map {
            PlannedFile("\($0)/Contents.json", .start(.object(["info": .info])))
        }
        var parts = [
            ExportTree.project: files + catalogs + AppIconFiles(icon: icons, folder: appCatalog).files
                + IconSetFiles(icon: icons, folder: extensionCatalog).files
        ]
        for input in pieces { parts[input.pack.id] = PieceCatalog(input: input, folder: extensionCatalog).files }
        try tree.apply(parts, removesStale: false)
        return tree.outcome
    }

    private func files(of settings: ProjectSettings, _ packs: [PackProject.Item]) throws -> [PlannedFile] {
        try settings.check()
        guard catalogName == nil, removesStale else {
            throw XcodeExportError.unusable(
                "A project is written for all packs, into a folder. Omit --pack, and give a folder with --output.")
        }
        return PackProject(settings: settings, packs: packs).files
    }

    private func catalog(of input: PackInput, in tree: ExportTree) throws -> PackCatalog {
        let folder = tree.folder.spelling(of: catalogName ?? "\(input.pack.id)/\(form.folderName)")
        let existing = try existingPack(in: folder, tree)
        let iconSet = "\(folder)/\(CatalogForm.iconSetName).stickersiconset/Contents.json"
        let isForeign = tree.folder.exists(iconSet) && !tree.isRecorded(iconSet) && !replacesOthers
        return PackCatalog(
            input: input, folder: folder, packName: existing ?? input.pack.id, hasIconSet: !isForeign,
            language: language)
    }

    /// The name of the catalog's existing pack. Xcode accepts only one pack per catalog, so the stickers are added to
    /// this one.
    private func existingPack(in folder: String, _ tree: ExportTree) throws -> String? {
        let names = OutputFolder(tree.folder.absolute(folder)).children().filter { $0.hasSuffix(".stickerpack") }
        guard names.count <= 1 else {
            throw XcodeExportError.severalPacks(catalog: tree.folder.absolute(folder), names: names.sorted())
        }
        return names.first.map { String($0.dropLast(".stickerpack".count)) }
    }
}

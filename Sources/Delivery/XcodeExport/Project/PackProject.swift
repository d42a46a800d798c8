import StickerManifest

/// A project with one app per pack. Each app has two targets without code.
///
/// Source of the structure: 16 public sticker pack apps made by Xcode 8 to 26, and Xcode's own build system
/// (https://github.com/swiftlang/swift-build); see `docs/internals/public-projects.md`.
struct PackProject {
    /// A pack with the names of its catalog and of the pack in it.
    struct Item {
        /// The pack. Its stickers are not used.
        var pack: Pack
        /// The languages of its stickers' labels that are in strings files.
        var labelLanguages: [String]
        var catalog: String
        var packName: String
        var form: CatalogForm
    }

    let settings: ProjectSettings
    let packs: [Item]

    /// All files of the project except the catalogs.
    var files: [PlannedFile] {
        var builder = ProjectBuilder()
        var files: [PlannedFile] = []
        for item in packs {
            let scheme = add(item, to: &builder)
            files.append(PlannedFile("\(item.pack.id)/Info.plist", .bytes(Array(InfoPlist.stickerPack.utf8))))
            files += titles(item.pack)
            files.append(
                PlannedFile(
                    "\(settings.name).xcodeproj/xcshareddata/xcschemes/\(item.pack.id).xcscheme",
                    .bytes(Array(scheme.text.utf8))))
        }
        let project = builder.finish(settings)
        return files + ProjectFolder.files(project, name: settings.name)
    }

    /// The app's names by language, including the development language, because the App Store lists the languages that
    /// have a folder. Empty if the app has only one name.
    private func names(of pack: Pack) -> [String: String] {
        pack.titles.isEmpty ? [:] : [settings.language: pack.title].merging(pack.titles) { $1 }
    }

    private func titles(_ pack: Pack) -> [PlannedFile] {
        names(of: pack).sorted { $0.key < $1.key }.map { language, title in
            PlannedFile(
                "\(pack.id)/\(language).lproj/InfoPlist.strings",
                .bytes(Array(StringsFile.line(key: "CFBundleDisplayName", value: title).utf8)))
        }
    }

    private func add(_ item: Item, to builder: inout ProjectBuilder) -> ProjectScheme {
        let (pack, packName) = (item.pack, item.packName)
        let id = pack.id
        let extensionName = "\(id) StickerPackExtension"
        let stickers = builder.file(item.catalog, type: item.form.fileType, role: "\(id) catalog")
        let info = builder.file("Info.plist", type: "text.plist.xml", role: "\(id) Info.plist")
        let labelFile =
            item.labelLanguages.isEmpty
            ? nil : builder.variants("\(packName).strings", languages: item.labelLanguages, role: "\(id) labels")
        let titleLanguages = names(of: pack).keys.sorted()
        let titleFile =
            titleLanguages.isEmpty
            ? nil : builder.variants("InfoPlist.strings", languages: titleLanguages, role: "\(id) titles")
        builder.group(id, role: "\(id)", children: [stickers, info] + [labelFile, titleFile].compactMap { $0 })

        var resources = [builder.buildFile(stickers, role: "\(id) catalog in extension")]
        if let labelFile { resources.append(builder.buildFile(labelFile, role: "\(id) labels in extension")) }
        if let titleFile { resources.append(builder.buildFile(titleFile, role: "\(id) titles in extension")) }
        let host = HostApp(id: id, title: pack.title, bundleIdentifier: settings.bundleIdentifier(pack: id))
        let appexName = "\(ProductName.of(extensionName)).appex"
        let appex = builder.product(appexName, type: "wrapper.app-extension", role: "\(id) appex")
        let app = builder.product(host.productFile, type: "wrapper.application", role: "\(id) app")
        let inner = builder.target(
            extensionName, role: "\(id) extension",
            type: "com.apple.product-type.app-extension.messages-sticker-pack", product: appex,
            phases: [
                builder.phase("PBXResourcesBuildPhase", role: "\(id) extension", files: resources)
            ],
            settings: host.stickerPackSettings("\(id)/Info.plist", name: extensionName))
        var appResources = [builder.buildFile(stickers, role: "\(id) catalog in app")]
        if let titleFile { appResources.append(builder.buildFile(titleFile, role: "\(id) titles in app")) }
        let outer = host.add(
            app: app, embedding: appex, of: inner, named: extensionName, resources: appResources, to: &builder)
        return ProjectScheme(
            project: settings.name, app: .init(id: outer, name: id, product: host.productFile),
            appExtension: .init(id: inner, name: extensionName, product: appexName))
    }
}

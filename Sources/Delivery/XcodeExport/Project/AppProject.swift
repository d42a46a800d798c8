import JobModel
import StickerManifest

/// A project of an iMessage app with its own browser: an app without code around an extension that uses the
/// StickerCatalog package and contains the files of `stickerd export app`.
struct AppProject {
    let settings: ProjectSettings
    let package: CatalogPackage
    /// The name of the app below its icon.
    let title: String
    /// The files of the app's icon.
    let icon: [PackInput.IconFile]

    static let folder = "MessagesExtension"
    /// The catalog with the app's pictures.
    static let assets = "\(folder)/Assets.xcassets"

    /// All files of the project except those that `stickerd export app` writes.
    var files: [PlannedFile] {
        var builder = ProjectBuilder()
        let scheme = add(to: &builder)
        let reference = package.reference
        let packageID = builder.add(reference.isa, role: "StickerCatalog", reference.attributes)
        let project = builder.finish(
            settings, more: ["compatibilityVersion": "Xcode 15.0", "packageReferences": .texts([packageID])],
            objectVersion: "60")
        let folder = AppProject.folder
        let iconSet = IconSetFiles(icon: icon, folder: AppProject.assets)
        return iconSet.files + [
            PlannedFile("\(AppProject.assets)/Contents.json", .start(.object(["info": .info]))),
            PlannedFile("\(folder)/Info.plist", .bytes(Array(InfoPlist.messagesExtension(settings.contexts).utf8))),
            PlannedFile("\(folder)/MessagesViewController.swift", .once(Array(AppProject.code.utf8))),
            PlannedFile(
                "\(settings.name).xcodeproj/xcshareddata/xcschemes/\(settings.name).xcscheme",
                .bytes(Array(scheme.text.utf8))),
        ] + ProjectFolder.files(project, name: settings.name)
    }

    /// A template: later exports do not change the file.
    private static let code = """
        import Foundation
        import StickerCatalog

        /// Shows the stickers that come with the app. To have new ones come from a server as well, name the folder that
        /// `stickerd export app --static` was uploaded to: server: URL(string: "https://example.com/v2/").
        final class MessagesViewController: StickersViewController {
            override func makeLibrary() throws -> StickerLibrary {
                try StickerLibrary(.init(bundle: StickerAssets.folder))
            }
        }

        """

    private func add(to builder: inout ProjectBuilder) -> ProjectScheme {
        let name = "\(settings.name) MessagesExtension"
        let assets = builder.file("Assets.xcassets", type: "folder.assetcatalog", role: "assets")
        let stickers = builder.file("StickerAssets", type: "folder", role: "stickers")
        let names = builder.file("StickerNames.swift", type: "sourcecode.swift", role: "names")
        let code = builder.file("MessagesViewController.swift", type: "sourcecode.swift", role: "code")
        let info = builder.file("Info.plist", type: "text.plist.xml", role: "Info.plist")
        builder.group(AppProject.folder, role: "extension", children: [code, names, stickers, assets, info])
        let product = builder.add(
            "XCSwiftPackageProductDependency", role: "StickerCatalog", package.product)
        let linked = builder.add("PBXBuildFile", role: "StickerCatalog", ["productRef": .text(product)])
        let sources = [code, names].map { builder.buildFile($0, role: "\($0) compiled") }
        let resources = [stickers, assets].map { builder.buildFile($0, role: "\($0) in extension") }
        let host = HostApp(id: settings.name, title: title, bundleIdentifier: settings.bundlePrefix)
        let appexName = "\(ProductName.of(name)).appex"
        let appex = builder.product(appexName, type: "wrapper.app-extension", role: "appex")
        let app = builder.product(host.productFile, type: "wrapper.application", role: "app")
        var extensionSettings = host.extensionSettings(
            "\(AppProject.folder)/Info.plist", name: name, suffix: "MessagesExtension")
        extensionSettings["SWIFT_VERSION"] = "5.0"
        extensionSettings["LD_RUNPATH_SEARCH_PATHS"] = .texts([
            "$(inherited)", "@executable_path/Frameworks", "@executable_path/../../Frameworks",
        ])
        let inner = builder.target(
            name, role: "extension", type: "com.apple.product-type.app-extension.messages", product: appex,
            phases: [
                builder.phase("PBXSourcesBuildPhase", role: "extension", files: sources),
                builder.phase("PBXFrameworksBuildPhase", role: "extension", files: [linked]),
                builder.phase("PBXResourcesBuildPhase", role: "extension", files: resources),
            ],
            settings: extensionSettings, more: ["packageProductDependencies": .texts([product])])
        let icons = builder.buildFile(assets, role: "assets in app")
        let outer = host.add(app: app, embedding: appex, of: inner, named: name, resources: [icons], to: &builder)
        return ProjectScheme(
            project: settings.name, app: .init(id: outer, name: settings.name, product: host.productFile),
            appExtension: .init(id: inner, name: name, product: appexName))
    }
}

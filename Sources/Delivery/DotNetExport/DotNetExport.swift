import AppExport
import JobModel
import XcodeExport

/// Writes a solution for .NET for iOS with the published stickers, and updates it after new art.
package struct DotNetExport: Sendable {
    /// The result of the export.
    package struct Summary: Sendable {
        package var assets: AppExport.Summary
        package var project: ExportOutcome
    }

    private let out: String
    private let settings: ProjectSettings
    private let replacesOthers: Bool

    /// - Parameters:
    ///   - out: the output folder.
    ///   - settings: the settings of the project. The team is not used, because .NET takes signing settings from the
    ///     build.
    ///   - replacesOthers: whether foreign and edited files under the planned names are replaced.
    package init(out: String, settings: ProjectSettings, replacesOthers: Bool = false) {
        self.out = out
        self.settings = settings
        self.replacesOthers = replacesOthers
    }

    /// Exports into a folder, which is created if necessary. Blocks.
    ///
    /// - Parameters:
    ///   - icon: the pack with the icon of the app. Nil for icon sets without pictures.
    ///   - pieces: packs of game pieces for the extension's catalog.
    /// - Throws: `AppExportError`, `XcodeExportError`, `PublishError`, `CatalogError`.
    package func run(to target: String, icon: PackInput?, pieces: [PieceInput] = []) throws -> Summary {
        try settings.check()
        let project = DotNetProject(settings: settings)
        let outcome = try XcodeExport(folder: target, replacesOthers: replacesOthers).runFiles(
            project.files, appCatalog: "\(DotNetProject.app)/Assets.xcassets",
            extensionCatalog: "\(DotNetProject.appExtension)/Assets.xcassets", icon: icon, pieces: pieces)
        let assets = try AppExport(out: out, form: .dotNet(namespace: project.namespace)).run(
            to: "\(target)/\(DotNetProject.appExtension)")
        return Summary(assets: assets, project: outcome)
    }
}

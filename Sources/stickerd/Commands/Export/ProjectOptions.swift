import ArgumentParser
import XcodeExport

/// The options for an Xcode project.
struct ProjectOptions: ParsableArguments {
    @Option(help: ArgumentHelp("Also write <name>.xcodeproj, which builds one app per pack.", valueName: "name"))
    var project: String?

    @Option(
        help: ArgumentHelp(
            "The prefix of the apps' bundle identifiers, such as com.example.stickers; the pack's id follows.",
            valueName: "prefix"))
    var bundleID: String?

    @Option(help: ArgumentHelp("The development team's ten letters and digits.", valueName: "id"))
    var team: String?

    @Option(help: ArgumentHelp("The version that people see; 1.0 if not given.", valueName: "version"))
    var versionNumber: String?

    @Option(help: ArgumentHelp("The build number, higher with each upload; 1 if not given.", valueName: "number"))
    var buildNumber: String?

    @Option(help: ArgumentHelp("The oldest iOS that the apps run on; 16.0 if not given.", valueName: "version"))
    var ios: String?

    @Option(
        help: ArgumentHelp(
            "The language of titles and labels that have none; that of the configuration if not given.",
            valueName: "tag"))
    var language: String?

    @Flag(help: "Make the project an iMessage app with its own sticker browser, for what `export app` writes.")
    var app = false

    @Option(
        help: ArgumentHelp(
            "With --app: the package with StickerCatalog, a folder relative to the project's, or an address of a repository; "
                + "the one that `export app` writes into MessagesExtension if not given.",
            valueName: "place"))
    var package: String?

    @Option(
        help: ArgumentHelp(
            "With --app: messages to offer the app in Messages alone, media to offer its stickers beside the system's in every "
                + "app; it can then insert nothing but stickers.",
            valueName: "where"))
    var contexts: PresentationContexts?

    @Option(
        help: ArgumentHelp(
            "With an address in --package: the oldest version of the package; 0.1.0 if not given.", valueName: "version"
        ))
    var packageVersion: String?

    mutating func validate() throws {
        if project == nil {
            let others: [(String, Bool)] = [
                ("--app", app), ("--bundle-id", bundleID != nil), ("--team", team != nil),
                ("--version-number", versionNumber != nil), ("--build-number", buildNumber != nil),
                ("--ios", ios != nil), ("--language", language != nil),
            ]
            if let other = others.first(where: \.1) { throw ValidationError("\(other.0) needs --project.") }
        }
        if !app {
            if contexts != nil { throw ValidationError("--contexts needs --app.") }
            if package != nil { throw ValidationError("--package needs --app.") }
        }
        if packageVersion != nil, package == nil { throw ValidationError("--package-version needs --package.") }
        guard project != nil, bundleID == nil else { return }
        throw ValidationError("A project needs --bundle-id, such as com.example.stickers.")
    }

    /// The package for an iMessage app with a sticker browser. Nil without `--app`.
    var catalogPackage: CatalogPackage? {
        guard app else { return nil }
        guard let package else { return .exported }
        return package.contains("://") || package.contains("@")
            ? .remote(url: package, version: packageVersion ?? "0.1.0") : .local(path: package)
    }

    /// The settings of the project. Nil without `--project`.
    ///
    /// - Parameter configured: the configured language of the titles and labels for which the manifest names no
    ///   language.
    func settings(language configured: String) -> ProjectSettings? {
        guard let project, let bundleID else { return nil }
        return ProjectSettings(
            name: project, bundlePrefix: bundleID, team: team, version: versionNumber ?? "1.0",
            build: buildNumber ?? "1",
            minimumSystem: ios ?? "16.0", language: language ?? configured, contexts: contexts ?? .messages)
    }
}

extension PresentationContexts: ExpressibleByArgument {}

import ArgumentParser
import XcodeExport

/// The options for an Xcode project.
struct ProjectOptions: ParsableArguments {
    @Option(help: ArgumentHelp("Also write <name>.xcodeproj, which builds one app per pack.", valueName: "name"))
    var project: String?

    @Option(
        help: ArgumentHelp(
            "The prefix of the apps' bundle identifiers, such as com.example.stickers; the pack's id is appended.",
            valueName: "prefix"))
    var bundleID: String?

    @Option(help: ArgumentHelp("The id of the development team: ten letters and digits.", valueName: "id"))
    var team: String?

    @Option(help: ArgumentHelp("The version that people see; 1.0 if not given.", valueName: "version"))
    var versionNumber: String?

    @Option(
        help: ArgumentHelp(
            "The build number, which must increase with each upload; 1 if not given.", valueName: "number"))
    var buildNumber: String?

    @Option(
        help: ArgumentHelp("The oldest version of iOS that the apps support; 16.0 if not given.", valueName: "version"))
    var ios: String?

    @Option(
        help: ArgumentHelp(
            "The language of titles and labels that state no language; by default the language of the configuration.",
            valueName: "tag"))
    var language: String?

    @Flag(help: "Make the project an iMessage app with its own sticker browser, which uses the files of `export app`.")
    var app = false

    @Option(
        help: ArgumentHelp(
            "With --app: the package with StickerCatalog, as a folder relative to the project's folder or as the "
                + "address of a repository; by default the package that `export app` writes into MessagesExtension.",
            valueName: "place"))
    var package: String?

    @Option(
        help: ArgumentHelp(
            "With --app: messages offers the app only in Messages; media offers its stickers beside the system's "
                + "stickers in all apps, but then the app can insert only stickers.",
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
        throw ValidationError("--project needs --bundle-id, such as com.example.stickers.")
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
    /// - Parameter configured: the configured language of the titles and labels that have no language tag in the
    ///   manifest.
    func settings(language configured: String) -> ProjectSettings? {
        guard let project, let bundleID else { return nil }
        return ProjectSettings(
            name: project, bundlePrefix: bundleID, team: team, version: versionNumber ?? "1.0",
            build: buildNumber ?? "1",
            minimumSystem: ios ?? "16.0", language: language ?? configured, contexts: contexts ?? .messages)
    }
}

extension PresentationContexts: ExpressibleByArgument {}

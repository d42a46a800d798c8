/// Checks one extension target: its identity, build phases, asset catalog and Info.plist.
struct ExtensionValidator {
    let location: TargetLocation
    let target: ProjectTarget
    let built: BuiltCatalogs

    func check(_ violations: inout [Violation]) {
        checkIdentity(&violations)
        if target.kind == .stickerPack {
            if !target.phases("PBXSourcesBuildPhase").isEmpty {
                violations.append(Violation(.phaseNotAllowed, location.file, "\(target.name) has a Sources phase."))
            }
            // An empty phase is accepted, because Xcode adds one to extensions in host apps.
            if !target.files(in: target.phases("PBXFrameworksBuildPhase"), of: location.project).isEmpty {
                // Without a Sources phase, Xcode's build system links no libraries (swift-build,
                // SourcesTaskProducer).
                violations.append(
                    Violation(
                        .phaseNotAllowed, location.file, "\(target.name) links libraries, but Xcode ignores them.",
                        level: .warning))
            }
            checkPack(&violations)
        } else {
            checkFiles(&violations)
            PrivacyValidator(location: location, target: target, built: built).check(&violations)
        }
        checkIconName(&violations)
        for phase in target.phases("PBXCopyFilesBuildPhase")
        where location.project.objects("files", of: phase).count > 0 {
            violations.append(
                Violation(
                    .nestedBundles, location.file,
                    "\(target.name) copies files into itself in “\(phase["name"]?.text ?? "Copy Files")”."))
        }
        for settings in target.settings where !settings.hasMore && settings["SKIP_INSTALL"] != "YES" {
            violations.append(
                Violation(
                    .skipInstall, location.file, "\(target.name) (\(settings.configuration)) lacks SKIP_INSTALL."))
        }
        ExtensionInfoPlist(location: location, target: target).check(&violations)
    }

    /// The checks that also apply to app targets.
    func checkIdentity(_ violations: inout [Violation]) {
        for settings in target.settings where !settings.hasMore {
            let key = "PRODUCT_BUNDLE_IDENTIFIER"
            let identifier =
                settings[key] ?? ExtensionInfoPlist(location: location, target: target).identifier(settings)
            if let identifier, BundleIdentifiers.isValid(identifier) { continue }
            guard identifier != nil || !settings.isSet(key) else { continue }
            violations.append(
                Violation(
                    .bundleIdentifier, location.file,
                    identifier.map { "\(target.name) (\(settings.configuration)) has the bundle identifier \"\($0)\"." }
                        ?? "\(target.name) (\(settings.configuration)) lacks a bundle identifier."))
        }
    }

    /// Whether the target lacks a development team for signing.
    var lacksTeam: Bool {
        guard let settings = target.settings.first(where: { !$0.hasMore }) else { return false }
        return (settings["DEVELOPMENT_TEAM"] ?? "").isEmpty && !hasTeamAttribute
    }

    /// Whether the team is set outside of the build settings, as in old projects.
    private var hasTeamAttribute: Bool {
        let attributes = location.project.root["attributes"]?["TargetAttributes"]?.dictionary ?? [:]
        return attributes.contains {
            location.project.objects[$0.key] == target.object && $0.value["DevelopmentTeam"] != nil
        }
    }

    private func checkPack(_ violations: inout [Violation]) {
        let paths = built.catalogs(of: target.object)
        for path in paths where !location.view.isFolder(path) {
            violations.append(
                Violation(.missingFile, path, "\(target.name) builds this catalog, but it does not exist."))
        }
        let packs = catalogs.flatMap(\.packs)
        if packs.isEmpty, paths.allSatisfy(location.view.isFolder) {
            violations.append(
                Violation(.catalogNotBuilt, location.file, "\(target.name) builds no catalog with a pack."))
        }
        if packs.count > 1 {
            violations.append(
                Violation(
                    .severalPacks, location.file,
                    "\(target.name) builds \(packs.count) packs: \(packs.joined(separator: ", "))."))
        }
    }

    /// The asset catalogs of the target that exist.
    private var catalogs: [AssetCatalogValidator] {
        built.catalogs(of: target.object).filter(location.view.isFolder).map {
            AssetCatalogValidator(view: location.view, path: $0)
        }
    }

    private func checkIconName(_ violations: inout [Violation]) {
        let catalogs = catalogs
        guard !catalogs.isEmpty, target.kind == .stickerPack || built.unresolvedNames.isEmpty else { return }
        let sets = Set(
            catalogs.flatMap { $0.iconSets + location.view.folders(ending: [".appiconset", ".icon"], below: $0.path) }
                .map { String($0.lastComponent.split(separator: ".").dropLast().joined(separator: ".")) })
        for settings in target.settings where !settings.hasMore {
            let key = "ASSETCATALOG_COMPILER_APPICON_NAME"
            let name = settings[key]
            if let name, sets.contains(name) { continue }
            guard name != nil || !settings.isSet(key) else { continue }
            let there = sets.sorted().joined(separator: ", ")
            violations.append(
                Violation(
                    .iconName, location.file,
                    "\(target.name) (\(settings.configuration)) uses "
                        + "\(name.map { "the icon set “\($0)”" } ?? "no icon set"); its catalogs contain "
                        + "\(there.isEmpty ? "none" : there)."))
        }
    }

    /// Checks that all source files and resources of an extension with code exist.
    private func checkFiles(_ violations: inout [Violation]) {
        let phases = target.phases("PBXSourcesBuildPhase") + target.phases("PBXResourcesBuildPhase")
        for path in target.files(in: phases, of: location.project).compactMap(location.path)
        where !location.view.exists(path) {
            violations.append(
                Violation(
                    .missingFile, path,
                    runsScripts
                        ? "\(target.name) refers to this file, but it does not exist; a script of the target may "
                            + "write it."
                        : "\(target.name) refers to this file, but it does not exist.",
                    fix: "Restore the file. `stickerd export app` writes StickerAssets and StickerNames.swift.",
                    level: runsScripts ? .warning : nil))
        }
    }

    /// Whether scripts of the target may generate files, as R.swift does. CocoaPods scripts are excluded, because
    /// they do not generate referenced files.
    private var runsScripts: Bool {
        target.phases("PBXShellScriptBuildPhase").contains { $0["name"]?.text?.hasPrefix("[CP]") != true }
    }
}

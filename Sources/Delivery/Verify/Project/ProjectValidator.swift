import XcodeExport

/// Checks the parts of an `.xcodeproj` folder that are relevant for stickers.
struct ProjectValidator {
    let view: FolderView
    /// The path relative to the checked folder.
    let path: String

    private var file: String { view.join(path, "project.pbxproj") }

    func check(_ violations: inout [Violation]) {
        guard let bytes = view.read(file) else {
            violations.append(Violation(.missingFile, file, "The project lacks project.pbxproj."))
            return
        }
        guard let project = XcodeProject(bytes) else {
            violations.append(Violation(.unreadableFile, file, "The project file cannot be read."))
            return
        }
        for reference in project.dangling {
            // Xcode ignores missing members of phases and groups, which are often the result of a merge. They are
            // only warnings.
            let isSkipped = ["children", "files"].contains(reference.attribute)
            violations.append(
                Violation(
                    .danglingReference, file,
                    "\(reference.object) refers to \(reference.missing) as \(reference.attribute), but that object "
                        + "does not exist.",
                    level: isSkipped ? .warning : nil))
        }
        let targets = project.targets.compactMap { ProjectTarget($0, in: project) }
        let extensions = targets.filter(\.isExtension)
        let location = location(of: project)
        let built = BuiltCatalogs(location: location)
        for target in extensions {
            ExtensionValidator(location: location, target: target, built: built).check(&violations)
            EmbeddingValidator(location: location, target: target, apps: targets.filter(\.isApp)).check(&violations)
        }
        for target in targets where target.kind == .otherExtension {
            ExtensionInfoPlist(location: location, target: target).checkProductType(&violations)
        }
        for target in targets {
            StickerFolderValidator(location: location, target: target).check(&violations)
        }
        for app in targets where app.isApp {
            checkCount(EmbeddingValidator.embedded(extensions, in: app, of: project), in: app, &violations)
        }
        for app in targets where app.kind == .messagesApp {
            ExtensionValidator(location: location, target: app, built: built).checkIdentity(&violations)
            ExtensionInfoPlist(location: location, target: app).checkCompliance(&violations)
        }
        if !extensions.isEmpty { checkLanguages(of: project, &violations) }
        let signed = targets.filter { $0.isExtension || $0.kind == .messagesApp }
        checkTeam(
            signed.filter { ExtensionValidator(location: location, target: $0, built: built).lacksTeam }, &violations)
        checkIdentifiers(signed, &violations)
    }

    private func location(of project: XcodeProject) -> TargetLocation {
        let folder = String(path.split(separator: "/").dropLast().joined(separator: "/"))
        return TargetLocation(view: view, file: file, folder: folder, project: project, paths: project.paths)
    }

    /// The catalogs that the targets of the project build. Nil if the project cannot be read.
    var catalogs: BuiltCatalogs? {
        view.read(file).flatMap { XcodeProject($0) }.map { BuiltCatalogs(location: location(of: $0)) }
    }

    private func checkCount(_ embedded: [ProjectTarget], in app: ProjectTarget, _ violations: inout [Violation]) {
        guard embedded.count > 1 else { return }
        let names = embedded.map(\.name).sorted().joined(separator: ", ")
        violations.append(
            Violation(
                .severalExtensions, file,
                "\(app.name) embeds \(embedded.count) Messages extensions: \(names); only one is allowed."))
    }

    private func checkLanguages(of project: XcodeProject, _ violations: inout [Violation]) {
        guard let region = project.root["developmentRegion"]?.text else { return }
        // Old projects use the English name of a language.
        let language = region == "English" ? "en" : region
        for (_, group) in project.objects.sorted(by: { $0.key < $1.key })
        where group["isa"]?.text == "PBXVariantGroup" && group["name"]?.text == "InfoPlist.strings" {
            let languages = project.objects("children", of: group).compactMap { $0["name"]?.text }
            guard !languages.isEmpty, Set(languages).isDisjoint(with: [language, region, "Base"]) else { continue }
            violations.append(
                Violation(
                    .developmentLanguage, file,
                    "InfoPlist.strings exists in \(languages.sorted().joined(separator: ", ")), but not in \(language)."
                ))
        }
    }

    /// Reports missing teams in one finding for all targets, because all targets are usually signed with the same
    /// team.
    private func checkTeam(_ targets: [ProjectTarget], _ violations: inout [Violation]) {
        guard !targets.isEmpty else { return }
        let names = targets.map(\.name).sorted().joined(separator: ", ")
        violations.append(
            Violation(.noTeam, file, "\(names) \(targets.count == 1 ? "has" : "have") no development team."))
    }

    private func checkIdentifiers(_ targets: [ProjectTarget], _ violations: inout [Violation]) {
        var seen: [String: String] = [:]
        for target in targets {
            for settings in target.settings {
                guard let identifier = settings["PRODUCT_BUNDLE_IDENTIFIER"] else { continue }
                let key = "\(settings.configuration) \(identifier.lowercased())"
                if let other = seen[key], other != target.name {
                    violations.append(
                        Violation(
                            .bundleIdentifier, file,
                            "\(target.name) and \(other) have the same bundle identifier \(identifier)."))
                }
                seen[key] = target.name
            }
        }
    }
}

/// Finds the files of a project's targets.
struct TargetLocation {
    let view: FolderView
    /// The path of the project file, relative to the checked folder.
    let file: String
    /// The folder that contains the project, relative to the checked folder.
    let folder: String
    let project: XcodeProject
    /// The paths of files and groups, relative to `folder`, by identifier.
    let paths: [String: String]

    /// The path of a file relative to the checked folder, in normalized form. Begins with `..` if the file is outside
    /// of the checked folder.
    func path(_ id: String) -> String? {
        paths[id].map { normalized(view.join(folder, $0)) }
    }

    /// Removes `.` and `..` from a path, except for `..` at its start.
    func normalized(_ path: String) -> String {
        var names: [Substring] = []
        for name in path.split(separator: "/") where name != "." {
            if name == "..", let last = names.last, last != ".." { names.removeLast() } else { names.append(name) }
        }
        return names.joined(separator: "/")
    }

    /// The folders whose files Xcode builds automatically.
    var synchronizedFolders: [SynchronizedFolder] {
        project.objects.sorted { $0.key < $1.key }.compactMap { SynchronizedFolder($0.key, $0.value, in: self) }
    }
}

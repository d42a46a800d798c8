/// Checks .NET for iOS projects that contain a Messages extension, according to the rules of their build
/// (dotnet/macios).
struct DotNetValidator {
    let view: FolderView
    private let projects: [DotNetProjectFile]

    /// - Returns: nil if there is no project for a Messages extension. Otherwise, adds a violation for each project
    ///   file that cannot be read.
    init?(_ view: FolderView, _ violations: inout [Violation]) {
        self.view = view
        var projects: [DotNetProjectFile] = []
        var unread: [Violation] = []
        for path in view.files(below: "") where path.hasSuffix(".csproj") {
            if let project = DotNetProjectFile(view, path) {
                if project.isForIOS { projects.append(project) }
            } else {
                unread.append(
                    Violation(
                        .unreadableFile, path, "The project file is not well-formed XML.",
                        fix: "Correct the file, or run `stickerd export dotnet --replace`."))
            }
        }
        self.projects = projects
        // Unreadable project files are reported only if the folder contains a Messages extension.
        let isExtension = unread.contains { MessagesInfoPlist.isMessages(view, projectAt: $0.path) }
        guard !extensions.isEmpty || isExtension else { return nil }
        violations += unread
    }

    /// The paths of the checked project files.
    var subjects: [String] { extensions.map(\.path) }

    private var extensions: [DotNetProjectFile] {
        projects.filter { info(of: $0)?.point == MessagesInfoPlist.point }
    }

    private func info(of project: DotNetProjectFile) -> MessagesInfoPlist? {
        MessagesInfoPlist(view, projectAt: project.path)
    }

    func check(_ violations: inout [Violation]) {
        for project in extensions {
            checkKind(project, &violations)
            checkPictures(project, &violations)
            checkIcons(project, &violations)
            if let info = info(of: project) {
                info.checkPoint(&violations)
                info.checkContexts(&violations)
                checkMinimum(project, info, &violations)
            }
            checkHosts(of: project, &violations)
            BuiltStickersValidator(files: view, folder: view.join(project.folder, "Resources")).check(&violations)
        }
    }

    private func checkKind(_ project: DotNetProjectFile, _ violations: inout [Violation]) {
        let wanted = [("OutputType", "Library"), ("IsAppExtension", "true")]
        for (name, value) in wanted where project.property(name)?.lowercased() != value.lowercased() {
            violations.append(
                Violation(
                    .dotNetExtensionKind, project.path,
                    "\(name) is \(project.property(name).map { "\"\($0)\"" } ?? "not set"); it must be \(value)."))
        }
    }

    private func checkPictures(_ project: DotNetProjectFile, _ violations: inout [Violation]) {
        let hasStickers = view.isFolder(view.join(project.folder, "Resources/StickerAssets"))
        let isOff = project.property("OptimizePNGs")?.lowercased() == "false"
        let isOffForStickers = project.items("BundleResource").contains { item in
            (item.attributes["Update"] ?? item.attributes["Include"])?.contains("StickerAssets") == true
                && item.metadata("Optimize")?.lowercased() == "false"
        }
        if hasStickers, !isOff, !isOffForStickers {
            violations.append(
                Violation(
                    .pictureChanged, project.path,
                    "OptimizePNGs is not false, so .NET compresses the PNG files of StickerAssets."))
        }
        let direct = view.join(project.folder, "StickerAssets")
        if view.isFolder(direct), !hasStickers {
            violations.append(
                Violation(
                    .missingFile, direct, "StickerAssets is not in Resources, so .NET does not copy it to the bundle.",
                    fix: "Move the folder to \(view.join(project.folder, "Resources"))."))
        }
    }

    private func checkIcons(_ project: DotNetProjectFile, _ violations: inout [Violation]) {
        for catalog in view.folders(ending: [".xcstickers"], below: project.folder) {
            violations.append(Violation(.dotNetCatalogName, catalog, "\(catalog.lastComponent) is not built by .NET."))
        }
        let key = "XSAppIconAssets"
        if project.sets("AppIcon") {
            violations.append(
                Violation(
                    .iconName, project.path,
                    "AppIcon refers to no icon set of Messages, and together with \(key) it causes error E7129.",
                    fix: "Remove AppIcon, and set \(key) in the Info.plist."))
        }
        let name = info(of: project)?.plist[key]?.text
        let isThere = name.map { view.isFolder(view.join(project.folder, $0)) } ?? false
        guard !isThere || name?.hasSuffix(".stickersiconset") != true else { return }
        violations.append(
            Violation(
                .iconName, view.join(project.folder, "Info.plist"),
                name.map { "\(key) is \"\($0)\", which is not an icon set of Messages in this project." }
                    ?? "\(key) is not set, so the extension has no icons.",
                fix: "Set it to the path of the set: Assets.xcassets/iMessage App Icon.stickersiconset"))
    }

    private func checkMinimum(
        _ project: DotNetProjectFile, _ info: MessagesInfoPlist, _ violations: inout [Violation]
    ) {
        guard let minimum = info.plist["MinimumOSVersion"]?.text,
            let supported = project.property("SupportedOSPlatformVersion"), minimum != supported
        else { return }
        violations.append(
            Violation(
                .dotNetMinimumSystem, info.path,
                "MinimumOSVersion is \(minimum), but SupportedOSPlatformVersion of \(project.name) is \(supported)."))
    }

    // MARK: The app around it

    private func checkHosts(of project: DotNetProjectFile, _ violations: inout [Violation]) {
        let references = projects.flatMap { host in
            host.items("ProjectReference").filter { refers($0, in: host, to: project) }.map { (host, $0) }
        }
        let embedding = references.filter { _, reference in
            reference.metadata("IsAppExtension")?.lowercased() == "true"
                && reference.metadata("ReferenceOutputAssembly")?.lowercased() != "false"
        }
        if embedding.isEmpty {
            violations.append(
                Violation(
                    .notEmbedded, references.first?.0.path ?? project.path,
                    references.isEmpty
                        ? "No project of an app refers to \(project.name)."
                        : "The reference to \(project.name) lacks IsAppExtension true, or sets ReferenceOutputAssembly to false.",
                    fix:
                        "Set IsAppExtension to true in the app's ProjectReference, and leave ReferenceOutputAssembly out."
                ))
        }
        for (host, _) in references {
            checkPair(project, in: host, &violations)
        }
    }

    private func refers(_ reference: XMLElement, in host: DotNetProjectFile, to project: DotNetProjectFile) -> Bool {
        guard let name = reference.attributes["Include"]?.replacing("\\", with: "/") else { return false }
        var parts = host.folder.split(separator: "/")[...]
        for part in name.split(separator: "/") {
            if part == ".." { parts = parts.dropLast() } else if part != "." { parts.append(part) }
        }
        return parts.joined(separator: "/") == project.path
    }

    private func checkPair(_ project: DotNetProjectFile, in host: DotNetProjectFile, _ violations: inout [Violation]) {
        if let inner = project.property("ApplicationId"), let outer = host.property("ApplicationId"),
            let violation = BundleIdentifiers.violation(
                of: inner, project.name, in: outer, of: host.name, path: project.path)
        {
            violations.append(violation)
        }
        for (key, words) in [("ApplicationDisplayVersion", "version"), ("ApplicationVersion", "build number")] {
            let (inner, outer) = (project.property(key), host.property(key))
            guard inner != outer, project.sets(key) == (inner != nil), host.sets(key) == (outer != nil) else {
                continue
            }
            violations.append(
                Violation(
                    .versionsDiffer, project.path,
                    "The \(words) of \(project.name) is \(inner ?? "not set"), that of \(host.name) \(outer ?? "not set").",
                    fix: "Set \(key) once, in Directory.Build.props."))
        }
        let (inner, outer) = (project.folder + "/", host.folder + "/")
        if host.folder.isEmpty || project.folder.isEmpty || inner.hasPrefix(outer) || outer.hasPrefix(inner) {
            violations.append(
                Violation(
                    .dotNetFolders, project.path,
                    "\(host.path) and \(project.path) are not in folders side by side."))
        }
    }
}

extension MessagesInfoPlist {
    /// The Info.plist in the folder of a project file. Nil if it does not exist or cannot be read.
    fileprivate init?(_ view: FolderView, projectAt path: String) {
        let folder = path.split(separator: "/").dropLast().joined(separator: "/")
        let path = view.join(folder, "Info.plist")
        guard let plist = view.read(path).flatMap(PropertyList.init) else { return nil }
        self.init(plist: plist, path: path)
    }

    fileprivate static func isMessages(_ view: FolderView, projectAt path: String) -> Bool {
        MessagesInfoPlist(view, projectAt: path)?.point == MessagesInfoPlist.point
    }
}

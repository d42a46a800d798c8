/// A built `.app` or `.appex`, and its Info.plist.
struct BuiltBundle {
    let files: any BundleFiles
    /// The bundle's folder, relative to the top of the files.
    let path: String
    let plist: PropertyList
    let plistPath: String

    /// - Returns: nil if the Info.plist cannot be read; adds a violation in this case.
    init?(_ files: any BundleFiles, _ path: String, _ violations: inout [Violation]) {
        // A bundle for macOS has its files in the folder Contents.
        let inner = files.join(path, "Contents")
        let plistPath = files.join(
            files.size(files.join(inner, "Info.plist")) == nil ? path : inner, "Info.plist")
        guard let bytes = files.read(plistPath) else {
            let isThere = files.size(plistPath) != nil
            violations.append(
                Violation(
                    isThere ? .unreadableFile : .missingFile, plistPath,
                    "The bundle's Info.plist cannot be read: \(files.absence(of: plistPath)).", fix: "Build again."))
            return nil
        }
        guard let plist = PropertyList(bytes), plist.dictionary != nil else {
            violations.append(
                Violation(.unreadableFile, plistPath, PropertyList.problem(with: bytes), fix: "Build again."))
            return nil
        }
        (self.files, self.path, self.plist, self.plistPath) = (files, path, plist, plistPath)
    }

    /// The name for messages. If the bundle is itself the checked path, the name from the Info.plist.
    var name: String { path.isEmpty ? plist["CFBundleName"]?.text ?? "The bundle" : path.lastComponent }

    /// The folder that contains the Info.plist.
    private var top: String { String(plistPath.dropLast("/Info.plist".count)) }

    /// Whether it is a bundle for macOS, which has separate folders for programs and resources.
    var isForMac: Bool { top != path }

    /// The folder that contains pictures and other resources.
    var resources: String { isForMac ? files.join(top, "Resources") : top }

    private var program: String {
        let name = plist["CFBundleExecutable"]?.text ?? ""
        return isForMac ? files.join(files.join(top, "MacOS"), name) : files.join(top, name)
    }

    /// The paths of the extensions inside the bundle.
    var extensions: [String] {
        let folder = files.join(top, "PlugIns")
        return files.children(folder).filter { $0.hasSuffix(".appex") }.map { files.join(folder, $0) }
    }

    /// The name of the icon set in the Info.plist. Nil if there is none.
    var iconName: String? {
        let icons = plist["CFBundleIcons"] ?? plist["CFBundleIcons~ipad"]
        return icons?["CFBundlePrimaryIcon"]?["CFBundleIconName"]?.text ?? plist["CFBundleIconName"]?.text
    }

    /// Whether the Info.plist has any key for icons.
    var namesIcons: Bool {
        iconName != nil || plist["CFBundleIcons"] != nil || plist["CFBundleIcons~ipad"] != nil
            || plist["CFBundleIconFiles"] != nil
    }

    /// Checks the bundle identifier, the package type and the executable.
    ///
    /// - Parameter packageType: `APPL` or `XPC!`.
    func checkIdentity(packageType: String, _ violations: inout [Violation]) {
        let identifier = plist["CFBundleIdentifier"]?.text
        if !(identifier.map(BundleIdentifiers.isValid) ?? false) {
            violations.append(
                Violation(
                    .bundleIdentifier, plistPath,
                    identifier.map { "\(name) has the bundle identifier \"\($0)\"." }
                        ?? "\(name) lacks a bundle identifier."))
        }
        let type = plist["CFBundlePackageType"]?.text
        if type != packageType {
            violations.append(
                Violation(
                    .packageType, plistPath,
                    "CFBundlePackageType is \(type.map { "\"\($0)\"" } ?? "not set"); it must be \"\(packageType)\"."))
        }
        if plist["CFBundleExecutable"]?.text == nil || files.size(program) == nil || files.isFolder(program) {
            violations.append(
                Violation(
                    .executableMissing, plistPath,
                    plist["CFBundleExecutable"]?.text.map {
                        "\(name) specifies the executable \"\($0)\", which does not exist."
                    }
                        ?? "\(name) specifies no executable."))
        }
    }
}

/// Checks the Info.plist of an extension or its app, and the build settings from which Xcode generates keys of the
/// Info.plist.
struct ExtensionInfoPlist {
    let location: TargetLocation
    let target: ProjectTarget

    func check(_ violations: inout [Violation]) {
        guard let settings = target.settings.first, let path = path(settings) else { return }
        guard let bytes = location.view.read(path) else {
            violations.append(
                Violation(.missingFile, path, "\(target.name) refers to this Info.plist, but it does not exist."))
            return
        }
        guard let plist = PropertyList(bytes), plist.dictionary != nil else {
            violations.append(Violation(.unreadableFile, path, PropertyList.problem(with: bytes)))
            return
        }
        let info = MessagesInfoPlist(plist: plist, path: path)
        info.checkPoint(&violations)
        info.checkContexts(&violations)
        checkSharing(info, settings, &violations)
    }

    /// Reports an app without code that does not declare whether it uses encryption.
    func checkCompliance(_ violations: inout [Violation]) {
        let key = "ITSAppUsesNonExemptEncryption"
        guard let settings = target.settings.first, !settings.hasMore, !settings.isSet("INFOPLIST_KEY_\(key)"),
            path(settings).flatMap(location.view.read).flatMap(PropertyList.init)?[key] == nil
        else { return }
        violations.append(Violation(.exportCompliance, location.file, "\(target.name) does not set \(key)."))
    }

    /// Reports a Messages extension whose product type belongs to another kind of extension.
    func checkProductType(_ violations: inout [Violation]) {
        guard let settings = target.settings.first, let path = path(settings), let bytes = location.view.read(path),
            let plist = PropertyList(bytes),
            MessagesInfoPlist(plist: plist, path: path).point == MessagesInfoPlist.point
        else { return }
        violations.append(
            Violation(
                .productType, location.file,
                "\(target.name) is a Messages extension by its Info.plist, but its product type is "
                    + "\(target.object["productType"]?.text ?? "not set")."))
    }

    /// The bundle identifier that is written in the Info.plist. Nil if the Info.plist refers to the build setting.
    func identifier(_ settings: BuildSettings) -> String? {
        guard let path = path(settings), let bytes = location.view.read(path),
            let text = PropertyList(bytes)?["CFBundleIdentifier"]?.text, !text.contains("$(PRODUCT_BUNDLE_IDENTIFIER)")
        else { return nil }
        return settings.expanded(text)
    }

    private func path(_ settings: BuildSettings) -> String? {
        settings["INFOPLIST_FILE"].map { location.view.join(location.folder, $0) }
    }

    private func checkSharing(_ info: MessagesInfoPlist, _ settings: BuildSettings, _ violations: inout [Violation]) {
        let key = MessagesInfoPlist.sharingKey
        let setting = settings["INFOPLIST_KEY_\(key)"]
        let isGenerated = settings["GENERATE_INFOPLIST_FILE"] == "YES"
        if setting != nil, info.plist[key] == nil, !isGenerated, !settings.hasMore {
            violations.append(
                Violation(
                    .sharingLevel, location.file,
                    "\(target.name) sets INFOPLIST_KEY_\(key), but Xcode does not generate its Info.plist.",
                    fix: "Set GENERATE_INFOPLIST_FILE to YES, or add \(key) to the Info.plist."))
        }
        info.checkSharing(generated: isGenerated ? setting : nil, &violations)
    }
}

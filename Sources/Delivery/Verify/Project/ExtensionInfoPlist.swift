/// Checks the Info.plist of an extension or its app, and the build settings that Xcode adds to it.
struct ExtensionInfoPlist {
    let location: TargetLocation
    let target: ProjectTarget

    private static let messagesPoint = "com.apple.message-payload-provider"
    private static let contextsKey = "MSSupportedPresentationContexts"
    private static let sharingKey = "NSStickerSharingLevel"

    func check(_ violations: inout [Violation]) {
        guard let settings = target.settings.first, let path = path(settings) else { return }
        guard let bytes = location.view.read(path) else {
            violations.append(
                Violation(.missingFile, path, "\(target.name) names this Info.plist, but it is not there."))
            return
        }
        guard let plist = PropertyList(bytes), plist.dictionary != nil else {
            violations.append(Violation(.unreadableFile, path, PropertyList.problem(with: bytes)))
            return
        }
        checkPoint(plist, path, &violations)
        checkContexts(plist, path, &violations)
        checkSharing(plist, path, settings, &violations)
    }

    /// Reports an app without code that does not declare whether it uses encryption.
    func checkCompliance(_ violations: inout [Violation]) {
        let key = "ITSAppUsesNonExemptEncryption"
        guard let settings = target.settings.first, !settings.hasMore, !settings.isSet("INFOPLIST_KEY_\(key)"),
            path(settings).flatMap(location.view.read).flatMap(PropertyList.init)?[key] == nil
        else { return }
        violations.append(Violation(.exportCompliance, location.file, "\(target.name) does not set \(key)."))
    }

    /// Reports an extension for Messages that is built as one of another kind.
    func checkProductType(_ violations: inout [Violation]) {
        guard let settings = target.settings.first, let path = path(settings), let bytes = location.view.read(path),
            let plist = PropertyList(bytes), point(plist) == ExtensionInfoPlist.messagesPoint
        else { return }
        violations.append(
            Violation(
                .productType, location.file,
                "\(target.name) is a Messages extension by its Info.plist, but its product type is "
                    + "\(target.object["productType"]?.text ?? "not set")."))
    }

    /// The bundle identifier in the Info.plist itself. Nil if the build settings define it.
    func identifier(_ settings: BuildSettings) -> String? {
        guard let path = path(settings), let bytes = location.view.read(path),
            let text = PropertyList(bytes)?["CFBundleIdentifier"]?.text, !text.contains("$(PRODUCT_BUNDLE_IDENTIFIER)")
        else { return nil }
        return settings.expanded(text)
    }

    private func path(_ settings: BuildSettings) -> String? {
        settings["INFOPLIST_FILE"].map { location.view.join(location.folder, $0) }
    }

    private func point(_ plist: PropertyList) -> String? { plist["NSExtension"]?["NSExtensionPointIdentifier"]?.text }

    private func checkPoint(_ plist: PropertyList, _ path: String, _ violations: inout [Violation]) {
        let point = point(plist)
        let isNamed = ["NSExtensionPrincipalClass", "NSExtensionMainStoryboard"].contains {
            plist["NSExtension"]?[$0] != nil
        }
        guard point != ExtensionInfoPlist.messagesPoint || !isNamed else { return }
        violations.append(
            Violation(
                .extensionPoint, path,
                point == ExtensionInfoPlist.messagesPoint
                    ? "NSExtension names no principal class and no storyboard."
                    : "The extension point is \(point.map { "\"\($0)\"" } ?? "not set")."))
    }

    /// Messages looks the key up at the top of the Info.plist and ignores values that it does not know.
    private func checkContexts(_ plist: PropertyList, _ path: String, _ violations: inout [Violation]) {
        let key = ExtensionInfoPlist.contextsKey
        let known = ["MSMessagesAppPresentationContextMessages", "MSMessagesAppPresentationContextMedia"]
        if let value = plist[key] {
            let unknown = value.texts.filter { !known.contains($0) }
            guard value.texts.isEmpty || !unknown.isEmpty else { return }
            let what = unknown.isEmpty ? "is not a list of contexts" : "lists \(unknown.joined(separator: ", "))"
            violations.append(Violation(.presentationContexts, path, "\(key) \(what)."))
        } else if plist["NSExtension"]?[key] != nil || plist["NSExtension"]?["NSExtensionAttributes"]?[key] != nil {
            violations.append(
                Violation(.presentationContexts, path, "\(key) is inside NSExtension, where Messages does not read it.")
            )
        }
    }

    private func checkSharing(
        _ plist: PropertyList, _ path: String, _ settings: BuildSettings, _ violations: inout [Violation]
    ) {
        let key = ExtensionInfoPlist.sharingKey
        let setting = settings["INFOPLIST_KEY_\(key)"]
        let isGenerated = settings["GENERATE_INFOPLIST_FILE"] == "YES"
        if setting != nil, plist[key] == nil, !isGenerated, !settings.hasMore {
            violations.append(
                Violation(
                    .sharingLevel, location.file,
                    "\(target.name) sets INFOPLIST_KEY_\(key), but Xcode does not generate its Info.plist.",
                    fix: "Set GENERATE_INFOPLIST_FILE to YES, or add \(key) to the Info.plist."))
        }
        guard let value = plist[key]?.text ?? (isGenerated ? setting : nil),
            !["os", "messages"].contains(value.lowercased())
        else { return }
        violations.append(Violation(.sharingLevel, path, "\(key) is \"\(value)\"."))
    }
}

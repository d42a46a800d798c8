/// The app around a Messages extension: it has no code, and people never see more of it than its icon.
struct HostApp {
    /// The target's name.
    let id: String
    /// What people read below the icon.
    let title: String
    let bundleIdentifier: String

    /// - Parameter resources: build files.
    /// - Returns: the target's identifier.
    func add(
        app: String, embedding appex: String, of target: String, named name: String, resources: [String],
        to builder: inout ProjectBuilder
    ) -> String {
        let embedded = builder.buildFile(appex, role: "\(id) embedded", attributes: ["RemoveHeadersOnCopy"])
        let phases = [
            builder.phase("PBXResourcesBuildPhase", role: "\(id) app", files: resources),
            builder.phase(
                "PBXCopyFilesBuildPhase", role: "\(id) app", files: [embedded],
                // 13 is the PlugIns folder.
                more: ["dstPath": "", "dstSubfolderSpec": "13", "name": "Embed Foundation Extensions"]),
        ]
        let dependency = builder.dependency(on: target, name: name, role: "\(id) app on extension")
        return builder.target(
            id, role: "\(id) app", type: "com.apple.product-type.application.messages", product: app, phases: phases,
            dependencies: [dependency], settings: appSettings)
    }

    private var common: ProjectFile.Object {
        [
            "ASSETCATALOG_COMPILER_APPICON_NAME": .text(CatalogForm.iconSetName), "CODE_SIGN_STYLE": "Automatic",
            "GENERATE_INFOPLIST_FILE": "YES", "INFOPLIST_KEY_CFBundleDisplayName": .text(title),
            "PRODUCT_NAME": "$(TARGET_NAME)",
        ]
    }

    private var appSettings: ProjectFile.Object {
        let sides = "UIInterfaceOrientationLandscapeLeft UIInterfaceOrientationLandscapeRight"
        return common.merging([
            "INFOPLIST_KEY_UILaunchStoryboardName": "LaunchScreen",
            "INFOPLIST_KEY_UISupportedInterfaceOrientations_iPad": .text(
                "\(sides) UIInterfaceOrientationPortrait UIInterfaceOrientationPortraitUpsideDown"),
            "INFOPLIST_KEY_UISupportedInterfaceOrientations_iPhone": .text("\(sides) UIInterfaceOrientationPortrait"),
            "PRODUCT_BUNDLE_IDENTIFIER": .text(bundleIdentifier),
        ]) { $1 }
    }

    func extensionSettings(_ infoPlist: String, suffix: String = "StickerPackExtension") -> ProjectFile.Object {
        common.merging([
            "INFOPLIST_FILE": .text(infoPlist),
            "PRODUCT_BUNDLE_IDENTIFIER": .text("\(bundleIdentifier).\(suffix)"),
            "SKIP_INSTALL": "YES",
        ]) { $1 }
    }
}

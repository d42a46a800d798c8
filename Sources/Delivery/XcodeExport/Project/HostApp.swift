import Foundation
import JobModel

/// The app around a Messages extension. It contains no code; people see only its icon.
struct HostApp {
    /// The target's name.
    let id: String
    /// The name below the icon.
    let title: String
    let bundleIdentifier: String

    /// The built app's file name.
    var productFile: String { "\(ProductName.of(id)).app" }

    /// - Parameter resources: the identifiers of build files.
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
                // 13 means the PlugIns folder.
                more: ["dstPath": "", "dstSubfolderSpec": "13", "name": "Embed Foundation Extensions"]),
        ]
        let dependency = builder.dependency(on: target, name: name, role: "\(id) app on extension")
        return builder.target(
            id, role: "\(id) app", type: "com.apple.product-type.application.messages", product: app, phases: phases,
            dependencies: [dependency], settings: appSettings)
    }

    private func common(name: String) -> ProjectFile.Object {
        [
            "ASSETCATALOG_COMPILER_APPICON_NAME": .text(CatalogForm.iconSetName), "CODE_SIGN_STYLE": "Automatic",
            "GENERATE_INFOPLIST_FILE": "YES", "INFOPLIST_KEY_CFBundleDisplayName": .text(title),
            "PRODUCT_NAME": ProductName.of(name) == name ? "$(TARGET_NAME)" : .text(ProductName.of(name)),
        ]
    }

    private var appSettings: ProjectFile.Object {
        let sides = "UIInterfaceOrientationLandscapeLeft UIInterfaceOrientationLandscapeRight"
        return common(name: id).merging([
            // The app has no code or uses only HTTPS. Without this key, every upload stops at “Missing Compliance”.
            "INFOPLIST_KEY_ITSAppUsesNonExemptEncryption": "NO",
            "INFOPLIST_KEY_UILaunchStoryboardName": "LaunchScreen",
            "INFOPLIST_KEY_UISupportedInterfaceOrientations_iPad": .text(
                "\(sides) UIInterfaceOrientationPortrait UIInterfaceOrientationPortraitUpsideDown"),
            "INFOPLIST_KEY_UISupportedInterfaceOrientations_iPhone": .text("\(sides) UIInterfaceOrientationPortrait"),
            "PRODUCT_BUNDLE_IDENTIFIER": .text(bundleIdentifier),
        ]) { $1 }
    }

    /// - Parameters:
    ///   - infoPlist: the Info.plist's path, relative to the project's folder.
    ///   - name: the target's name.
    ///   - suffix: the part after the app's bundle identifier.
    func extensionSettings(_ infoPlist: String, name: String, suffix: String) -> ProjectFile.Object {
        common(name: name).merging([
            "INFOPLIST_FILE": .text(infoPlist),
            "PRODUCT_BUNDLE_IDENTIFIER": .text("\(bundleIdentifier).\(suffix)"),
            "SKIP_INSTALL": "YES",
        ]) { $1 }
    }

    func stickerPackSettings(_ infoPlist: String, name: String) -> ProjectFile.Object {
        extensionSettings(infoPlist, name: name, suffix: "StickerPackExtension").merging([
            // Stickers may be used in every app, as in the template of Xcode 15 and later.
            "INFOPLIST_KEY_NSStickerSharingLevel": "OS"
        ]) { $1 }
    }
}

/// The file name of a target's product. It is in ASCII, because signing and upload tools have problems with other
/// letters. People see `CFBundleDisplayName` instead.
package enum ProductName {
    /// - Parameter name: the target's name.
    package static func of(_ name: String) -> String {
        guard !name.allSatisfy(\.isASCII) else { return name }
        let scalars = name.decomposedStringWithCompatibilityMapping.unicodeScalars.filter { scalar in
            let letter = Character(scalar)
            return scalar.isASCII && (letter.isLetter || letter.isNumber || "-_ .".contains(letter))
        }
        let letters = String(String.UnicodeScalarView(scalars)).trimmingCharacters(in: .whitespaces)
        // Names that differ only in the removed letters must have different file names.
        let digest = Digest.sha256(name.precomposedStringWithCanonicalMapping).prefix(8)
        return letters.isEmpty ? "Stickers-\(digest)" : "\(letters)-\(digest)"
    }
}

/// The contexts in which the stickers of an iMessage app are offered (Apple: `MSSupportedPresentationContexts`).
package enum PresentationContexts: String, Sendable, CaseIterable {
    /// The app drawer of Messages, which is the default.
    case messages
    /// Beside the stickers of the system, in Messages, the emoji keyboard and other apps. There, the app can insert
    /// stickers, but neither messages nor text.
    case media

    /// The values of the Info.plist key. Empty for the default, for which the key is left out.
    package var names: [String] {
        switch self {
        case .messages: []
        case .media: ["MSMessagesAppPresentationContextMessages", "MSMessagesAppPresentationContextMedia"]
        }
    }
}

/// The parts of extensions' Info.plists that Xcode does not generate from build settings.
enum InfoPlist {
    static let stickerPack = text(principalClass: "StickerBrowserViewController")
    static func messagesExtension(_ contexts: PresentationContexts) -> String {
        // The module's name precedes the class of a Swift extension.
        text(principalClass: "$(PRODUCT_MODULE_NAME).MessagesViewController", contexts: contexts.names)
    }

    private static func text(principalClass: String, contexts: [String] = []) -> String {
        let supported =
            contexts.isEmpty
            ? ""
            : "\t<key>MSSupportedPresentationContexts</key>\n\t<array>\n"
                + contexts.map { "\t\t<string>\($0)</string>\n" }.joined() + "\t</array>\n"
        return """
            <?xml version="1.0" encoding="UTF-8"?>
            <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
            <plist version="1.0">
            <dict>
            \(supported)\t<key>NSExtension</key>
            \t<dict>
            \t\t<key>NSExtensionPointIdentifier</key>
            \t\t<string>com.apple.message-payload-provider</string>
            \t\t<key>NSExtensionPrincipalClass</key>
            \t\t<string>\(principalClass)</string>
            \t</dict>
            </dict>
            </plist>

            """
    }
}

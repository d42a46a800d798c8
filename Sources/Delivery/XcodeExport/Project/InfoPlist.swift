/// Where the stickers of an iMessage app are offered (Apple: `MSSupportedPresentationContexts`).
package enum PresentationContexts: String, Sendable, CaseIterable {
    /// In the app drawer of Messages: what an app is shown in that says nothing.
    case messages
    /// Beside the stickers of the system, in Messages, the emoji keyboard and other apps. The app can insert stickers there,
    /// and no messages or text.
    case media

    /// The values of the key; none where it is not needed.
    var names: [String] {
        switch self {
        case .messages: []
        case .media: ["MSMessagesAppPresentationContextMessages", "MSMessagesAppPresentationContextMedia"]
        }
    }
}

/// Info.plists of extensions: what Xcode does not generate from build settings.
enum InfoPlist {
    static let stickerPack = text(principalClass: "StickerBrowserViewController")
    static func messagesExtension(_ contexts: PresentationContexts) -> String {
        // The module's name goes before the class of a Swift extension.
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

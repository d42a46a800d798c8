/// Info.plists of extensions: what Xcode does not generate from build settings.
enum InfoPlist {
    static let stickerPack = text(principalClass: "StickerBrowserViewController")
    /// The module's name goes before the class of a Swift extension.
    static let messagesExtension = text(principalClass: "$(PRODUCT_MODULE_NAME).MessagesViewController")

    private static func text(principalClass: String) -> String {
        """
        <?xml version="1.0" encoding="UTF-8"?>
        <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
        <plist version="1.0">
        <dict>
        \t<key>NSExtension</key>
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

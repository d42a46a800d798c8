/// The Info.plist of a Messages extension, as a source file or in a built bundle.
struct MessagesInfoPlist {
    let plist: PropertyList
    /// The path relative to the checked folder.
    let path: String

    static let point = "com.apple.message-payload-provider"
    static let sharingKey = "NSStickerSharingLevel"
    private static let contextsKey = "MSSupportedPresentationContexts"

    /// The extension point. Nil if the bundle is not an extension.
    var point: String? { plist["NSExtension"]?["NSExtensionPointIdentifier"]?.text }

    func checkPoint(_ violations: inout [Violation]) {
        let isNamed = ["NSExtensionPrincipalClass", "NSExtensionMainStoryboard"].contains {
            plist["NSExtension"]?[$0] != nil
        }
        guard point != MessagesInfoPlist.point || !isNamed else { return }
        violations.append(
            Violation(
                .extensionPoint, path,
                point == MessagesInfoPlist.point
                    ? "NSExtension contains no principal class and no storyboard."
                    : "The extension point is \(point.map { "\"\($0)\"" } ?? "not set")."))
    }

    /// Checks the presentation contexts. Messages reads the key only at the top level of the Info.plist, and ignores
    /// unknown values.
    func checkContexts(_ violations: inout [Violation]) {
        let key = MessagesInfoPlist.contextsKey
        let known = ["MSMessagesAppPresentationContextMessages", "MSMessagesAppPresentationContextMedia"]
        if let value = plist[key] {
            let unknown = value.texts.filter { !known.contains($0) }
            guard value.texts.isEmpty || !unknown.isEmpty else { return }
            let what = unknown.isEmpty ? "is not a list of contexts" : "lists \(unknown.joined(separator: ", "))"
            violations.append(Violation(.presentationContexts, path, "\(key) \(what)."))
        } else if plist["NSExtension"]?[key] != nil || plist["NSExtension"]?["NSExtensionAttributes"]?[key] != nil {
            violations.append(
                Violation(
                    .presentationContexts, path, "\(key) is inside of NSExtension, where Messages does not read it.")
            )
        }
    }

    /// - Parameter generated: the value that the build adds to the Info.plist. Nil if it adds none.
    func checkSharing(generated: String? = nil, _ violations: inout [Violation]) {
        let key = MessagesInfoPlist.sharingKey
        guard let value = plist[key]?.text ?? generated, !["os", "messages"].contains(value.lowercased()) else {
            return
        }
        violations.append(Violation(.sharingLevel, path, "\(key) is \"\(value)\"."))
    }
}

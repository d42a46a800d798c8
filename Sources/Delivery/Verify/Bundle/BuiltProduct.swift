/// A product of a build tool: an app, an extension, an Xcode archive, or an archive for the App Store.
enum BuiltProduct: String, CaseIterable {
    case app, appex, xcarchive, ipa

    /// - Returns: nil if the name has another file extension.
    init?(name: String) {
        guard let found = BuiltProduct.allCases.first(where: { name.lowercased().hasSuffix(".\($0.rawValue)") }) else {
            return nil
        }
        self = found
    }

    /// Checks the product.
    ///
    /// - Parameters:
    ///   - path: the absolute path of the product.
    ///   - isFolder: whether the path is a folder.
    static func check(_ path: String, isFolder: Bool, _ violations: inout [Violation]) {
        switch (BuiltProduct(name: path.lastComponent), isFolder) {
        case (.ipa, false):
            do {
                checkArchive(try ZipArchive(path), &violations)
            } catch {
                let reason = (error as? ZipArchive.Damage)?.reason ?? "\(error)"
                violations.append(
                    Violation(.unreadableFile, "", "The archive cannot be opened: \(reason).", fix: "Export it again."))
            }
        case (.appex, true):
            if let bundle = BuiltBundle(FolderView(root: path), "", &violations) {
                BuiltExtensionValidator(bundle: bundle).check(&violations)
            }
        case (.xcarchive, true): checkApps(in: "Products/Applications", of: FolderView(root: path), &violations)
        case (.ipa, true): checkArchive(FolderView(root: path), &violations)
        default: BuiltAppValidator(files: FolderView(root: path), path: "").check(&violations)
        }
    }

    /// Checks an `.ipa` archive.
    private static func checkArchive(_ files: any BundleFiles, _ violations: inout [Violation]) {
        checkApps(in: "Payload", of: files, &violations)
        let isPack = files.files(under: "Payload").contains { $0.contains(".stickerpack/") }
        if isPack, !files.isFolder("MessagesApplicationExtensionSupport") {
            violations.append(
                Violation(
                    .supportMissing, "",
                    "The archive has a sticker pack, but no folder MessagesApplicationExtensionSupport."))
        }
    }

    private static func checkApps(in folder: String, of files: any BundleFiles, _ violations: inout [Violation]) {
        let apps = files.children(folder).filter { $0.hasSuffix(".app") }
        if apps.isEmpty {
            violations.append(
                Violation(.missingFile, folder, "There is no .app in \(folder).", fix: "Build or export it again."))
        }
        for app in apps { BuiltAppValidator(files: files, path: files.join(folder, app)).check(&violations) }
    }
}

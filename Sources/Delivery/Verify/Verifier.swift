import Foundation

/// Checks published trees, asset catalogs, projects and built apps. Changes no files.
package enum Verifier {
    /// Checks all supported items in a folder. If the path is itself a catalog, project or built app, checks only
    /// this item.
    ///
    /// - Parameter path: the absolute path.
    /// - Throws: `VerifyError`.
    package static func run(_ path: String) throws -> Verification {
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
            throw VerifyError.nothingThere(path: path)
        }
        let name = path.lastComponent
        guard isFolder.boolValue || BuiltProduct(name: name) == .ipa else { throw VerifyError.nothingKnown(path: path) }
        var verification = Verification()
        if BuiltProduct(name: name) != nil {
            verification.subjects.append(name)
            var violations: [Violation] = []
            BuiltProduct.check(path, isFolder: isFolder.boolValue, &violations)
            verification.violations = violations.map { $0.placed(in: name) }
        } else if name.hasSuffix(".xcstickers") || name.hasSuffix(".xcassets") || name.hasSuffix(".xcodeproj") {
            // The findings' paths begin with the name of the item. A project's files are in the parent folder.
            check([name], in: FolderView(root: parent(of: path)), &verification)
        } else {
            let view = FolderView(root: path)
            for folder in publishedFolders where view.exists(view.join(folder, PublishedTreeValidator.manifest)) {
                checkPublished(folder, in: view, &verification)
            }
            var violations: [Violation] = []
            if let projects = DotNetValidator(view, &violations) {
                verification.subjects += projects.subjects
                projects.check(&violations)
            }
            verification.violations += violations
            check(view.folders(ending: [".xcstickers", ".xcassets", ".xcodeproj"]), in: view, &verification)
        }
        guard !verification.subjects.isEmpty else { throw VerifyError.nothingKnown(path: path) }
        verification.finish()
        return verification
    }

    /// Whether the paths of findings begin with the last component of the checked path. If not, they are relative to
    /// the checked path.
    package static func namesItself(_ path: String) -> Bool {
        ["xcstickers", "xcassets", "xcodeproj"].contains(URL(filePath: path).pathExtension)
            || BuiltProduct(name: path.lastComponent) != nil
    }

    /// The folders that may contain a manifest: the checked folder itself, and the folders of `export app` and
    /// `export app --static`.
    private static let publishedFolders = ["", "StickerAssets", "v1", "v2"]

    private static func checkPublished(_ folder: String, in view: FolderView, _ verification: inout Verification) {
        verification.subjects.append(view.join(folder, PublishedTreeValidator.manifest))
        var violations: [Violation] = []
        PublishedTreeValidator(view: FolderView(root: view.absolute(folder))).check(&violations)
        verification.violations += violations.map { $0.placed(in: folder) }
    }

    private static func check(_ names: [String], in view: FolderView, _ verification: inout Verification) {
        let projects = names.filter { $0.hasSuffix(".xcodeproj") }.compactMap {
            ProjectValidator(view: view, path: $0).catalogs
        }
        let uses = projects.reduce(into: [:]) { uses, project in
            uses.merge(project.uses) { $0.merged(with: $1) }
        }
        let unresolved = projects.reduce(into: Set()) { $0.formUnion($1.unresolvedNames) }
        let areAllRead = projects.count == names.count { $0.hasSuffix(".xcodeproj") }
        for name in names {
            if name.hasSuffix(".xcodeproj") {
                verification.subjects.append(name)
                ProjectValidator(view: view, path: name).check(&verification.violations)
                continue
            }
            let catalog = AssetCatalogValidator(view: view, path: name, use: uses[name])
            guard catalog.hasStickers else { continue }
            verification.subjects.append(name)
            var violations: [Violation] = []
            catalog.check(&violations)
            let isUsed =
                projects.isEmpty || !areAllRead || uses[name] != nil || unresolved.contains(name.lastComponent)
            verification.violations += isUsed ? violations : violations.map(\.asWarning)
            guard !isUsed else { continue }
            verification.violations.append(Violation(.catalogNotUsed, name, "No target builds this catalog."))
        }
    }

    private static func parent(of path: String) -> String {
        let parent = URL(filePath: path).deletingLastPathComponent().path(percentEncoded: false)
        return parent.count > 1 && parent.hasSuffix("/") ? String(parent.dropLast()) : parent
    }
}

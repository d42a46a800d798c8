import Foundation

/// Checks what is published, exported or made by somebody else, without changing anything.
package enum Verifier {
    /// Looks for everything that is known in a folder, or takes the catalog or project that the path names.
    ///
    /// - Parameter path: absolute path.
    /// - Throws: `VerifyError`.
    package static func run(_ path: String) throws -> Verification {
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
            throw VerifyError.nothingThere(path: path)
        }
        guard isFolder.boolValue else { throw VerifyError.nothingKnown(path: path) }
        let name = path.lastComponent
        var verification = Verification()
        if name.hasSuffix(".xcstickers") || name.hasSuffix(".xcassets") || name.hasSuffix(".xcodeproj") {
            // Its own name is wanted in paths, and a project's files lie beside it.
            check([name], in: FolderView(root: parent(of: path)), &verification)
        } else {
            let view = FolderView(root: path)
            if view.exists(PublishedVerifier.manifest) {
                verification.subjects.append(PublishedVerifier.manifest)
                PublishedVerifier(view: view).check(&verification.violations)
            }
            check(view.folders(ending: [".xcstickers", ".xcassets", ".xcodeproj"]), in: view, &verification)
        }
        guard !verification.subjects.isEmpty else { throw VerifyError.nothingKnown(path: path) }
        verification.finish()
        return verification
    }

    private static func check(_ names: [String], in view: FolderView, _ verification: inout Verification) {
        for name in names {
            if name.hasSuffix(".xcodeproj") {
                verification.subjects.append(name)
                ProjectVerifier(view: view, path: name).check(&verification.violations)
                continue
            }
            let catalog = CatalogVerifier(view: view, path: name)
            guard catalog.hasStickers else { continue }
            verification.subjects.append(name)
            catalog.check(&verification.violations)
        }
    }

    private static func parent(of path: String) -> String {
        let parent = URL(filePath: path).deletingLastPathComponent().path(percentEncoded: false)
        return parent.count > 1 && parent.hasSuffix("/") ? String(parent.dropLast()) : parent
    }
}

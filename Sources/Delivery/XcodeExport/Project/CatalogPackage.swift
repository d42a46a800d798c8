/// Where an app's project finds the StickerCatalog package.
package enum CatalogPackage: Sendable, Equatable {
    /// A Git repository, from a version on up to the next major one.
    case remote(url: String, version: String)
    /// A folder with its Package.swift, relative to the project's.
    case local(path: String)

    /// The reference that the project has to it.
    var reference: (isa: String, attributes: ProjectFile.Object) {
        switch self {
        case .remote(let url, let version):
            (
                "XCRemoteSwiftPackageReference",
                [
                    "repositoryURL": .text(url),
                    "requirement": .dictionary(["kind": "upToNextMajorVersion", "minimumVersion": .text(version)]),
                ]
            )
        case .local(let path): ("XCLocalSwiftPackageReference", ["relativePath": .text(path)])
        }
    }

    /// What a target links of it.
    var product: ProjectFile.Object {
        var product: ProjectFile.Object = ["productName": "StickerCatalog"]
        // Xcode finds the product of a local package by its name alone.
        if case .remote = self {
            product["package"] = .text(ProjectIdentifier.of("\(reference.isa) StickerCatalog"))
        }
        return product
    }
}

import JobModel

/// The settings of a project.
package struct ProjectSettings: Sendable, Equatable {
    /// The name of the project and of its file.
    package var name: String
    /// The prefix of all bundle identifiers: `com.example.stickers`.
    package var bundlePrefix: String
    /// The id of the development team: ten letters and digits. Nil to choose the team in Xcode.
    package var team: String?
    /// The displayed version: `1.0`.
    package var version: String
    /// The build number, which distinguishes uploads: `1`.
    package var build: String
    /// The oldest iOS version on which the app runs: `16.0`.
    package var minimumSystem: String
    /// The language tag of the titles and labels that have no language tag in the manifest.
    package var language: String
    /// The places that offer an iMessage app. A sticker pack without code is offered in all of them.
    package var contexts: PresentationContexts

    package init(
        name: String, bundlePrefix: String, team: String? = nil, version: String = "1.0", build: String = "1",
        minimumSystem: String = "16.0", language: String = "en", contexts: PresentationContexts = .messages
    ) {
        self.name = name
        self.bundlePrefix = bundlePrefix
        self.team = team
        self.version = version
        self.build = build
        self.minimumSystem = minimumSystem
        self.language = language
        self.contexts = contexts
    }

    /// - Throws: `XcodeExportError.unusable` with the setting that cannot be used.
    package func check() throws {
        try ProjectSettings.require(
            !name.isEmpty && !name.contains("/") && !name.hasPrefix(".") && name.allSatisfy { !$0.isNewline },
            "\"\(name)\" cannot be the name of a project. Choose a name that a file can have.")
        let parts = bundlePrefix.split(separator: ".", omittingEmptySubsequences: false)
        try ProjectSettings.require(
            parts.count >= 2 && parts.allSatisfy { !$0.isEmpty && $0.allSatisfy(ProjectSettings.isIdentifierLetter) },
            "\"\(bundlePrefix)\" is not a bundle identifier. Write one like com.example.stickers, of letters, digits, hyphens "
                + "and dots.")
        let isTeam = team.map { $0.count == 10 && $0.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) } } ?? true
        try ProjectSettings.require(
            isTeam,
            "\"\(team ?? "")\" is not the id of a team. The id has ten letters and digits; see "
                + "developer.apple.com/account."
        )
        for (text, option) in [(version, "--version-number"), (build, "--build-number"), (minimumSystem, "--ios")] {
            let numbers = text.split(separator: ".", omittingEmptySubsequences: false)
            try ProjectSettings.require(
                (1...3).contains(numbers.count) && numbers.allSatisfy { Int($0) != nil && !$0.hasPrefix("-") },
                "\(option) \"\(text)\": write one to three numbers with dots between, such as 1.0.")
        }
    }

    private static func require(_ condition: Bool, _ text: String) throws {
        guard condition else { throw XcodeExportError.unusable(text) }
    }

    private static func isIdentifierLetter(_ letter: Character) -> Bool {
        letter.isASCII && (letter.isLetter || letter.isNumber || letter == "-")
    }

    /// The bundle identifier of a pack's app. Characters that an identifier cannot contain are removed, and a part of
    /// the id's hash is added so that identifiers stay unique.
    func bundleIdentifier(pack id: String) -> String {
        let letters = id.filter(ProjectSettings.isIdentifierLetter)
        guard letters != id || letters.isEmpty else { return "\(bundlePrefix).\(id)" }
        let digest = Digest.sha256(id).prefix(8)
        return "\(bundlePrefix).\(letters.isEmpty ? "" : letters + "-")\(digest)"
    }
}

/// Build settings of all targets. Only these settings contain versions, so that an app and its extension always have
/// the same version.
struct ProjectWideSettings {
    let debug: ProjectFile.Object
    let release: ProjectFile.Object

    init(_ settings: ProjectSettings) {
        var common: ProjectFile.Object = [
            "ALWAYS_SEARCH_USER_PATHS": "NO", "CLANG_ENABLE_MODULES": "YES", "CLANG_ENABLE_OBJC_ARC": "YES",
            "COPY_PHASE_STRIP": "NO", "CURRENT_PROJECT_VERSION": .text(settings.build),
            "ENABLE_USER_SCRIPT_SANDBOXING": "YES", "GCC_NO_COMMON_BLOCKS": "YES",
            "IPHONEOS_DEPLOYMENT_TARGET": .text(settings.minimumSystem), "MARKETING_VERSION": .text(settings.version),
            "SDKROOT": "iphoneos", "TARGETED_DEVICE_FAMILY": "1,2",
        ]
        if let team = settings.team { common["DEVELOPMENT_TEAM"] = .text(team) }
        debug = common.merging([
            "DEBUG_INFORMATION_FORMAT": "dwarf", "ENABLE_TESTABILITY": "YES", "GCC_OPTIMIZATION_LEVEL": "0",
            "ONLY_ACTIVE_ARCH": "YES", "SWIFT_ACTIVE_COMPILATION_CONDITIONS": "DEBUG",
            "SWIFT_OPTIMIZATION_LEVEL": "-Onone",
        ]) { $1 }
        release = common.merging([
            "DEBUG_INFORMATION_FORMAT": "dwarf-with-dsym", "ENABLE_NS_ASSERTIONS": "NO",
            "SWIFT_COMPILATION_MODE": "wholemodule", "VALIDATE_PRODUCT": "YES",
        ]) { $1 }
    }
}

/// The location of the StickerCatalog package that an app's project uses.
package enum CatalogPackage: Sendable, Equatable {
    /// A Git repository, from a version up to the next major version.
    case remote(url: String, version: String)
    /// A folder with the package, relative to the project's folder.
    case local(path: String)

    /// The place to which `stickerd export app` writes the package if it exports into the extension's folder.
    package static let exported = CatalogPackage.local(path: "\(AppProject.folder)/StickerCatalog")

    /// The project's reference to the package.
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

    /// The product that a target links.
    var product: ProjectFile.Object {
        var product: ProjectFile.Object = ["productName": "StickerCatalog"]
        // For a local package, Xcode finds the product by its name.
        if case .remote = self {
            product["package"] = .text(ProjectIdentifier.of("\(reference.isa) StickerCatalog"))
        }
        return product
    }
}

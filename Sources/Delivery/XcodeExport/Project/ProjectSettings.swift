import JobModel

/// What a person decides about a project.
package struct ProjectSettings: Sendable, Equatable {
    /// The project's name, and its file's.
    package var name: String
    /// What all bundle identifiers begin with: `com.example.stickers`.
    package var bundlePrefix: String
    /// The development team's ten letters and digits; nil to choose it in Xcode.
    package var team: String?
    /// What people see: `1.0`.
    package var version: String
    /// What tells uploads apart: `1`.
    package var build: String
    /// The oldest iOS that it runs on: `16.0`.
    package var minimumSystem: String
    /// The language of the titles and labels that have no language, as a tag.
    package var language: String
    /// Where an iMessage app is offered; a sticker pack without code is offered everywhere.
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
            "\"\(name)\" cannot be a project's name. Choose one that can be a file's name.")
        let parts = bundlePrefix.split(separator: ".", omittingEmptySubsequences: false)
        try ProjectSettings.require(
            parts.count >= 2 && parts.allSatisfy { !$0.isEmpty && $0.allSatisfy(ProjectSettings.isIdentifierLetter) },
            "\"\(bundlePrefix)\" is no bundle identifier. Write one like com.example.stickers, of letters, digits, hyphens "
                + "and dots.")
        let isTeam = team.map { $0.count == 10 && $0.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) } } ?? true
        try ProjectSettings.require(
            isTeam, "\"\(team ?? "")\" is no team. It has ten letters and digits; see developer.apple.com/account.")
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

    /// The bundle identifier of a pack's app. Letters that an identifier may not have go, and a part of the digest
    /// keeps it apart from others.
    func bundleIdentifier(pack id: String) -> String {
        let letters = id.filter(ProjectSettings.isIdentifierLetter)
        guard letters != id || letters.isEmpty else { return "\(bundlePrefix).\(id)" }
        let digest = Digest.sha256(id).prefix(8)
        return "\(bundlePrefix).\(letters.isEmpty ? "" : letters + "-")\(digest)"
    }
}

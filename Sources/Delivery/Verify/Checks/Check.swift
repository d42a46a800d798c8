/// Something that is checked: data that the findings, the documentation and SARIF share.
package struct Check: Sendable, Hashable, Identifiable {
    package enum Level: String, Sendable, Codable, CaseIterable {
        case warning, error
    }

    /// Lower-case words joined by hyphens.
    package let id: String
    package let level: Level
    /// What it looks at, in one sentence.
    package let summary: String
    /// One sentence on how to mend what it finds.
    package let mend: String

    init(_ id: String, _ level: Level, _ summary: String, mend: String) {
        self.id = id
        self.level = level
        self.summary = summary
        self.mend = mend
    }
}

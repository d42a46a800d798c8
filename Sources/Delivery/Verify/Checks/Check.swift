/// A check, with the texts that findings, the documentation and SARIF share.
package struct Check: Sendable, Hashable, Identifiable {
    package enum Level: String, Sendable, Codable, CaseIterable {
        case warning, error
    }

    /// Lower-case words joined by hyphens.
    package let id: String
    package let level: Level
    /// The subject of the check, in one sentence.
    package let summary: String
    /// One sentence that describes the fix.
    package let fix: String

    init(_ id: String, _ level: Level, _ summary: String, fix: String) {
        self.id = id
        self.level = level
        self.summary = summary
        self.fix = fix
    }
}

/// A violation of a check.
package struct Violation: Sendable, Hashable {
    package let check: Check
    /// The file or folder of the finding, relative to the checked folder. `.` for that folder.
    package let path: String
    /// The finding, in a sentence with the measured value and the limit.
    package let message: String
    /// One sentence on how to fix it.
    package let fix: String
    /// The level of the check, or a warning for a catalog that no target builds.
    package let level: Check.Level

    init(_ check: Check, _ path: String, _ message: String, fix: String? = nil, level: Check.Level? = nil) {
        self.check = check
        self.path = path.isEmpty ? "." : path
        self.message = message
        self.fix = fix ?? check.fix
        self.level = level ?? check.level
    }

    /// - Parameters:
    ///   - name: the name in the reference.
    ///   - other: the name of the file.
    static func otherCase(named name: String, is other: String, path: String) -> Violation {
        Violation(
            .nameCase, path, "\"\(name)\" and the name of the file, \"\(other)\", differ only in case.")
    }

    /// The violation as a warning.
    var asWarning: Violation { Violation(check, path, message, fix: fix, level: .warning) }

    /// The violation with its path relative to the parent of the checked folder.
    func placed(in folder: String) -> Violation {
        guard !folder.isEmpty else { return self }
        return Violation(check, path == "." ? folder : "\(folder)/\(path)", message, fix: fix, level: level)
    }
}

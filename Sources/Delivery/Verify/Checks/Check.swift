/// A check, with the texts that are used in findings, in the documentation and in SARIF.
package struct Check: Sendable, Hashable, Identifiable {
    package enum Level: String, Sendable, Codable, CaseIterable {
        case warning, error
    }

    /// Lower-case words joined by hyphens.
    package let id: String
    package let level: Level
    /// The condition that must be met, in one sentence.
    package let summary: String
    /// One sentence on how to meet the condition.
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
    /// The file or folder, relative to the checked folder. `.` for the checked folder itself.
    package let path: String
    /// One sentence with the measured value and the limit.
    package let message: String
    /// One sentence on how to fix it.
    package let fix: String
    /// The level of the check. A warning if the finding is about a catalog that no target builds.
    package let level: Check.Level

    init(_ check: Check, _ path: String, _ message: String, fix: String? = nil, level: Check.Level? = nil) {
        self.check = check
        self.path = path.isEmpty ? "." : path
        self.message = message
        self.fix = fix ?? check.fix
        self.level = level ?? check.level
    }

    /// The violation for a reference whose case differs from the file name.
    ///
    /// - Parameters:
    ///   - name: the name in the reference.
    ///   - other: the name of the file.
    static func otherCase(named name: String, is other: String, path: String) -> Violation {
        Violation(
            .nameCase, path, "\"\(name)\" and the name of the file, \"\(other)\", differ only in case.")
    }

    /// A copy with the level warning.
    var asWarning: Violation { Violation(check, path, message, fix: fix, level: .warning) }

    /// A copy whose path begins with the given folder, for a validator that checked only this subfolder.
    func placed(in folder: String) -> Violation {
        guard !folder.isEmpty else { return self }
        return Violation(check, path == "." ? folder : "\(folder)/\(path)", message, fix: fix, level: level)
    }
}

/// Something that is wrong, or may be wrong, with what was checked.
package struct Violation: Sendable, Hashable {
    package let check: Check
    /// The file or folder it is about, relative to what was checked; `.` for that itself.
    package let path: String
    /// What was found, in a sentence with the measured value and the limit.
    package let message: String
    /// One sentence on how to mend it.
    package let mend: String
    /// The check's own, or a warning for what no product contains.
    package let level: Check.Level

    init(_ check: Check, _ path: String, _ message: String, mend: String? = nil, level: Check.Level? = nil) {
        self.check = check
        self.path = path.isEmpty ? "." : path
        self.message = message
        self.mend = mend ?? check.mend
        self.level = level ?? check.level
    }

    /// - Parameters:
    ///   - name: what something names.
    ///   - other: what the file is called.
    static func otherCase(named name: String, is other: String, path: String) -> Violation {
        Violation(
            .nameCase, path, "\"\(name)\" is named, and the file is called \"\(other)\": they differ only in case.")
    }

    /// The same, as a warning.
    var asWarning: Violation { Violation(check, path, message, mend: mend, level: .warning) }

    /// The same, with its path relative to the folder that holds the one that was checked.
    func placed(in folder: String) -> Violation {
        guard !folder.isEmpty else { return self }
        return Violation(check, path == "." ? folder : "\(folder)/\(path)", message, mend: mend, level: level)
    }
}

/// Something that is wrong, or may be wrong, with what was checked.
package struct Violation: Sendable, Hashable {
    package let check: Check
    /// The file or folder it is about, relative to what was checked; `.` for that itself.
    package let path: String
    /// What was found, in a sentence with the measured value and the limit.
    package let message: String
    /// One sentence on how to mend it.
    package let mend: String

    package var level: Check.Level { check.level }

    init(_ check: Check, _ path: String, _ message: String, mend: String? = nil) {
        self.check = check
        self.path = path.isEmpty ? "." : path
        self.message = message
        self.mend = mend ?? check.mend
    }

    /// The same, with its path relative to the folder that holds the one that was checked.
    func placed(in folder: String) -> Violation {
        guard !folder.isEmpty else { return self }
        return Violation(check, path == "." ? folder : "\(folder)/\(path)", message, mend: mend)
    }
}

/// What is wrong with a file, gathered while it is read, so that people see all of it at once.
///
/// The readers of one file share it; it never leaves the call that reads the file.
final class IssueList {
    let file: String
    private var issues: [ConfigurationIssue] = []

    init(file: String) {
        self.file = file
    }

    /// - Parameter path: the path of the key that is wrong; nil where the file itself is.
    func add(_ path: String?, at position: JSONPosition?, _ message: String) {
        issues.append(ConfigurationIssue(file: file, position: position, key: path, message: message))
    }

    /// - Throws: everything that was added, in the order of the lines.
    func throwIfAny() throws(ConfigurationError) {
        guard !issues.isEmpty else { return }
        let start = JSONPosition(line: 0, column: 0)
        throw .invalid(issues.sorted { ($0.position ?? start) < ($1.position ?? start) })
    }
}

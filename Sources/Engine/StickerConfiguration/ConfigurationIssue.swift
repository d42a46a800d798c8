/// One thing that is wrong with a settings file.
package struct ConfigurationIssue: Sendable, Hashable, CustomStringConvertible {
    /// The file, as the caller named it; nil for a setting that came from somewhere else, such as the command line.
    package var file: String?
    /// Nil where the whole file is meant.
    package var position: JSONPosition?
    /// The keys that lead to it, joined by dots: `encode.fidelityFloor`. Nil where the text itself is no JSON.
    package var key: String?
    /// What was expected and what was found.
    package var message: String

    package init(file: String?, position: JSONPosition?, key: String?, message: String) {
        self.file = file
        self.position = position
        self.key = key
        self.message = message
    }

    /// `pipeline.json:14: encode.fidelityFloor: expected a number from 0.5 to 1, found "high"`. Where there is no key to
    /// look for, the column is given after the line.
    package var description: String {
        var place = file ?? ""
        if file != nil, let position {
            place += key == nil ? ":\(position.line):\(position.column)" : ":\(position.line)"
        }
        return [place, key ?? "", message].filter { !$0.isEmpty }.joined(separator: ": ")
    }
}

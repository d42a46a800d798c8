/// The content of pipeline.json for tests. By default, stickers are small and rendered quickly.
struct Settings: Sendable {
    var size = "small"
    var jobs = 1
    /// The time limit for a source. Even a busy machine does not reach it, except with deliberately endless art.
    var seconds = 900
    var effort = "fast"
    /// The colours of the backgrounds, by name.
    var backgrounds = ["white": "#ffffff"]
    /// The levels of rules as JSON, by rule id.
    var rules: [String: String] = [:]
    /// Values as JSON, by the keys of `watch`.
    var watch = ["quietMilliseconds": "100", "retireAfterSeconds": "1"]
    /// Values as JSON, by the keys of `hooks`.
    var hooks: [String: String] = [:]
    /// Values as JSON, by the keys of `sheets`.
    var sheets: [String: String] = [:]
    var requireApproval = false
    /// The time for which unreferenced files are kept. By default, they are removed immediately, so that a tree depends
    /// only on its manifest.
    var keepMinutes = 0

    /// Settings with which a watch immediately removes the stickers of missing files, however many are missing.
    static let withoutGrace = Settings(
        watch: ["quietMilliseconds": "100", "retireAfterSeconds": "0", "massChangeShare": "1"])

    var json: String {
        let backgrounds = backgrounds.sorted { $0.key < $1.key }
            .map { "{ \"name\": \"\($0.key)\", \"colour\": \"\($0.value)\" }" }.joined(separator: ", ")
        return """
            {
              "size": "\(size)", "jobs": \(jobs), "encode": { "effort": "\(effort)" },
              "previews": { "backgrounds": [\(backgrounds)] }, "limits": { "seconds": \(seconds) },
              "rules": \(object(rules)), "watch": \(object(watch)), "hooks": \(object(hooks)),
              "sheets": \(object(sheets)),
              "publish": { "requireApproval": \(requireApproval), "keepMinutes": \(keepMinutes) }
            }
            """
    }

    private func object(_ values: [String: String]) -> String {
        "{ " + values.sorted { $0.key < $1.key }.map { "\"\($0.key)\": \($0.value)" }.joined(separator: ", ") + " }"
    }
}

/// The result of a `stickerd build --json`.
struct BuildResult: Sendable {
    let status: Int32
    let complaint: String
    let events: [Event]

    init(_ ending: Command.Ending) throws {
        try self.init(status: ending.status, complaint: ending.complaint, output: ending.output)
    }

    /// - Parameters:
    ///   - complaint: the text on standard error.
    ///   - output: the lines on standard output.
    init(status: Int32, complaint: String, output: String) throws {
        self.status = status
        self.complaint = complaint
        events = try Event.read(output)
    }

    /// A number of the last line: `rendered`, `published`, …
    func total(_ key: String) -> Int? {
        events.last { $0.kind == "finished" }?.number(key)
    }

    /// Sources that were rendered, as they were reported on the way.
    var renderedPaths: Set<String> {
        Set(events.filter { $0.kind == "rendered" }.compactMap { $0.text("path") })
    }

    /// How the sources stand at the end, by path.
    var states: [String: String] { pairs(of: "outcome", "state") }
    /// Why, by path.
    var reasons: [String: String] { pairs(of: "outcome", "reason") }
    /// What was left alone, and why.
    var ignored: [String: String] { pairs(of: "ignored", "reason") }
    /// What went wrong, when the run failed.
    var failure: String? { events.last { $0.kind == "error" }?.text("message") }

    private func pairs(of kind: String, _ key: String) -> [String: String] {
        let pairs = events.filter { $0.kind == kind }.map { ($0.text("path") ?? "", $0.text(key) ?? "") }
        return Dictionary(pairs) { first, second in first + " and " + second }
    }
}

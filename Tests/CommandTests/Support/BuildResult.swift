/// The result of a run of `stickerd build --json`.
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

    /// A number in the last line of the output, such as `rendered` or `published`.
    func total(_ key: String) -> Int? {
        events.last { $0.kind == "finished" }?.number(key)
    }

    /// The paths of the rendered sources, from the events during the run.
    var renderedPaths: Set<String> {
        Set(events.filter { $0.kind == "rendered" }.compactMap { $0.text("path") })
    }

    /// The final statuses of the sources, by path.
    var states: [String: String] { pairs(of: "outcome", "state") }
    /// The reasons for the statuses, by path.
    var reasons: [String: String] { pairs(of: "outcome", "reason") }
    /// The reasons for which files are ignored, by path.
    var ignored: [String: String] { pairs(of: "ignored", "reason") }
    /// The error message of a failed run. Nil if the run did not fail.
    var failure: String? { events.last { $0.kind == "error" }?.text("message") }

    private func pairs(of kind: String, _ key: String) -> [String: String] {
        let pairs = events.filter { $0.kind == kind }.map { ($0.text("path") ?? "", $0.text(key) ?? "") }
        return Dictionary(pairs) { first, second in first + " and " + second }
    }
}

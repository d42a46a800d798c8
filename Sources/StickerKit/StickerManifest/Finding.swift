/// A problem that a rule found in a sticker.
public struct Finding: Codable, Sendable, Equatable {
    /// The severity of a finding.
    public enum Level: String, Codable, Sendable, CaseIterable {
        /// The sticker is published, but should be examined.
        case warning
        /// The sticker is not published.
        case error
    }

    /// The rule's id: `opaque-background`, `low-resolution`, …
    public var rule: String
    public var level: Level
    /// The problem in one sentence for a designer, with the measured value and the limit.
    public var message: String
    /// One sentence that tells the designer how to fix the problem.
    public var fix: String
    /// The measured value. Nil if the rule measures nothing.
    public var measured: Double?
    /// The limit of the measured value.
    public var limit: Double?
    /// The unit of `measured` and `limit`: `bytes`, `pixels`, `percent`, `ratio`, `characters`,
    /// `frames`, `seconds`, `milliseconds`, `frames a second` or `lines`.
    public var unit: String?

    private enum CodingKeys: String, CodingKey {
        case rule, level, message
        case fix = "mend"
        case measured, limit, unit
    }

    public init(
        rule: String, level: Level, message: String, fix: String, measured: Double? = nil, limit: Double? = nil,
        unit: String? = nil
    ) {
        self.rule = rule
        self.level = level
        self.message = message
        self.fix = fix
        self.measured = measured
        self.limit = limit
        self.unit = unit
    }

    @available(*, deprecated, renamed: "fix")
    public var mend: String { fix }
}

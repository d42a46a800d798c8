import StickerManifest

/// A rule that is checked for every sticker. The configuration, the documentation, the review page and the messages use
/// this data.
package struct Rule: Sendable, Hashable, Identifiable {
    /// The severity of a rule's findings, as set in the configuration.
    package enum Level: String, Codable, Sendable, CaseIterable {
        case off, warning, error
    }

    /// Lower-case words joined by hyphens.
    package let id: String
    package let defaultLevel: Level
    /// Whether its level can be configured. False for problems such as a damaged file, which can never be published.
    package let isAdjustable: Bool
    /// One sentence that describes the problem.
    package let summary: String
    /// One sentence that describes the fix.
    package let fix: String
    /// The limit of the measured value. Nil for rules that measure nothing.
    package let limit: Double?
    /// The unit of the measured value, as in `Finding.unit`.
    package let unit: String?

    package init(
        id: String, defaultLevel: Level, isAdjustable: Bool = true, summary: String, fix: String,
        limit: Double? = nil, unit: String? = nil
    ) {
        self.id = id
        self.defaultLevel = defaultLevel
        self.isAdjustable = isAdjustable
        self.summary = summary
        self.fix = fix
        self.limit = limit
        self.unit = unit
    }

    /// A finding of this rule.
    ///
    /// - Parameter message: a sentence with the measured value and the limit.
    package func finding(_ message: String, measured: Double? = nil, limit: Double? = nil, fix: String? = nil)
        -> RuleFinding
    {
        RuleFinding(
            rule: id, message: message, fix: fix ?? self.fix, measured: measured, limit: limit ?? self.limit,
            unit: measured == nil ? nil : unit)
    }
}

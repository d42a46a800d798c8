import StickerCatalog

/// What a rule noticed, before the configuration says how serious that is.
package struct RuleFinding: Codable, Hashable, Sendable {
    package var rule: String
    package var message: String
    package var mend: String
    package var measured: Double?
    package var limit: Double?
    package var unit: String?

    package init(
        rule: String, message: String, mend: String, measured: Double? = nil, limit: Double? = nil,
        unit: String? = nil
    ) {
        self.rule = rule
        self.message = message
        self.mend = mend
        self.measured = measured
        self.limit = limit
        self.unit = unit
    }
}

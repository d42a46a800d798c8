import StickerManifest

/// What a rule noticed, before the configuration says how serious that is.
package struct RuleFinding: Codable, Hashable, Sendable {
    package var rule: String
    package var message: String
    package var fix: String
    package var measured: Double?
    package var limit: Double?
    package var unit: String?

    private enum CodingKeys: String, CodingKey {
        case rule, message
        case fix = "mend"
        case measured, limit, unit
    }

    package init(
        rule: String, message: String, fix: String, measured: Double? = nil, limit: Double? = nil,
        unit: String? = nil
    ) {
        self.rule = rule
        self.message = message
        self.fix = fix
        self.measured = measured
        self.limit = limit
        self.unit = unit
    }

    /// What stands in a message where the source's path will be: results are kept by content, and the same content may
    /// lie at another path tomorrow.
    package static let pathToken = "{file}"

    /// The finding with the source's path in its texts.
    package func resolvingPath(_ path: String) -> RuleFinding {
        var finding = self
        finding.message = message.replacing(RuleFinding.pathToken, with: path)
        return finding
    }

    /// The other way round.
    package func abstractingPath(_ path: String) -> RuleFinding {
        var finding = self
        finding.message = message.replacing(path, with: RuleFinding.pathToken)
        return finding
    }
}

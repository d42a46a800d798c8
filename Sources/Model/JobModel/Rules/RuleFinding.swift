import StickerManifest

/// The finding of a rule, before the configuration sets its level.
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

    /// The placeholder for the path of the source in messages. Results are stored by the hash of the source, whose path
    /// can change.
    package static let pathToken = "{file}"

    /// The finding with the source's path in its texts.
    package func resolvingPath(_ path: String) -> RuleFinding {
        var finding = self
        finding.message = message.replacing(RuleFinding.pathToken, with: path)
        return finding
    }

    /// The finding with the placeholder instead of the source's path.
    package func abstractingPath(_ path: String) -> RuleFinding {
        var finding = self
        finding.message = message.replacing(path, with: RuleFinding.pathToken)
        return finding
    }
}

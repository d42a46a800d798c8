import StickerCatalog

/// All rules, and the levels that the configuration gives them.
package struct RuleBook: Sendable, Hashable {
    /// Every rule there is, in the order people read them.
    package static let rules: [Rule] = [
        .emptyFile, .unknownFormat, .damagedFile, .fileTooLarge, .tooManyPixels, .tooManyFrames, .framesDiffer,
        .couldNotRender,
        .badSidecar,
        .badPackFile, .emptyArt, .fileSize,
        .opaqueBackground, .touchesEdge, .lowResolution, .nearlyEmpty, .strayPixels, .matteFringe,
        .vanishesOnBackground, .linkedImage, .missingFont, .samePicture, .brokenProfile, .unusualProfile,
        .labelLength, .wrongExtension,
        .nameCollision, .duplicateFile, .versionRejected, .animationFlattened, .coloursReduced, .partlyRecovered,
        .animationDamaged,
        .animationReduced, .animationLength, .frameRate, .shortDelays, .emptyFirstFrame, .loopJumps, .hiddenFirstFrame,
        .deepAnimation, .trailingBytes,
        .delayLengthened, .softAlphaFlattened, .gifTiming,
    ]

    /// Levels that differ from the rules' own, by rule id.
    package var levels: [String: Rule.Level]

    package init(levels: [String: Rule.Level] = [:]) {
        self.levels = levels
    }

    /// The rule with an id.
    package static func rule(_ id: String) -> Rule? {
        rulesByID[id]
    }

    private static let rulesByID = Dictionary(uniqueKeysWithValues: rules.map { ($0.id, $0) })

    /// What a finding is to people: nil where its rule is turned off.
    package func judge(_ finding: RuleFinding) -> Finding? {
        let rule = RuleBook.rule(finding.rule)
        let level = levels[finding.rule] ?? rule?.defaultLevel ?? .error
        guard let published = Finding.Level(rawValue: level.rawValue) else { return nil }
        return Finding(
            rule: finding.rule, level: published, message: finding.message, mend: finding.mend,
            measured: finding.measured, limit: finding.limit, unit: finding.unit)
    }
}

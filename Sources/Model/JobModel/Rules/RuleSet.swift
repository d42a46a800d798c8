import StickerManifest

/// All rules, and the levels that the configuration gives them.
package struct RuleSet: Sendable, Hashable {
    /// All rules in display order.
    package static let rules: [Rule] = [
        .emptyFile, .unknownFormat, .damagedFile, .fileTooLarge, .tooManyPixels, .tooManyFrames, .framesDiffer,
        .couldNotRender,
        .badSidecar,
        .badPackFile, .emptyArt, .fileSize,
        .opaqueBackground, .touchesEdge, .lowResolution, .nearlyEmpty, .strayPixels, .matteFringe,
        .vanishesOnBackground, .illegibleAtEmojiSize, .linkedImage, .missingFont,
        .unsupportedSVG, .inexactSVG, .drawnByResvg, .samePicture, .brokenProfile,
        .unusualProfile,
        .labelLength, .wrongExtension,
        .nameCollision, .conflictCopy, .duplicateFile, .versionRejected, .animationFlattened, .coloursReduced,
        .partlyRecovered, .pagesLeftOut, .looseFrames,
        .animationDamaged,
        .animationReduced, .animationLength, .frameRate, .shortDelays, .emptyFirstFrame, .loopJumps, .hiddenFirstFrame,
        .deepAnimation, .trailingBytes,
        .delayLengthened, .softAlphaFlattened, .gifTiming,
        .messageAnimated, .messageTooSmall, .messageCropped, .messageTransparent, .messageEdges, .messageCorners,
        .messageTitleContrast, .messageCaptionLength, .messageLabelMissing,
        .pieceAnimated, .pieceCanvas,
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

    /// The finding with its configured level. Nil if the rule is off.
    package func judge(_ finding: RuleFinding) -> Finding? {
        let rule = RuleSet.rule(finding.rule)
        let level = levels[finding.rule] ?? rule?.defaultLevel ?? .error
        guard let published = Finding.Level(rawValue: level.rawValue) else { return nil }
        return Finding(
            rule: finding.rule, level: published, message: finding.message, fix: finding.fix,
            measured: finding.measured, limit: finding.limit, unit: finding.unit)
    }
}

extension RuleSet {
    /// The page of the documentation that lists every rule. A test compares `docs/reference/rules.md` with it.
    package static var documentation: String {
        let rows = rules.map { rule in
            let limit = rule.limit.map {
                "\(NumberFormat.number($0, digits: $0 == $0.rounded() ? 0 : 1)) "
                    + ($0 == 1 && rule.unit == "bytes" ? "byte" : rule.unit ?? "")
            }
            let level = rule.isAdjustable ? rule.defaultLevel.rawValue : "\(rule.defaultLevel.rawValue), fixed"
            return "| \(link(rule)) | \(level) | \(limit ?? "") | \(rule.summary) | \(rule.fix) |"
        }
        return """
            # Rules

            Every sticker is checked against these rules. A **warning** is shown with the published sticker. An \
            **error** keeps
            the sticker out of the manifest, and its last good version stays published. `rules` in pipeline.json sets \
            the level
            (`off`, `warning`, `error`) and, if the rule has one, the limit: `"touches-edge": { "level": "error", \
            "limit": 5 }`.
            Fixed rules state facts that no setting changes. Each finding contains the rule's id, the measured value, \
            the limit,
            and how to fix it.

            The names of rules link to [pictures](#pictures) of the problem and of art without it.

            | rule | level | limit | what it says | how to fix it |
            |---|---|---|---|---|
            \(rows.joined(separator: "\n"))

            Sizes, formats and the 500 KB limit are Apple's (Messages framework, `MSSticker`): PNG, APNG, GIF or JPEG, less than
            500 KB (500,000 bytes here, which is safe for both readings of KB), 300 × 300 to 618 × 618 pixels at @3x, a label of at
            most 150 characters, a transparent background, tested on white, black, colours and a photo.

            `missing-font` compares the font families of an SVG's visible text with the families that fontconfig \
            knows. After
            installing a font, run `stickerd rebuild`. `linked-image` counts pictures, drawings and style sheets. \
            stickerd
            never loads them, because art must not access other files or the network.

            `unsupported-svg` and `inexact-svg` look at what is drawn, not at unused definitions and hidden layers. An animated SVG
            becomes a still, which `animation-flattened` reports. If the program resvg is installed, it draws what librsvg does not,
            and `drawn-by-resvg` replaces these two findings ([decision](../decisions/svg-second-renderer.md)).

            [The decision about emoji size](../decisions/emoji-size.md) describes how `illegible-at-emoji-size` \
            measures.

            The `message-…` rules are about the pictures and texts of interactive messages, which are not checked against the rules
            about stickers; [message art](../guides/message-art.md) explains them.

            ## Pictures

            On the left is art with the problem, on the right art without it. The dashed line is the canvas, the checkered
            pattern is transparent, and squares in rows are the frames of an animation. `scripts/rule-pictures` draws them.

            \(pictures)Rules without a picture:

            \(rulesWithoutPicture)
            """
    }

    private static func link(_ rule: Rule) -> String {
        guard case .shown = RulePicture.of(rule) else { return "`\(rule.id)`" }
        return "[`\(rule.id)`](#\(rule.id))"
    }

    private static var pictures: String {
        rules.map { rule in
            guard case .shown(let bad, let good) = RulePicture.of(rule) else { return "" }
            return """
                ### \(rule.id)

                ![Left: \(bad) Right: \(good)](../images/rules/\(rule.id).svg)

                ✗ \(bad) ✓ \(good)


                """
        }.joined()
    }

    private static var rulesWithoutPicture: String {
        rules.map { rule in
            guard case .notShown(let reason) = RulePicture.of(rule) else { return "" }
            return "- `\(rule.id)`: \(reason)\n"
        }.joined()
    }
}

/// The limits of rules, from the configuration or else from the rules themselves.
package struct RuleLimits: Sendable {
    package let changed: [String: Double]

    package init(changed: [String: Double]) {
        self.changed = changed
    }

    package func value(_ rule: Rule) -> Double {
        changed[rule.id] ?? rule.limit ?? 0
    }
}

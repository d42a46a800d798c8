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

    /// The configured levels that differ from the default levels, by rule id.
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

            stickerd checks every sticker against these rules. A sticker with a **warning** is published, and the warning is
            shown. A sticker with an **error** is not published, and its last good version stays in the manifest. The key `rules`
            in pipeline.json sets the level of a rule (`off`, `warning` or `error`) and its limit, if the rule has one:
            `"touches-edge": { "level": "error", "limit": 5 }`. The level of a rule that is marked as *fixed* cannot be changed.
            Each finding contains the rule's id, the measured value, the limit, and how to fix the problem.

            Most names in the table are links to [pictures](#pictures), which show art with the problem and art without it.

            | rule | level | limit | problem | fix |
            |---|---|---|---|---|
            \(rows.joined(separator: "\n"))

            The sizes, the formats and the limit of 500 KB are requirements of Apple (Messages framework, `MSSticker`): PNG, APNG,
            GIF or JPEG; less than 500 KB (stickerd allows 500,000 bytes, which is safe for both meanings of KB); 300 × 300 to 618
            × 618 pixels at @3x; a label of at most 150 characters; a transparent background; and tests on white, black, colours
            and a photo.

            `missing-font` compares the font families of the visible text in an SVG with the families that fontconfig finds. After
            you install a font, run `stickerd rebuild`. `linked-image` reports pictures, drawings and style sheets outside of the
            SVG. stickerd never loads them, because art must not reach other files or the network.

            `unsupported-svg` and `inexact-svg` examine only what is drawn, and not unused definitions and hidden layers. An
            animated SVG becomes a still picture, which `animation-flattened` reports. If the program resvg is installed, it draws
            what librsvg does not draw, and `drawn-by-resvg` is reported instead of the other two rules
            ([decision](../decisions/svg-second-renderer.md)).

            A [decision note](../decisions/emoji-size.md) explains the measurement of `illegible-at-emoji-size`.

            The `message-…` rules apply to the pictures and texts of interactive messages ([message
            art](../guides/message-art.md)). The rules for stickers do not apply to these pictures.

            ## Pictures

            Each picture shows art with the problem on the left, and art without it on the right. The dashed line is the edge of
            the canvas, the checkered pattern shows transparent areas, and squares in rows are the frames of an animation. The
            script `scripts/rule-pictures` draws the pictures.

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

/// The limits of rules: those in the configuration, or else the default limits.
package struct RuleLimits: Sendable {
    package let changed: [String: Double]

    package init(changed: [String: Double]) {
        self.changed = changed
    }

    package func value(_ rule: Rule) -> Double {
        changed[rule.id] ?? rule.limit ?? 0
    }
}

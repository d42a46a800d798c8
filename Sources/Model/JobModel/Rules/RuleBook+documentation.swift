extension RuleBook {
    /// The page of the documentation that lists every rule; a test holds `docs/rules.md` against it.
    package static var documentation: String {
        let rows = rules.map { rule in
            let limit = rule.limit.map {
                "\(Wording.number($0, digits: $0 == $0.rounded() ? 0 : 1)) \(rule.unit ?? "")"
            }
            let level = rule.isAdjustable ? rule.defaultLevel.rawValue : "\(rule.defaultLevel.rawValue), fixed"
            return "| `\(rule.id)` | \(level) | \(limit ?? "") | \(rule.summary) | \(rule.mend) |"
        }
        return """
            # Rules

            Every sticker is checked against these rules. A **warning** is published and shown; an **error** keeps the sticker out of
            the catalog, while the last good version stays. `rules` in pipeline.json sets the level (`off`, `warning`,
            `error`) and, where there is one, the limit: `"touches-edge": { "level": "error", "limit": 5 }`. Fixed rules state
            facts that no setting changes. Each finding carries the rule's id, the measured value, the limit, and how to fix it.

            | rule | level | limit | what it says | how to fix it |
            |---|---|---|---|---|
            \(rows.joined(separator: "\n"))

            Sizes, formats and the 500 KB limit are Apple's (Messages framework, `MSSticker`): PNG, APNG, GIF or JPEG, less than
            500 KB (500,000 bytes here, which is safe for both readings of KB), 300 × 300 to 618 × 618 pixels at @3x, a label of at
            most 150 characters, a transparent background, tested on white, black, colours and a photo.

            `missing-font` compares the families that an SVG's visible text asks for with those that fontconfig has; after
            installing a font, run `stickerd rebuild`. `linked-image` counts pictures, drawings and style sheets; stickerd
            never loads them, since art must not reach other files or the network.

            """
    }
}

import JobModel

/// Generates the JSON schema of `pipeline.json`. A test compares it with `schemas/pipeline.schema.json`.
package enum ConfigurationSchema {
    package static var text: String {
        let sections = ConfigurationSection.all.flatMap { section in
            section.name.isEmpty ? members(of: section) : [(section.name, object(section))]
        }
        let schema: SchemaNode = [
            "$schema": "https://json-schema.org/draft/2020-12/schema",
            "title": "pipeline.json",
            "description": "The settings of stickerd. Every key has a default; keys that begin with // are comments.",
            "type": "object",
            "properties": .object(
                [("$schema", ["description": "The address of this schema.", "type": "string"])] + sections),
            "patternProperties": SchemaNode.comments,
            "additionalProperties": .boolean(false),
            "$defs": ["level": level, "background": Configuration.BackgroundSetting.schema, "hook": hook],
        ]
        return schema.rendered() + "\n"
    }

    private static func object(_ section: ConfigurationSection) -> SchemaNode {
        [
            "description": .text(section.sentence),
            "type": "object",
            "properties": .object(members(of: section)),
            "patternProperties": SchemaNode.comments,
            "additionalProperties": .boolean(false),
        ]
    }

    private static func members(of section: ConfigurationSection) -> SchemaNode.Members {
        section.keys.map { ($0.name, .object([("description", .text($0.sentence))] + $0.accepts.schema)) }
    }

    private static let level: SchemaNode = [
        "description": "off: not checked; warning: published, and reported; error: not published.",
        "enum": .words(Rule.Level.allCases.map(\.rawValue)),
    ]

    private static let hook: SchemaNode = [
        "description":
            "A program that reads the event as JSON on standard input, or an address to which the event is posted.",
        "type": "object",
        "properties": [
            "command": [
                "description": "The program's path, relative to this file, and its arguments. No shell is involved.",
                "type": "array", "minItems": .number("1"), "items": ["type": "string"],
                "prefixItems": [["type": "string", "pattern": "/[^/]+$"]],
            ],
            "url": [
                "description": "An http or https address.", "type": "string",
                "pattern": "^[Hh][Tt][Tt][Pp][Ss]?://[!-~]+$",
            ],
            "format": [
                "description": "stickerd: the event as JSON; slack: a text for Slack and compatible services.",
                "enum": .words(HookTarget.Format.allCases.map(\.rawValue)),
            ],
        ],
        "patternProperties": SchemaNode.comments,
        "additionalProperties": .boolean(false),
        "oneOf": [["required": ["command"], "not": ["required": ["format"]]], ["required": ["url"]]],
    ]
}

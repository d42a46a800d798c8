import Foundation
import JobModel

extension ConfigurationValue where Value == [Configuration.BackgroundSetting] {
    /// A list of backgrounds. Each has a name, and either a colour or an image.
    static var backgrounds: Self {
        Self(
            accepts: .init(
                cell: "[list of objects](#objects-in-lists)",
                schema: [("type", "array"), ("minItems", .number("1")), ("items", ["$ref": "#/$defs/background"])]),
            defaultText: { Configuration.BackgroundSetting.list($0) }
        ) { $0.backgrounds($1, &$2) }
    }
}

/// The texts about backgrounds in the documentation and the schema.
extension Configuration.BackgroundSetting {
    /// The meaning of `previews.backgrounds`.
    static let sentence =
        "The test backgrounds in display order. Each has a name (lower-case letters, digits and hyphens) and either a "
        + "colour (#rrggbb) or an image (a path)."

    /// The text about the keys of a background in the reference.
    static let members =
        "`name`: lower-case letters, digits and hyphens. Either `colour`: `#rrggbb`, or `image`: the path of a picture."

    static let schema: SchemaNode = [
        "description": "A test background: a name, and either a colour or an image.",
        "type": "object",
        "required": ["name"],
        "properties": [
            "name": [
                "description": "The name on the page and in file names: lower-case letters, digits and hyphens.",
                "type": "string", "maxLength": .number("64"), "pattern": "^[a-z0-9]+(-[a-z0-9]+)*$",
            ],
            "colour": [
                "description": "An opaque sRGB colour: #rrggbb or #rgb.",
                "type": "string", "pattern": SchemaNode.colourPattern,
            ],
            "image": [
                "description": "The path of a picture, relative to this file.",
                "type": "string", "pattern": SchemaNode.pathPattern,
            ],
        ],
        "patternProperties": SchemaNode.comments,
        "additionalProperties": .boolean(false),
        "oneOf": [["required": ["colour"]], ["required": ["image"]]],
    ]

    /// Backgrounds as a JSON list with one background per line.
    static func list(_ backgrounds: [Self]) -> String {
        let entries = backgrounds.map { background in
            let fill =
                switch background.fill {
                case .colour(let colour): "\"colour\": \(colour.jsonText)"
                case .image(let path): "\"image\": \(path.jsonText)"
                }
            return "  { \"name\": \(background.name.jsonText), \(fill) }"
        }
        return "[\n\(entries.joined(separator: ",\n"))\n]"
    }
}

extension Configuration.BackgroundSetting {
    /// The test backgrounds white, black, red and yellow, which Apple recommends. Apple's recommendation also
    /// contains a photo, which is not included because it is a file.
    package static let plain: [Configuration.BackgroundSetting] = [
        .init(name: "white", fill: .colour("#ffffff")),
        .init(name: "black", fill: .colour("#000000")),
        .init(name: "red", fill: .colour("#ff3b30")),
        .init(name: "yellow", fill: .colour("#ffcc00")),
    ]
}

/// Reads the backgrounds on which stickers are shown.
extension ConfigurationReader {
    /// The backgrounds. Nil if the key is missing or its value is not a list.
    func backgrounds(_ key: String, _ reader: inout JSONObjectReader) -> [Configuration.BackgroundSetting]? {
        let position = reader.position(of: key)
        guard let items = reader.list(key) else { return nil }
        if items.isEmpty {
            reader.issues.add(
                reader.keyPath(key), at: position, "expected at least one background, found an empty list")
        }
        var backgrounds: [Configuration.BackgroundSetting] = []
        for item in items {
            var itemReader = JSONObjectReader(item.value, path: item.path, issues: reader.issues)
            guard case .object = item.value.content else { continue }
            if let background = background(&itemReader, after: backgrounds) { backgrounds.append(background) }
            itemReader.finish()
        }
        return backgrounds
    }

    private func background(
        _ reader: inout JSONObjectReader, after others: [Configuration.BackgroundSetting]
    ) -> Configuration.BackgroundSetting? {
        let name = name(&reader, after: others)
        if !reader.has("name") {
            reader.issues.add(reader.path, at: reader.position, "expected a background with a name, found none")
        }
        let fill = fill(&reader)
        guard let name, let fill else { return nil }
        return .init(name: name, fill: fill)
    }

    private func name(
        _ reader: inout JSONObjectReader, after others: [Configuration.BackgroundSetting]
    ) -> String? {
        let name = reader.text("name", "a name of lower-case letters, digits and hyphens") { text in
            text.utf8.count <= 64 && text.wholeMatch(of: /[a-z0-9]+(-[a-z0-9]+)*/) != nil ? text : nil
        }
        guard let name else { return nil }
        if others.contains(where: { $0.name == name }) {
            reader.issues.add(
                reader.keyPath("name"), at: reader.position(of: "name"),
                "expected a name that no other background has, found \(name.quoted) again")
        }
        return name
    }

    private func fill(_ reader: inout JSONObjectReader) -> Configuration.BackgroundSetting.Fill? {
        let colour = reader.text("colour", ConfigurationReader.colourExpectation, hexColour)
        let image = picture(&reader)
        guard reader.has("colour") != reader.has("image") else {
            let found = reader.has("colour") ? "both" : "neither"
            reader.issues.add(reader.path, at: reader.position, "expected a colour or an image, found \(found)")
            return nil
        }
        return colour.map { .colour($0) } ?? image.map { .image($0) }
    }

    /// The expected value in the message about an invalid colour.
    static let colourExpectation = "a colour like \"#ff3b30\""

    /// The colour as `#rrggbb` in lower case, from `#rrggbb` or `#rgb`. Nil if the text has another format.
    func hexColour(_ text: String) -> String? {
        guard text.wholeMatch(of: /#([0-9A-Fa-f]{3}|[0-9A-Fa-f]{6})/) != nil else { return nil }
        let digits = text.lowercased().dropFirst()
        return "#" + (digits.count == 3 ? digits.map { "\($0)\($0)" }.joined() : String(digits))
    }

    /// The absolute path of an existing file. Nil if it is missing, which is reported as an error.
    private func picture(_ reader: inout JSONObjectReader) -> String? {
        guard let path = path("image", &reader) else { return nil }
        var isFolder: ObjCBool = false
        let exists = FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
        guard exists, !isFolder.boolValue else {
            let found = exists ? "a folder" : "nothing"
            reader.issues.add(
                reader.keyPath("image"), at: reader.position(of: "image"),
                "expected a picture, found \(found) at \(path.harmless)")
            return nil
        }
        return path
    }
}

import JobModel

/// A type of value in `pipeline.json`, with its documentation and the functions that write and read it.
package struct ConfigurationValue<Value>: Sendable {
    package let accepts: AcceptedValues
    /// Converts a default value to JSON.
    package let defaultText: @Sendable (Value) -> String
    /// Reads the value of a key. Nil if the key is missing, or if the value is invalid, which is reported as an
    /// error.
    package let read: @Sendable (ConfigurationReader, String, inout JSONObjectReader) -> Value?
}

extension ConfigurationValue where Value == Bool {
    static var boolean: Self {
        Self(accepts: .init(cell: "`true`, `false`", schema: [("type", "boolean")]), defaultText: { String($0) }) {
            $2.boolean($1)
        }
    }
}

extension ConfigurationValue where Value == Int {
    package static func integer(_ range: ClosedRange<Int>) -> Self {
        let bounds = [range.lowerBound, range.upperBound]
        return Self(
            accepts: .init(
                cell: bounds.map { String($0) }.joined(separator: " to "),
                note: "From \(bounds.map(NumberFormat.number).joined(separator: " to ")).",
                schema: [
                    ("type", "integer"), ("minimum", .number("\(bounds[0])")), ("maximum", .number("\(bounds[1])")),
                ]),
            defaultText: { String($0) }
        ) { $2.integer($1, in: range) }
    }
}

extension ConfigurationValue where Value == Double {
    static func number(_ range: ClosedRange<Double>) -> Self {
        let bounds = [range.lowerBound.plainText, range.upperBound.plainText]
        return Self(
            accepts: .init(
                cell: bounds.joined(separator: " to "), note: "From \(bounds.joined(separator: " to ")).",
                schema: [("type", "number"), ("minimum", .number(bounds[0])), ("maximum", .number(bounds[1]))]),
            defaultText: { $0.plainText }
        ) { $2.number($1, in: range) }
    }
}

extension ConfigurationValue where Value: RawRepresentable<String> & CaseIterable & SendableMetatype {
    /// One word of an enumeration.
    package static var choice: Self {
        let words = Value.allCases.map(\.rawValue)
        return Self(
            accepts: .init(
                cell: words.map { "`\($0)`" }.joined(separator: ", "), note: "One of \(words.joinedForPeople()).",
                schema: [("enum", .words(words))]),
            defaultText: { $0.rawValue.jsonText }
        ) { $2.choice($1, of: Value.self) }
    }
}

/// Lists of words of an enumeration. Each word may occur once, and the list may be empty.
extension ConfigurationValue {
    /// The words in the order of the enumeration.
    static func choices<Choice>() -> Self
    where Value == [Choice], Choice: RawRepresentable<String> & CaseIterable & Hashable & SendableMetatype {
        words { $2.choices($1, of: Choice.self) }
    }

    /// The words in the order of the list.
    static func orderedChoices<Choice>() -> Self
    where Value == [Choice], Choice: RawRepresentable<String> & CaseIterable & Hashable & SendableMetatype {
        words { $2.orderedChoices($1, of: Choice.self) }
    }

    private static func words<Choice>(
        read: @escaping @Sendable (ConfigurationReader, String, inout JSONObjectReader) -> [Choice]?
    ) -> Self where Value == [Choice], Choice: RawRepresentable<String> & CaseIterable & SendableMetatype {
        let words = Choice.allCases.map(\.rawValue)
        return Self(
            accepts: .init(
                cell: "list of " + words.map { "`\($0)`" }.joined(separator: ", "),
                note: "Any of \(words.joinedForPeople()).",
                schema: [("type", "array"), ("items", ["enum": .words(words)]), ("uniqueItems", .boolean(true))]),
            defaultText: { "[\($0.map(\.rawValue.jsonText).joined(separator: ", "))]" }, read: read)
    }
}

extension ConfigurationValue where Value == String {
    /// The path of a file or folder, which is converted to an absolute path.
    package static var path: Self {
        // Default paths are stored relative to the root folder "/".
        Self(
            accepts: .init(cell: "path", schema: [("type", "string"), ("pattern", SchemaNode.pathPattern)]),
            defaultText: { String($0.trimmingPrefix("/")).jsonText }
        ) { $0.path($1, &$2) }
    }

    /// A BCP 47 language tag.
    static var language: Self {
        Self(
            accepts: .init(
                cell: "language tag",
                schema: [("type", "string"), ("maxLength", .number("64")), ("pattern", .text(LanguageTag.pattern))]),
            defaultText: { $0.jsonText }
        ) { $2.text($1, LanguageTag.expectation) { LanguageTag($0)?.text } }
    }

    /// A colour as `#rrggbb` or `#rgb`.
    static var colour: Self {
        Self(
            accepts: .init(
                cell: "colour, `#rrggbb` or `#rgb`",
                schema: [("type", "string"), ("pattern", SchemaNode.colourPattern)]),
            defaultText: { $0.jsonText }
        ) { $2.text($1, ConfigurationReader.colourExpectation, $0.hexColour) }
    }

    /// A short text without control characters.
    static var word: Self {
        Self(
            accepts: .init(cell: "text", schema: [("type", "string"), ("maxLength", .number("200"))]),
            defaultText: { $0.jsonText }
        ) { $0.word($1, &$2) }
    }
}

extension ConfigurationValue {
    /// A value that can also be `null`.
    package static func orNull<Wrapped>(_ value: ConfigurationValue<Wrapped>) -> Self where Value == Wrapped? {
        var accepts = value.accepts
        accepts.cell += ", or `null`"
        accepts.schema = accepts.schema.map { key, node in (key, key == "type" ? .list([node, "null"]) : node) }
        return Self(accepts: accepts, defaultText: { $0.map(value.defaultText) ?? "null" }) { file, key, reader in
            if case .null = reader.value(key)?.content { return .some(nil) }
            return value.read(file, key, &reader).map(Optional.some)
        }
    }
}

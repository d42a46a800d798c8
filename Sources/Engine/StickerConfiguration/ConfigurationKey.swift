import JobModel

/// A key of `pipeline.json`: its meaning, its allowed values and its default. The committed file, the starter of
/// `stickerd init` and the tests of the schema are made from these.
package struct ConfigurationKey: Sendable, Hashable {
    /// The values that a key accepts.
    package enum Accepts: Sendable, Hashable {
        /// An object with further keys.
        case section
        /// A folder; nil is allowed where the default is none.
        case folder
        /// A BCP 47 language tag.
        case language
        case boolean
        case integer(ClosedRange<Int>)
        case number(ClosedRange<Double>)
        case choice([String])
        /// A list of some of the words, each at most once; it may be empty.
        case choices([String])
        /// A colour, `#rrggbb` or `#rgb`.
        case colour
        /// A list of names, each with a colour or an image.
        case backgrounds
        /// A list of programs and addresses.
        case hooks
        /// A text; nil is allowed where the default is none.
        case text
        /// An object of texts.
        case properties
        /// A port of this machine; nil is allowed.
        case address
        /// A level, or an object with a level and, for a rule that has one, a limit.
        case rule(Rule)
    }

    /// The keys that lead to it, joined by dots.
    package let path: String
    package let accepts: Accepts
    /// The default as JSON; empty for a section.
    package let defaultText: String
    /// The meaning of the key, with its unit.
    package let sentence: String

    /// The last part of the path.
    package var name: String {
        path.split(separator: ".").last.map { String($0) } ?? path
    }

    /// The path of the section it is in; empty for the keys at the top.
    package var parent: String {
        path.split(separator: ".").dropLast().joined(separator: ".")
    }

    /// The sentence and the allowed values, as documented in the files.
    package var documentation: String {
        switch accepts {
        case .integer(let range):
            "\(sentence) From \(NumberFormat.number(range.lowerBound)) to \(NumberFormat.number(range.upperBound))."
        case .number(let range): "\(sentence) From \(range.lowerBound.plainText) to \(range.upperBound.plainText)."
        case .choice(let words): "\(sentence) One of \(words.joinedForPeople())."
        case .choices(let words): "\(sentence) Any of \(words.joinedForPeople())."
        case .rule(let rule): [sentence, Self.limit(of: rule)].compactMap(\.self).joined(separator: " ")
        case .section, .folder, .language, .boolean, .colour, .backgrounds, .hooks, .text, .properties, .address:
            sentence
        }
    }

    private static func limit(of rule: Rule) -> String? {
        guard let range = rule.settableLimits, let unit = rule.unit else { return nil }
        let measure = unit == "ratio" ? "a ratio" : "in \(unit)"
        let bounds = [range.lowerBound, range.upperBound].map { NumberFormat.number(Int($0)) }
        return "The limit is \(measure), from \(bounds[0]) to \(bounds[1])."
    }
}

import Foundation
import JobModel

/// The rules that turn file names into titles and ids.
///
/// The steps from a name to an id:
/// 1. The name is converted to Unicode NFC, so that the decomposed `é` of a Mac equals the composed one.
/// 2. The extension of an image (`.png`, `.svg`, …) and then `@1x`, `@2x` or `@3x` are dropped, regardless of case. The
/// name of a folder is kept whole.
/// 3. Letters and digits of any script are kept, with accents and vowel signs, and become lower case independently of
/// the locale.
/// 4. An emoji becomes its Unicode name: 😀 `grinning-face`, 👍🏽 `thumbs-up-sign-medium-tone`, 👩‍🚀 `woman-rocket`, 🇩🇪
/// `flag-de`, 3️⃣ `3`.
/// 5. Invisible characters (zero-width characters, direction marks, variation selectors) are dropped.
/// 6. Other characters, such as spaces, punctuation, newlines and dots, become one hyphen. An id neither starts nor
/// ends with one.
/// 7. An id has 1 to 80 bytes of UTF-8. If nothing is left, the id is `sticker-` (for a folder `pack-`) and the first 8
/// hexadecimal digits of the SHA-256 of the lower-case name. A longer id is cut between two characters and gets a
/// hyphen and these 8 digits.
///
/// An id is never `.` or `..` and contains no slash, so it can always be a file name.
package enum NameRule {
    /// The maximum length of an id in bytes of UTF-8.
    package static let longestID = 80

    /// The id of the sticker for a file name in any normalization form.
    package static func id(ofFile name: String) -> String {
        id(of: ArtName(name.nfc))
    }

    /// The id of the pack for a folder name in any normalization form.
    package static func id(ofFolder name: String) -> String {
        id(of: name.nfc, emptyPrefix: "pack")
    }

    static func id(of name: ArtName) -> String {
        id(of: name.stem, emptyPrefix: "sticker")
    }

    /// The title of a sticker. It is one line, and keeps the letters as typed. Spaces at the ends and direction marks
    /// are removed.
    package static func title(of name: ArtName) -> String {
        let title = readable(name.stem)
        return title.isEmpty ? "sticker" : title
    }

    /// Whether an id may have been derived from the wanted id. True for the wanted id itself, and for the wanted id
    /// with a number.
    static func isID(_ id: String, of wanted: String) -> Bool {
        guard id != wanted else { return true }
        guard let number = id.split(separator: "-").last.flatMap({ Int($0) }), number >= 2 else { return false }
        return numbered(wanted, number) == id
    }

    /// The id with a number appended, such as `happy-cat-2`.
    static func numbered(_ id: String, _ number: Int) -> String {
        let tail = "-\(number)"
        return cut(id, to: longestID - tail.utf8.count) + tail
    }

    private static func id(of name: String, emptyPrefix: String) -> String {
        let id = spelled(name)
        if !id.isEmpty, id.utf8.count <= longestID { return id }
        let digits = Digest.sha256(name.lowercased()).prefix(8)
        let start = cut(id, to: longestID - 1 - digits.count)
        return (start.isEmpty ? emptyPrefix : start) + "-" + digits
    }

    /// Applies steps 3 to 6 of the rule.
    private static func spelled(_ name: String) -> String {
        let scalars = Array(name.unicodeScalars)
        var id = ""
        var needsHyphen = false
        var index = 0
        func append(_ text: String) {
            if needsHyphen, !id.isEmpty { id += "-" }
            needsHyphen = false
            id += text
        }
        while index < scalars.count {
            let scalar = scalars[index]
            if let emoji = EmojiSpelling(scalars[index...]) {
                needsHyphen = true
                append(emoji.words)
                needsHyphen = true
                index += emoji.length
                continue
            }
            index += 1
            switch kind(of: scalar) {
            case .letter: append(lowered(scalar))
            case .mark: if !needsHyphen, !id.isEmpty { append(String(scalar)) }
            case .invisible: break
            case .separator: needsHyphen = true
            }
        }
        return id.nfc
    }

    private enum Kind {
        case letter, mark, invisible, separator
    }

    private static func kind(of scalar: Unicode.Scalar) -> Kind {
        // Lookups in the Unicode tables are slow, and names in ASCII do not need them.
        if scalar.isASCII { return isASCIILetterOrDigit(scalar) ? .letter : .separator }
        if scalar.properties.isDefaultIgnorableCodePoint { return .invisible }
        return switch scalar.properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .decimalNumber,
            .letterNumber, .otherNumber:
            .letter
        case .nonspacingMark, .spacingMark, .enclosingMark: .mark
        case .format: .invisible
        default: .separator
        }
    }

    private static func isASCIILetterOrDigit(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "a"..."z", "A"..."Z", "0"..."9": true
        default: false
        }
    }

    private static func lowered(_ scalar: Unicode.Scalar) -> String {
        scalar.isASCII ? String(scalar).lowercased() : scalar.properties.lowercaseMapping
    }

    /// The beginning of an id with at most `count` bytes, cut between two characters and without a hyphen at its end.
    private static func cut(_ id: String, to count: Int) -> String {
        var start = id[...]
        while start.utf8.count > count { start = start.dropLast() }
        while start.utf8.last == UInt8(ascii: "-") { start = start.dropLast() }
        return String(start)
    }

    private static func readable(_ stem: String) -> String {
        var title = String.UnicodeScalarView()
        for scalar in stem.unicodeScalars where scalar.isASCII || !scalar.properties.isBidiControl {
            if !isBlank(scalar) {
                title.append(scalar)
            } else if let last = title.last, last != " " {
                title.append(" ")
            }
        }
        if title.last == " " { title.removeLast() }
        return String(title)
    }

    private static func isBlank(_ scalar: Unicode.Scalar) -> Bool {
        if scalar.isASCII { return scalar.value <= 0x20 || scalar.value == 0x7F }
        return scalar.properties.isWhitespace || scalar.properties.generalCategory == .control
    }
}

/// Gives every name a unique id, even if several names have the same wanted id.
package enum UniqueIDs {
    package struct Assignment: Hashable, Sendable {
        package var id: String
        /// The index of the name that has the wanted id. Nil for the holder itself, or if no name has the id.
        package var holder: Int?
    }

    /// Assigns an id to each name. Published names keep their ids. Among the others, the first name gets the wanted id,
    /// and later ones get `-2`, `-3` and so on. Ids that other names want are skipped.
    ///
    /// - Parameter published: the published id of each name, nil for an unpublished one. A published id that no longer
    ///   derives from the wanted id, because the rules for names changed, is ignored.
    package static func assign(_ wanted: [String], published: [String?]) -> [Assignment] {
        var holders: [String: Int] = [:]
        var assigned: [String?] = Array(repeating: nil, count: wanted.count)
        for (place, id) in published.enumerated() {
            guard let id, holders[id] == nil, NameRule.isID(id, of: wanted[place]) else { continue }
            holders[id] = place
            assigned[place] = id
        }
        for (place, id) in wanted.enumerated() where assigned[place] == nil && holders[id] == nil {
            holders[id] = place
            assigned[place] = id
        }
        var taken = Set(wanted).union(holders.keys)
        // The next number of each id is stored. Otherwise, thousands of files with the same name would each start to
        // search at 2.
        var nextNumber: [String: Int] = [:]
        return wanted.enumerated().map { place, wish in
            let id = assigned[place] ?? free(wish, from: &nextNumber[wish, default: 2], taken: taken)
            taken.insert(id)
            return Assignment(id: id, holder: id == wish ? nil : holders[wish])
        }
    }

    private static func free(_ wanted: String, from number: inout Int, taken: Set<String>) -> String {
        while taken.contains(NameRule.numbered(wanted, number)) { number += 1 }
        return NameRule.numbered(wanted, number)
    }
}

extension String {
    /// The text in Unicode NFC. macOS and some sync clients use NFD, in which letters and accents are separate.
    package var nfc: String {
        // A name in ASCII is always in NFC. This check is ten times faster than the conversion.
        utf8.allSatisfy { $0 < 0x80 } ? self : precomposedStringWithCanonicalMapping
    }
}

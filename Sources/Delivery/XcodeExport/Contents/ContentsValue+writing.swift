import Foundation

extension ContentsValue {
    /// The bytes that Xcode 11 and later write: two spaces of indent, `"key" : value`, keys sorted, LF, and a final
    /// newline. Held against public catalogs made by Xcode; see `docs/xcode.md`.
    package var json: [UInt8] {
        var text = ""
        write(to: &text, indent: "")
        return Array((text + "\n").utf8)
    }

    private func write(to text: inout String, indent: String) {
        switch self {
        case .text(let value): text += ContentsValue.quoted(value)
        case .integer(let value): text += String(value)
        // Foundation writes 17 digits, so that 0.6 becomes 0.59999999999999998.
        case .real(let value): text += String(format: "%.17g", value)
        case .flag(let value): text += value ? "true" : "false"
        case .none: text += "null"
        case .list(let values):
            ContentsValue.write(values, between: "[", and: "]", to: &text, indent: indent) { value, text, indent in
                value.write(to: &text, indent: indent)
            }
        case .object(let members):
            let sorted = members.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
            ContentsValue.write(sorted, between: "{", and: "}", to: &text, indent: indent) { member, text, indent in
                text += ContentsValue.quoted(member.key) + " : "
                member.value.write(to: &text, indent: indent)
            }
        }
    }

    private static func write<Item>(
        _ items: [Item], between start: String, and end: String, to text: inout String, indent: String,
        item: (Item, inout String, String) -> Void
    ) {
        // Foundation leaves a line empty where nothing is.
        text += start + "\n"
        for (place, value) in items.enumerated() {
            text += indent + "  "
            item(value, &text, indent + "  ")
            text += place < items.count - 1 ? ",\n" : ""
        }
        text += "\n" + indent + end
    }

    /// As Foundation writes a string: slashes get a backslash (so in Apple's Asset Catalog Format Reference as well),
    /// and everything beyond ASCII stays as it is.
    private static func quoted(_ text: String) -> String {
        var quoted = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": quoted += "\\\""
            case "\\": quoted += "\\\\"
            case "/": quoted += "\\/"
            case "\n": quoted += "\\n"
            case "\r": quoted += "\\r"
            case "\t": quoted += "\\t"
            case "\u{8}": quoted += "\\b"
            case "\u{C}": quoted += "\\f"
            case let control where control.value < 0x20: quoted += String(format: "\\u%04x", control.value)
            default: quoted.unicodeScalars.append(scalar)
            }
        }
        return quoted + "\""
    }
}

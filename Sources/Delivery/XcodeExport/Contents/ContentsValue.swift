import Foundation

/// A value of one of Xcode's `Contents.json` files.
package enum ContentsValue: Hashable, Sendable {
    case text(String)
    case integer(Int)
    case real(Double)
    case flag(Bool)
    case none
    case list([ContentsValue])
    case object([String: ContentsValue])

    /// A member of an object. Nil for other values, and for a missing member.
    package subscript(key: String) -> ContentsValue? {
        if case .object(let members) = self { members[key] } else { nil }
    }

    package var text: String? {
        if case .text(let text) = self { text } else { nil }
    }

    package var list: [ContentsValue]? {
        if case .list(let list) = self { list } else { nil }
    }

    package var isObject: Bool {
        if case .object = self { true } else { false }
    }

    /// The value of an integer or a real number. Nil for other values.
    package var number: Double? {
        switch self {
        case .integer(let number): Double(number)
        case .real(let number): number
        default: nil
        }
    }

    /// The format information of every `Contents.json`.
    package static let info = ContentsValue.object(["author": .text("xcode"), "version": .integer(1)])

    /// The other value. If both are objects, their members are merged, and members that only this value has are kept.
    func overlaid(by other: ContentsValue) -> ContentsValue {
        guard case .object(var members) = self, case .object(let others) = other else { return other }
        for (key, value) in others {
            members[key] = members[key]?.overlaid(by: value) ?? value
        }
        return .object(members)
    }
}

extension ContentsValue {
    /// Reads a `Contents.json` in any layout.
    ///
    /// - Throws: `XcodeExportError.notContents` with `path` if the bytes are not JSON.
    package init(json: [UInt8], path: String) throws {
        do {
            self = try JSONDecoder().decode(ContentsValue.self, from: Data(json))
        } catch {
            throw XcodeExportError.notContents(path: path)
        }
    }
}

extension ContentsValue: Decodable {
    package init(from decoder: any Decoder) throws {
        if let keyed = try? decoder.container(keyedBy: AnyKey.self) {
            var members: [String: ContentsValue] = [:]
            for key in keyed.allKeys {
                members[key.stringValue] = try keyed.decode(ContentsValue.self, forKey: key)
            }
            self = .object(members)
        } else if var list = try? decoder.unkeyedContainer() {
            var values: [ContentsValue] = []
            while !list.isAtEnd {
                values.append(try list.decode(ContentsValue.self))
            }
            self = .list(values)
        } else {
            self = try ContentsValue(single: decoder.singleValueContainer())
        }
    }

    private init(single container: any SingleValueDecodingContainer) throws {
        if container.decodeNil() {
            self = .none
        } else if let flag = try? container.decode(Bool.self) {
            self = .flag(flag)
        } else if let number = try? container.decode(Int.self) {
            self = .integer(number)
        } else if let number = try? container.decode(Double.self) {
            self = .real(number)
        } else {
            self = .text(try container.decode(String.self))
        }
    }

    private struct AnyKey: CodingKey {
        var stringValue: String
        var intValue: Int? { nil }

        init(stringValue: String) {
            self.stringValue = stringValue
        }

        init?(intValue: Int) {
            return nil
        }
    }
}

extension ContentsValue {
    /// The bytes that Xcode 11 and later write: two spaces of indent, `"key" : value`, keys sorted, LF, and a final
    /// newline. `docs/internals/public-projects.md` compares them with public catalogs that Xcode made.
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
        // Foundation writes an empty line for an empty container.
        text += start + "\n"
        for (place, value) in items.enumerated() {
            text += indent + "  "
            item(value, &text, indent + "  ")
            text += place < items.count - 1 ? ",\n" : ""
        }
        text += "\n" + indent + end
    }

    /// A string in Foundation's form: slashes get a backslash (also in Apple's Asset Catalog Format Reference), and
    /// characters beyond ASCII are not escaped.
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

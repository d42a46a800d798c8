/// A value of one of Xcode's `Contents.json` files.
package enum ContentsValue: Hashable, Sendable {
    case text(String)
    case integer(Int)
    case real(Double)
    case flag(Bool)
    case none
    case list([ContentsValue])
    case object([String: ContentsValue])

    /// A member of an object; nil for other values, and where there is none.
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

    /// The number, whole or not.
    package var number: Double? {
        switch self {
        case .integer(let number): Double(number)
        case .real(let number): number
        default: nil
        }
    }

    /// What every `Contents.json` says of its format.
    package static let info = ContentsValue.object(["author": .text("xcode"), "version": .integer(1)])

    /// The value with another's members on top, objects into objects; members that only this one has stay.
    func overlaid(by other: ContentsValue) -> ContentsValue {
        guard case .object(var members) = self, case .object(let others) = other else { return other }
        for (key, value) in others {
            members[key] = members[key]?.overlaid(by: value) ?? value
        }
        return .object(members)
    }
}

import Foundation

/// A value of a property list. Both Info.plists and Xcode project files are property lists.
enum PropertyList: Sendable, Equatable {
    case text(String)
    case list([PropertyList])
    case dictionary([String: PropertyList])
    case other

    /// The maximum nesting depth. It is limited because Foundation's reader is recursive.
    private static let depthLimit = 200

    /// The maximum number of values. A shared value is counted once for each reference. Projects have far fewer
    /// values.
    private static let valueLimit = 1_000_000
    /// The maximum size in bytes. Project files and Info.plists are far smaller.
    private static let sizeLimit = 32 << 20

    /// - Returns: nil if the bytes are not a property list or exceed the limits.
    init?(_ bytes: [UInt8]) {
        guard PropertyList.isWithinLimits(bytes),
            let value = try? PropertyListSerialization.propertyList(from: Data(bytes), format: nil)
        else { return nil }
        self.init(value)
    }

    private init(_ value: Any) {
        switch value {
        case let text as String: self = .text(text)
        case let list as [Any]: self = .list(list.map(PropertyList.init))
        case let dictionary as [AnyHashable: Any]:
            var members: [String: PropertyList] = [:]
            for (key, value) in dictionary {
                if let key = key as? String { members[key] = PropertyList(value) }
            }
            self = .dictionary(members)
        default: self = .other
        }
    }

    /// A sentence that explains why bytes cannot be read as a property list.
    static func problem(with bytes: [UInt8]) -> String {
        isWithinLimits(bytes)
            ? "This file is not a property list."
            : "This property list is damaged, or too large or too deeply nested to be read."
    }

    private static func isWithinLimits(_ bytes: [UInt8]) -> Bool {
        guard bytes.count <= sizeLimit else { return false }
        guard BinaryPropertyList.matches(bytes) else { return depth(bytes) <= depthLimit }
        return BinaryPropertyList(bytes, depthLimit: depthLimit, objectLimit: valueLimit)?.isWithinLimits ?? false
    }

    /// An upper bound for the nesting depth. Counts brackets in the text format, and elements in the XML format.
    /// Brackets in strings are counted too.
    private static func depth(_ bytes: [UInt8]) -> Int {
        let isXML = bytes.prefix(512).contains(UInt8(ascii: "<")) && !bytes.starts(with: Array("//".utf8))
        var depth = 0
        var deepest = 0
        for (place, byte) in bytes.enumerated() {
            let isStart: Bool
            let isEnd: Bool
            if isXML {
                guard byte == UInt8(ascii: "<"), place + 1 < bytes.count else { continue }
                isEnd = bytes[place + 1] == UInt8(ascii: "/")
                // Only <dict> and <array> can contain other elements. All other elements do not increase the depth.
                isStart = bytes[place + 1] == UInt8(ascii: "d") || bytes[place + 1] == UInt8(ascii: "a")
                if isEnd, place + 2 < bytes.count, ![UInt8(ascii: "d"), UInt8(ascii: "a")].contains(bytes[place + 2]) {
                    continue
                }
            } else {
                isStart = byte == UInt8(ascii: "{") || byte == UInt8(ascii: "(")
                isEnd = byte == UInt8(ascii: "}") || byte == UInt8(ascii: ")")
            }
            if isStart { depth += 1 } else if isEnd { depth -= 1 }
            deepest = max(deepest, depth)
        }
        return deepest
    }

    subscript(key: String) -> PropertyList? {
        if case .dictionary(let members) = self { members[key] } else { nil }
    }

    var text: String? {
        if case .text(let text) = self { text } else { nil }
    }

    var list: [PropertyList]? {
        if case .list(let list) = self { list } else { nil }
    }

    var dictionary: [String: PropertyList]? {
        if case .dictionary(let members) = self { members } else { nil }
    }

    /// The texts of a list. Empty for all other values.
    var texts: [String] { list?.compactMap(\.text) ?? [] }
}

/// A dictionary that is divided into parts. Copies share all unchanged parts. Changing a few of thousands of values
/// therefore copies only a few parts, and comparing two states examines only the parts that differ in storage.
package struct PartedDictionary<Key: Hashable & Sendable, Value: Hashable & Sendable>: Sendable, Hashable {
    private static var partCount: Int { 128 }

    private var parts: [[Key: Value]] = []
    package private(set) var count = 0

    package init() {}

    package var isEmpty: Bool { count == 0 }

    package subscript(key: Key) -> Value? {
        get { parts.isEmpty ? nil : parts[part(of: key)][key] }
        set {
            if parts.isEmpty {
                guard newValue != nil else { return }
                parts = Array(repeating: [:], count: Self.partCount)
            }
            let place = part(of: key)
            let before = parts[place].count
            parts[place][key] = newValue
            count += parts[place].count - before
        }
    }

    package var keys: [Key] { parts.flatMap(\.keys) }

    /// Any one element that meets a condition. Nil if there is none.
    package func first(where isMet: (Key, Value) -> Bool) -> (key: Key, value: Value)? {
        for part in parts {
            if let found = part.first(where: { isMet($0.key, $0.value) }) { return found }
        }
        return nil
    }

    package func contains(where isMet: (Key, Value) -> Bool) -> Bool { first(where: isMet) != nil }

    package mutating func merge(_ others: Self) {
        guard !others.isEmpty else { return }
        guard !isEmpty else { return self = others }
        for part in others.parts { for (key, value) in part { self[key] = value } }
    }

    /// The keys whose values differ from those in another dictionary, including keys that only one of the
    /// dictionaries has.
    package func keys(differingFrom other: Self) -> Set<Key> {
        var keys: Set<Key> = []
        for place in 0..<max(parts.count, other.parts.count) {
            let (one, two) = (
                place < parts.count ? parts[place] : [:], place < other.parts.count ? other.parts[place] : [:]
            )
            guard one != two else { continue }
            for (key, value) in one where two[key] != value { keys.insert(key) }
            for key in two.keys where one[key] == nil { keys.insert(key) }
        }
        return keys
    }

    package static func == (one: Self, other: Self) -> Bool {
        one.count == other.count && (one.isEmpty || one.parts == other.parts)
    }

    package func hash(into hasher: inout Hasher) { hasher.combine(count) }

    private func part(of key: Key) -> Int { Int(UInt(bitPattern: key.hashValue) >> 13) % Self.partCount }
}

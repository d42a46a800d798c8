/// Names among which others are looked for. Of a large library there are a million, so only a hash of each is kept, which
/// nobody outside the process can guess: that one of a million names is mistaken for another happens once in ten million
/// runs.
package struct NameSet: Sendable {
    private var hashes: Set<Int> = []

    package init() {}

    /// - Returns: whether it was not there yet.
    @discardableResult
    package mutating func insert(_ name: String) -> Bool { hashes.insert(name.hashValue).inserted }

    package mutating func formUnion(_ names: some Sequence<String>) {
        for name in names { insert(name) }
    }

    package func contains(_ name: String) -> Bool { hashes.contains(name.hashValue) }
}

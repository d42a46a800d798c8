/// A set of names that stores only a hash of each name, because a large library has a million names. The hashes use a
/// random seed per process. The probability of a collision among a million names is about one in ten million.
package struct NameSet: Sendable {
    private var hashes: Set<Int> = []

    package init() {}

    /// Adds a name.
    ///
    /// - Returns: whether the name is new.
    @discardableResult
    package mutating func insert(_ name: String) -> Bool { hashes.insert(name.hashValue).inserted }

    package mutating func formUnion(_ names: some Sequence<String>) {
        for name in names { insert(name) }
    }

    package func contains(_ name: String) -> Bool { hashes.contains(name.hashValue) }
}

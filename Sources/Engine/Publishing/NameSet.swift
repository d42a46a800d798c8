/// A set of names. A large library has a million, so only a hash of each is stored, with a random seed per process.
/// With a million names, one run in ten million has a collision.
package struct NameSet: Sendable {
    private var hashes: Set<Int> = []

    package init() {}

    /// - Returns: whether it is new.
    @discardableResult
    package mutating func insert(_ name: String) -> Bool { hashes.insert(name.hashValue).inserted }

    package mutating func formUnion(_ names: some Sequence<String>) {
        for name in names { insert(name) }
    }

    package func contains(_ name: String) -> Bool { hashes.contains(name.hashValue) }
}

import JobModel

/// A set of names of files in the folder `assets`. Only 128 bits of each name's hash are stored, because a library
/// has up to a million files.
package struct AssetNames: Sendable, Equatable {
    private var keys: Set<AssetKey> = []

    package init() {}

    /// - Parameter names: file names relative to the output folder.
    package init(_ names: some Sequence<String>) { formUnion(names) }

    package var count: Int { keys.count }

    package func contains(_ name: String) -> Bool { keys.contains(AssetKey(name)) }

    package func isSubset(of others: AssetNames) -> Bool { keys.isSubset(of: others.keys) }

    package mutating func insert(_ name: String) { keys.insert(AssetKey(name)) }

    package mutating func remove(_ name: String) { keys.remove(AssetKey(name)) }

    package mutating func formUnion(_ names: some Sequence<String>) {
        for name in names { insert(name) }
    }

    package mutating func formUnion(_ others: AssetNames) { keys.formUnion(others.keys) }

    package mutating func formIntersection(_ others: AssetNames) { keys.formIntersection(others.keys) }

    package func union(_ names: some Sequence<String>) -> AssetNames {
        var union = self
        union.formUnion(names)
        return union
    }

    package func subtracting(_ names: some Sequence<String>) -> AssetNames {
        var rest = self
        for name in names { rest.remove(name) }
        return rest
    }
}

extension AssetNames: ExpressibleByArrayLiteral {
    package init(arrayLiteral names: String...) { self.init(names) }
}

/// The inode numbers of asset files. A readable name with the same number links to the asset.
package struct AssetFiles: Sendable {
    private var inodes: [AssetKey: UInt64] = [:]

    package init() {}

    package subscript(name: String) -> UInt64? {
        get { inodes[AssetKey(name)] }
        set { inodes[AssetKey(name)] = newValue }
    }
}

/// The number of human-readable names of each asset.
package struct AssetReferences: Sendable {
    /// The numbers are divided into 64 groups of 64 parts, so that a copy shares all unchanged parts, and that a change
    /// copies few references to parts.
    private var groups: [[[AssetKey: Int32]]] = Array(repeating: Array(repeating: [:], count: 64), count: 64)

    package init() {}

    package func contains(_ asset: String) -> Bool { count(of: AssetKey(asset)) != nil }

    private func count(of key: AssetKey) -> Int32? { groups[key.part >> 6][key.part & 63][key] }

    package mutating func add(_ asset: String) {
        let key = AssetKey(asset)
        groups[key.part >> 6][key.part & 63][key, default: 0] += 1
    }

    package mutating func remove(_ asset: String) {
        let key = AssetKey(asset)
        guard let count = count(of: key) else { return }
        groups[key.part >> 6][key.part & 63][key] = count > 1 ? count - 1 : nil
    }
}

/// 128 bits of the hash in an asset's file name. For any other name, 128 bits of the SHA-256 of the name.
private struct AssetKey: Hashable, Sendable {
    private var high: UInt64 = 0
    private var low: UInt64 = 0

    init(_ name: String) {
        if !read(name.utf8.dropFirst(OutputNames.assets.utf8.count + 1)) {
            read(Digest.sha256(name).utf8[...])
        }
    }

    /// The part of `AssetReferences` that contains this key. Hashes are distributed evenly over the parts.
    var part: Int { Int(truncatingIfNeeded: high >> 52) }

    /// Sets the key from a file name.
    ///
    ///  - Parameter digits: a file name such as `<sha256>.png`.
    ///  - Returns: false if the name does not begin with 64 lower-case hexadecimal digits.
    @discardableResult private mutating func read(_ digits: Substring.UTF8View) -> Bool {
        func number(_ place: Int) -> UInt64? { UInt64(hexadecimal: digits.dropFirst(16 * place).prefix(16)) }
        guard let first = number(0), let second = number(1), number(2) != nil, number(3) != nil else { return false }
        (high, low) = (first, second)
        // A name with the same hash but another file extension has a different key.
        for byte in digits.dropFirst(64) { low = (low ^ UInt64(byte)) &* 0x100_0000_01b3 }
        return true
    }
}

extension UInt64 {
    /// - Parameter digits: 16 lower-case hexadecimal digits. The result is nil for anything else.
    @inlinable package init?(hexadecimal digits: some Collection<UInt8>) {
        self = 0
        var count = 0
        for digit in digits {
            switch digit {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): self = self << 4 | UInt64(digit - UInt8(ascii: "0"))
            case UInt8(ascii: "a")...UInt8(ascii: "f"): self = self << 4 | UInt64(digit - UInt8(ascii: "a") + 10)
            default: return nil
            }
            count += 1
        }
        guard count == 16 else { return nil }
    }
}

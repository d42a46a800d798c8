import CryptoPrimitives
import FileAccess

/// SHA-256 of a list of pieces. Each piece is hashed together with its length, so that different lists have different
/// hashes.
package struct StructuredHasher {
    private var hash = SHA256()

    package init() {}

    package mutating func add(_ bytes: UnsafeRawBufferPointer) {
        add(bytes.count)
        hash.update(bytes)
    }

    package mutating func add(_ number: Int) {
        withUnsafeBytes(of: Int64(number).littleEndian) { hash.update($0) }
    }

    package mutating func add(_ text: String) {
        var text = text
        text.withUTF8 { add(UnsafeRawBufferPointer($0)) }
    }

    package mutating func add(_ stamp: FileStat) {
        for part in [stamp.size, stamp.modified, stamp.changed, Int(bitPattern: UInt(stamp.inode))] { add(part) }
        add(Int(bitPattern: UInt(stamp.device)))
    }

    /// The hash in lower-case hexadecimal.
    package var text: String { Digest.hexadecimal(hash.finalize()) }
}

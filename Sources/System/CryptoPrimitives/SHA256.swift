import COpenSSL

/// Computes the SHA-256 (FIPS 180-4) of a message, in one call or piece by piece.
///
/// A copy is independent of its original. libcrypto fails here only if there is not enough memory. The process then
/// ends, as usual in Swift.
package struct SHA256: Sendable {
    /// The number of bytes in a SHA-256.
    package static let byteCount = 32

    private var context = Context()

    package init() {}

    /// Loads the algorithm, so that later calls neither open files nor take locks. A process calls this before it is
    /// sandboxed.
    package static func prepare() {
        _ = Libcrypto.shared
    }

    /// The SHA-256 of a message in memory, as 32 bytes.
    package static func hash(_ bytes: UnsafeRawBufferPointer) -> [UInt8] {
        digest { EVP_Digest(bytes.baseAddress, bytes.count, $0, nil, Libcrypto.shared.sha256, nil) }
    }

    /// The SHA-256 of a message in memory, as 32 bytes.
    package static func hash(_ bytes: [UInt8]) -> [UInt8] {
        bytes.withUnsafeBytes { hash($0) }
    }

    /// Adds the next bytes of the message.
    package mutating func update(_ bytes: UnsafeRawBufferPointer) {
        if !isKnownUniquelyReferenced(&context) { context = Context(copying: context) }
        context.update(bytes)
    }

    /// Adds the next bytes of the message.
    package mutating func update(_ bytes: [UInt8]) {
        bytes.withUnsafeBytes { update($0) }
    }

    /// The SHA-256 of all bytes that have been added, as 32 bytes. More bytes may be added afterwards.
    package func finalize() -> [UInt8] {
        Context(copying: context).finalize()
    }

    /// The hash that `body` writes. Ends the process if `body` does not return success.
    private static func digest(_ body: (UnsafeMutablePointer<UInt8>?) -> Int32) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: byteCount) { buffer, count in
            require(body(buffer.baseAddress))
            count = byteCount
        }
    }

    private static func require(_ status: Int32) {
        precondition(status == 1, "libcrypto failed to compute a hash")
    }

    /// The state of one hash. `SHA256` changes the state only if it is the only owner.
    private final class Context: @unchecked Sendable {
        private let state: OpaquePointer

        convenience init() {
            self.init { EVP_DigestInit_ex2($0, Libcrypto.shared.sha256, nil) }
        }

        convenience init(copying other: Context) {
            self.init { EVP_MD_CTX_copy_ex($0, other.state) }
        }

        private init(_ start: (OpaquePointer) -> Int32) {
            guard let state = EVP_MD_CTX_new() else { preconditionFailure("libcrypto failed to compute a hash") }
            self.state = state
            SHA256.require(start(state))
        }

        deinit {
            EVP_MD_CTX_free(state)
        }

        func update(_ bytes: UnsafeRawBufferPointer) {
            SHA256.require(EVP_DigestUpdate(state, bytes.baseAddress, bytes.count))
        }

        func finalize() -> [UInt8] {
            SHA256.digest { EVP_DigestFinal_ex(state, $0, nil) }
        }
    }
}

import COpenSSL

/// OpenSSL's libcrypto, initialised for use.
///
/// `/etc/ssl/openssl.cnf` is not read. The system's policy for TLS must not affect hashes, and a sandboxed worker
/// cannot open the file. libcrypto is not cleaned up at exit, because threads may still be computing hashes.
struct Libcrypto: @unchecked Sendable {
    /// The only instance. Creating it loads libcrypto's algorithms, which takes about a millisecond.
    static let shared = Libcrypto()

    /// The algorithm SHA-256. It is looked up once, because a look-up for each hash takes longer than hashing a small
    /// message. libcrypto does not change it and counts references to it, so all threads may use it.
    let sha256: OpaquePointer

    private init() {
        OPENSSL_init_crypto(UInt64(OPENSSL_INIT_NO_LOAD_CONFIG | OPENSSL_INIT_NO_ATEXIT), nil)
        guard let sha256 = EVP_MD_fetch(nil, "SHA256", nil) else { preconditionFailure("libcrypto has no SHA-256") }
        self.sha256 = sha256
    }
}

/// A failure of libcrypto, described in a sentence without a full stop.
package struct CryptoError: Error, Equatable, CustomStringConvertible {
    package let description: String

    init(_ description: String) {
        self.description = description
    }
}

import COpenSSL

/// OpenSSL's libcrypto, ready for use.
///
/// `/etc/ssl/openssl.cnf` is not read: a system's policy for TLS must not affect file names, and a sandboxed worker
/// cannot open the file. libcrypto is not cleaned up at exit, because threads may still be hashing then.
struct Libcrypto: @unchecked Sendable {
    /// The only instance. Creating it loads libcrypto's algorithms, which takes about a millisecond.
    static let shared = Libcrypto()

    /// SHA-256, looked up once: an implicit lookup per digest costs more than hashing a small message. It is immutable
    /// and reference-counted by libcrypto, so that all threads may use it.
    let sha256: OpaquePointer

    private init() {
        OPENSSL_init_crypto(UInt64(OPENSSL_INIT_NO_LOAD_CONFIG | OPENSSL_INIT_NO_ATEXIT), nil)
        guard let sha256 = EVP_MD_fetch(nil, "SHA256", nil) else { preconditionFailure("libcrypto has no SHA-256") }
        self.sha256 = sha256
    }
}

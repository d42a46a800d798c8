import COpenSSL

/// Signatures by Ed25519 (RFC 8032). Keys have the RFC's raw form of 32 bytes.
package enum Ed25519 {
    /// The number of bytes in a private or public key.
    package static let keyByteCount = 32
    /// The number of bytes in a signature.
    package static let signatureByteCount = 64

    /// A key that signs.
    package struct PrivateKey: Sendable {
        /// The 32 secret bytes.
        package let rawRepresentation: [UInt8]
        /// The public key with which signatures by this key are verified.
        package let publicKey: PublicKey

        /// Generates a key from the system's random numbers.
        ///
        /// - Throws: `CryptoError` if the system does not provide random numbers.
        package init() throws(CryptoError) {
            _ = Libcrypto.shared
            var bytes = [UInt8](repeating: 0, count: keyByteCount)
            guard RAND_priv_bytes(&bytes, Int32(bytes.count)) == 1 else {
                throw CryptoError("the system provides no random numbers for a key")
            }
            try self.init(rawRepresentation: bytes)
        }

        /// - Throws: `CryptoError` unless there are exactly 32 bytes.
        package init(rawRepresentation: [UInt8]) throws(CryptoError) {
            self.rawRepresentation = rawRepresentation
            publicKey = try PublicKey(rawRepresentation: LoadedKey(private: rawRepresentation).publicBytes())
        }

        /// The signature of a message. It has 64 bytes, which are always the same for the same message.
        ///
        /// - Throws: `CryptoError` if there is not enough memory.
        package func signature(for message: UnsafeRawBufferPointer) throws(CryptoError) -> [UInt8] {
            let key = try LoadedKey(private: rawRepresentation)
            let context = EVP_MD_CTX_new()
            defer { EVP_MD_CTX_free(context) }
            var signature = [UInt8](repeating: 0, count: signatureByteCount)
            var count = signature.count
            let start = message.bindMemory(to: UInt8.self).baseAddress
            guard EVP_DigestSignInit(context, nil, nil, nil, key.pointer) == 1,
                EVP_DigestSign(context, &signature, &count, start, message.count) == 1, count == signatureByteCount
            else { throw CryptoError("libcrypto cannot sign") }
            return signature
        }
    }

    /// A key that verifies signatures.
    package struct PublicKey: Sendable {
        /// The key's 32 bytes.
        package let rawRepresentation: [UInt8]

        /// - Throws: `CryptoError` unless there are exactly 32 bytes.
        package init(rawRepresentation: [UInt8]) throws(CryptoError) {
            self.rawRepresentation = rawRepresentation
            _ = try LoadedKey(public: rawRepresentation)
        }

        /// Whether a signature was created for exactly this message with the matching private key.
        package func isValidSignature(_ signature: [UInt8], for message: UnsafeRawBufferPointer) -> Bool {
            guard let key = try? LoadedKey(public: rawRepresentation) else { return false }
            let context = EVP_MD_CTX_new()
            defer { EVP_MD_CTX_free(context) }
            let start = message.bindMemory(to: UInt8.self).baseAddress
            return EVP_DigestVerifyInit(context, nil, nil, nil, key.pointer) == 1
                && EVP_DigestVerify(context, signature, signature.count, start, message.count) == 1
        }
    }

    /// A key in the memory of libcrypto, for one operation.
    private struct LoadedKey: ~Copyable {
        let pointer: OpaquePointer

        init(private bytes: [UInt8]) throws(CryptoError) {
            try self.init(EVP_PKEY_new_raw_private_key_ex(nil, "ED25519", nil, bytes, bytes.count))
        }

        init(public bytes: [UInt8]) throws(CryptoError) {
            try self.init(EVP_PKEY_new_raw_public_key_ex(nil, "ED25519", nil, bytes, bytes.count))
        }

        private init(_ load: @autoclosure () -> OpaquePointer?) throws(CryptoError) {
            _ = Libcrypto.shared
            guard let pointer = load() else { throw CryptoError("this is not an Ed25519 key of 32 bytes") }
            self.pointer = pointer
        }

        deinit {
            EVP_PKEY_free(pointer)
        }

        func publicBytes() throws(CryptoError) -> [UInt8] {
            var bytes = [UInt8](repeating: 0, count: keyByteCount)
            var count = bytes.count
            guard EVP_PKEY_get_raw_public_key(pointer, &bytes, &count) == 1, count == keyByteCount else {
                throw CryptoError("libcrypto cannot derive a public key")
            }
            return bytes
        }
    }
}

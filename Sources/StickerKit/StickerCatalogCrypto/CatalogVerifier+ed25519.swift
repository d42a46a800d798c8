#if !canImport(CryptoKit)
    import CryptoPrimitives
    import Foundation
    import StickerManifest

    extension CatalogVerifier {
        /// A verifier that accepts manifests signed with one of these keys (Ed25519, RFC 8032). To replace a key, pass
        /// the old and the new one for a while.
        ///
        /// - Parameter publicKeys: keys as `stickerd keygen` prints them, in Base64.
        /// - Throws: `CatalogError.badKey` if a text is not a public key.
        public static func ed25519(publicKeys: [String]) throws -> CatalogVerifier {
            let keys = try publicKeys.map { text in
                guard let bytes = Data(base64Encoded: text),
                    let key = try? Ed25519.PublicKey(rawRepresentation: Array(bytes))
                else { throw CatalogError.badKey(text) }
                return key
            }
            return CatalogVerifier { signature, message in
                let signature = Array(signature)
                return message.withUnsafeBytes { bytes in
                    keys.contains { $0.isValidSignature(signature, for: bytes) }
                }
            }
        }
    }
#endif

#if !canImport(CryptoKit)
    import CryptoPrimitives
    import Foundation
    import StickerManifest

    extension CatalogVerifier {
        /// Trusts manifests that one of these keys signed (Ed25519, RFC 8032). Two keys make it possible to replace
        /// one.
        ///
        /// - Parameter publicKeys: keys as `stickerd keygen` prints them, in Base64.
        /// - Throws: `CatalogError.badKey`.
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

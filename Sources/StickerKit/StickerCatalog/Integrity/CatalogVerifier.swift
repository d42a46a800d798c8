import Foundation

#if canImport(CryptoKit)
    import CryptoKit
#endif

/// Decides whether a manifest comes from whom it should.
///
/// On Apple's platforms `ed25519(publicKeys:)` is made with CryptoKit. Elsewhere the product `StickerCatalogCrypto` has the
/// same function, made with OpenSSL; or give a function of your own.
public struct CatalogVerifier: Sendable {
    private let isValid: @Sendable (_ signature: Data, _ message: Data) -> Bool

    /// - Parameter isValid: whether a signature is one of a message by a key that is trusted.
    public init(_ isValid: @escaping @Sendable (_ signature: Data, _ message: Data) -> Bool) {
        self.isValid = isValid
    }

    /// - Throws: `CatalogError.wrongSignature`, also where there is none.
    func verify(_ json: Data) throws {
        guard let (message, signature) = Catalog.signedParts(of: json), isValid(signature, message) else {
            throw CatalogError.wrongSignature
        }
    }
}

#if canImport(CryptoKit)
    extension CatalogVerifier {
        /// Trusts manifests that one of these keys signed (Ed25519, RFC 8032). Two of them let a key be replaced.
        ///
        /// - Parameter publicKeys: keys as `stickerd keygen` prints them, in Base64.
        /// - Throws: `CatalogError.badKey`.
        public static func ed25519(publicKeys: [String]) throws -> CatalogVerifier {
            let keys = try publicKeys.map { text in
                guard let bytes = Data(base64Encoded: text),
                    let key = try? Curve25519.Signing.PublicKey(rawRepresentation: bytes)
                else { throw CatalogError.badKey(text) }
                return key
            }
            return CatalogVerifier { signature, message in
                keys.contains { $0.isValidSignature(signature, for: message) }
            }
        }
    }
#endif

import Foundation

#if canImport(CryptoKit)
    import CryptoKit
#endif

/// Checks the signature of a manifest.
///
/// On Apple's platforms, `ed25519(publicKeys:)` uses CryptoKit. On other platforms, the product `StickerCatalogCrypto`
/// has the same function with OpenSSL. You can also pass your own function.
public struct CatalogVerifier: Sendable {
    private let isValid: @Sendable (_ signature: Data, _ message: Data) -> Bool

    /// - Parameter isValid: returns whether a trusted key made this signature of this message.
    public init(_ isValid: @escaping @Sendable (_ signature: Data, _ message: Data) -> Bool) {
        self.isValid = isValid
    }

    /// Checks the signature of a manifest that is one document.
    ///
    /// - Throws: `CatalogError.wrongSignature`, also for an unsigned manifest.
    package func verify(_ json: Data) throws {
        guard let (message, signature) = Catalog.signedParts(of: json), isValid(signature, message) else {
            throw CatalogError.wrongSignature
        }
    }

    /// The text before an index in the bytes to sign, so that a signature made for anything else is not valid for an
    /// index.
    package static let indexPrefix = Data("stickerd-index-v2\n".utf8)

    /// Checks that one of the signatures in a served index is from a trusted key.
    ///
    /// - Throws: `CatalogError.wrongSignature`, also for an unsigned index.
    package func verify(index json: Data, _ signatures: [ManifestSignature]) throws {
        var message = json
        for signature in signatures {
            // If the value occurred twice, the signature would be ambiguous.
            guard !signature.value.isEmpty, let place = message.range(of: Data(signature.value.utf8)),
                message.range(of: Data(signature.value.utf8), in: place.upperBound..<message.endIndex) == nil
            else { throw CatalogError.wrongSignature }
            message.removeSubrange(place)
        }
        message = CatalogVerifier.indexPrefix + message
        let isTrusted = signatures.contains { signature in
            Data(base64Encoded: signature.value).map { isValid($0, message) } ?? false
        }
        guard isTrusted else { throw CatalogError.wrongSignature }
    }
}

#if canImport(CryptoKit)
    extension CatalogVerifier {
        /// A verifier that accepts manifests signed with one of these keys (Ed25519, RFC 8032). To replace a key, pass
        /// the old and the new one for a while.
        ///
        /// - Parameter publicKeys: keys as `stickerd keygen` prints them, in Base64.
        /// - Throws: `CatalogError.badKey` if a text is not a public key.
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

extension Catalog {
    /// The signed manifest as JSON. The signature covers exactly these bytes, but with an empty text for `signature`.
    /// The manifest and its signature are therefore one file.
    ///
    /// - Parameter sign: returns the signature of these bytes.
    public func json(signedBy sign: (Data) throws -> Data) throws -> Data {
        var catalog = self
        catalog.signature = ""
        catalog.signature = try sign(try catalog.json()).base64EncodedString()
        return try catalog.json()
    }

    /// The signed bytes and the signature of a manifest. Nil for an unsigned one.
    static func signedParts(of json: Data) -> (message: Data, signature: Data)? {
        struct Signed: Decodable { var signature: String }
        guard let text = try? JSONDecoder().decode(Signed.self, from: json).signature, !text.isEmpty,
            let signature = Data(base64Encoded: text), let place = json.range(of: Data(text.utf8)),
            // If the value occurred twice, the signature would be ambiguous.
            json.range(of: Data(text.utf8), in: place.upperBound..<json.endIndex) == nil
        else { return nil }
        var message = json
        message.removeSubrange(place)
        return (message, signature)
    }
}

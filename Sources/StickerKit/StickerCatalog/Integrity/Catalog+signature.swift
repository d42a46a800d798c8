import Foundation

extension Catalog {
    /// The manifest as it is written when it is signed. What is signed are these very bytes with an empty `signature`, so
    /// that a manifest and its signature are one file and always fit each other.
    ///
    /// - Parameter sign: makes a signature of bytes.
    public func json(signedBy sign: (Data) throws -> Data) throws -> Data {
        var catalog = self
        catalog.signature = ""
        catalog.signature = try sign(try catalog.json()).base64EncodedString()
        return try catalog.json()
    }

    /// What was signed, and the signature, of a manifest's bytes; nil when there is no signature in it.
    static func signedParts(of json: Data) -> (message: Data, signature: Data)? {
        struct Signed: Decodable { var signature: String }
        guard let text = try? JSONDecoder().decode(Signed.self, from: json).signature, !text.isEmpty,
            let signature = Data(base64Encoded: text), let place = json.range(of: Data(text.utf8)),
            // Were it there twice, it would not be said which of them is the signature.
            json.range(of: Data(text.utf8), in: place.upperBound..<json.endIndex) == nil
        else { return nil }
        var message = json
        message.removeSubrange(place)
        return (message, signature)
    }
}

import CryptoPrimitives
import Testing

@Suite("Ed25519")
struct Ed25519Tests {
    private func bytes(_ hex: String) -> [UInt8] {
        var rest = hex[...]
        var bytes: [UInt8] = []
        while !rest.isEmpty {
            bytes.append(UInt8(rest.prefix(2), radix: 16) ?? 0)
            rest = rest.dropFirst(2)
        }
        return bytes
    }

    // The values are from RFC 8032, section 7.1, tests 1 and 3.
    @Test(
        "derives the public keys and makes the signatures of RFC 8032",
        arguments: [
            (
                "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60",
                "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a", "",
                "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46b"
                    + "d25bf5f0595bbe24655141438e7a100b"
            ),
            (
                "c5aa8df43f9f837bedb7442f31dcb7b166d38535076f094b85ce3a2e0b4458f7",
                "fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025", "af82",
                "6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac18ff9b538d16f290ae67f760984dc659"
                    + "4a7c15e9716ed28dc027beceea1ec40a"
            ),
        ])
    func vectors(secret: String, publicKey: String, message: String, signature: String) throws {
        let key = try Ed25519.PrivateKey(rawRepresentation: bytes(secret))
        #expect(key.publicKey.rawRepresentation == bytes(publicKey))
        #expect(try bytes(message).withUnsafeBytes { try key.signature(for: $0) } == bytes(signature))
    }

    @Test("accepts a signature of the message and no other")
    func verification() throws {
        let key = try Ed25519.PrivateKey()
        let message = Array("three stickers".utf8)
        var signature = try message.withUnsafeBytes { try key.signature(for: $0) }
        #expect(message.withUnsafeBytes { key.publicKey.isValidSignature(signature, for: $0) })
        #expect(!message.dropLast().withUnsafeBytes { key.publicKey.isValidSignature(signature, for: $0) })
        let other = try Ed25519.PrivateKey().publicKey
        #expect(!message.withUnsafeBytes { other.isValidSignature(signature, for: $0) })
        signature[0] ^= 1
        #expect(!message.withUnsafeBytes { key.publicKey.isValidSignature(signature, for: $0) })
        #expect(!message.withUnsafeBytes { key.publicKey.isValidSignature([], for: $0) })
    }

    @Test("generates a new key each time, which loads again from its bytes")
    func generation() throws {
        let key = try Ed25519.PrivateKey()
        #expect(try Ed25519.PrivateKey().rawRepresentation != key.rawRepresentation)
        let again = try Ed25519.PrivateKey(rawRepresentation: key.rawRepresentation)
        #expect(again.publicKey.rawRepresentation == key.publicKey.rawRepresentation)
    }

    @Test("rejects keys of another length", arguments: [0, 31, 33, 64])
    func lengths(count: Int) {
        let bytes = [UInt8](repeating: 1, count: count)
        #expect(throws: CryptoError.self) { try Ed25519.PrivateKey(rawRepresentation: bytes) }
        #expect(throws: CryptoError.self) { try Ed25519.PublicKey(rawRepresentation: bytes) }
    }
}

import CryptoPrimitives
import Testing

@Suite("SHA-256")
struct SHA256Tests {
    private func hex(_ digest: [UInt8]) -> String {
        digest.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }

    // The values are from the NIST examples for FIPS 180-4 and the test vectors of NESSIE.
    @Test(
        "equals the published digests",
        arguments: [
            ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
            ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
            (
                String(repeating: "a", count: 1_000_000),
                "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"
            ),
        ])
    func vectors(message: String, digest: String) {
        #expect(hex(SHA256.hash(Array(message.utf8))) == digest)
    }

    @Test("gives the same digest for every division of the message")
    func incremental() {
        let message = (0..<1000).map { UInt8(truncatingIfNeeded: $0 &* 37 &+ 11) }
        for cut in [0, 1, 63, 64, 65, 999, 1000] {
            var hash = SHA256()
            hash.update(Array(message[..<cut]))
            hash.update(Array(message[cut...]))
            #expect(hash.finalize() == SHA256.hash(message))
        }
    }

    @Test("is a value: a copy is independent, and more bytes may follow a digest")
    func copies() {
        var original = SHA256()
        original.update(Array("ab".utf8))
        var copy = original
        copy.update(Array("x".utf8))
        #expect(copy.finalize() == SHA256.hash(Array("abx".utf8)))
        #expect(original.finalize() == SHA256.hash(Array("ab".utf8)))
        original.update(Array("c".utf8))
        #expect(original.finalize() == SHA256.hash(Array("abc".utf8)))
    }
}

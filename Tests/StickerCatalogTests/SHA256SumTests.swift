import Foundation
import JobModel
import StickerCatalog
import StickerManifest
import Testing

@Suite("SHA-256 without CryptoKit")
struct SHA256SumTests {
    private func text(_ data: Data) -> String {
        SHA256Sum.of(data).map { byte in
            let digits = String(byte, radix: 16)
            return digits.count == 1 ? "0" + digits : digits
        }.joined()
    }

    // The values are from the NIST examples for FIPS 180-4 and the test vectors of NESSIE.
    @Test(
        "equals the published digests",
        arguments: [
            ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
            ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
            (
                "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
                "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
            ),
            (
                String(repeating: "a", count: 1_000_000),
                "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"
            ),
        ])
    func vectors(message: String, digest: String) {
        #expect(text(Data(message.utf8)) == digest)
    }

    @Test("equals OpenSSL for every length up to four blocks")
    func lengths() {
        let bytes = (0..<260).map { UInt8(truncatingIfNeeded: $0 &* 37 &+ 11) }
        for count in 0...256 {
            #expect(text(Data(bytes[..<count])) == Digest.sha256(Array(bytes[..<count])))
        }
    }

    @Test("takes a slice of data, whose first index is not 0")
    func slices() {
        let data = Data("xxabcxx".utf8)
        #expect(text(data[2..<5]) == Digest.sha256("abc"))
    }
}

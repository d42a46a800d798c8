import CryptoPrimitives

/// SHA-256 in stickerd's notation.
package enum Digest {
    /// Loads the libraries for hashing, for a process that will be sandboxed.
    package static func prepare() {
        SHA256.prepare()
    }

    /// SHA-256 of bytes, in lower-case hexadecimal.
    package static func sha256(_ bytes: [UInt8]) -> String {
        hexadecimal(SHA256.hash(bytes))
    }

    /// SHA-256 of a text in UTF-8.
    package static func sha256(_ text: String) -> String {
        sha256(Array(text.utf8))
    }

    /// Whether a text has the form of a SHA-256: 64 hexadecimal digits in lower case.
    package static func isSHA256(_ text: String) -> Bool {
        text.utf8.count == 64
            && text.utf8.allSatisfy {
                (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
                    || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains($0)
            }
    }

    /// The bytes of a hash in lower-case hexadecimal.
    package static func hexadecimal(_ digest: some Sequence<UInt8>) -> String {
        let digits = Array("0123456789abcdef".utf8)
        var text: [UInt8] = []
        text.reserveCapacity(64)
        for byte in digest {
            text.append(digits[Int(byte >> 4)])
            text.append(digits[Int(byte & 15)])
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// The hash of a sequence of frames, from the hashes of the frames.
    package static func sequence(_ digests: [String]) -> String {
        sha256("frames\n" + digests.map { $0 + "\n" }.joined())
    }
}

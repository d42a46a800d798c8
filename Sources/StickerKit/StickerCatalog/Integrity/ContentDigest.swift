import Foundation

#if canImport(CryptoKit)
    import CryptoKit
#endif

/// SHA-256 as the manifest writes it. CryptoKit computes it if it is available, otherwise `SHA256Sum`, so this library
/// needs only Foundation.
enum ContentDigest {
    /// The hash of some bytes, in lower-case hexadecimal.
    static func sha256(_ data: Data) -> String {
        #if canImport(CryptoKit)
            let bytes = Array(SHA256.hash(data: data))
        #else
            let bytes = SHA256Sum.of(data)
        #endif
        let digits = Array("0123456789abcdef".utf8)
        return String(decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
    }
}

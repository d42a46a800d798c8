/// A failure of libcrypto, described in a sentence without a full stop.
package struct CryptoError: Error, Equatable, CustomStringConvertible {
    package let description: String

    init(_ description: String) {
        self.description = description
    }
}

import Foundation

extension String {
    /// The text in Unicode NFC: macOS and some sync clients send letters and their accents apart (NFD).
    package var nfc: String {
        // Most names are ASCII, which NFC never changes; asking Foundation costs ten times as much.
        utf8.allSatisfy { $0 < 0x80 } ? self : precomposedStringWithCanonicalMapping
    }
}

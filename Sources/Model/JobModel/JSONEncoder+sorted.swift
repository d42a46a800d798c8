import Foundation

extension JSONEncoder {
    /// An encoder with sorted keys and unescaped slashes. Equal values have equal bytes.
    package static var sorted: JSONEncoder {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return encoder
    }

    /// The encoder `sorted`, with an indent of two spaces, for files that people read.
    package static var indented: JSONEncoder {
        let encoder = JSONEncoder.sorted
        encoder.outputFormatting.insert(.prettyPrinted)
        return encoder
    }

    /// The encoder `sorted`, with dates in ISO 8601 format, to the second.
    package static var dated: JSONEncoder {
        let encoder = JSONEncoder.sorted
        encoder.dateEncodingStrategy = .iso8601
        return encoder
    }
}

extension JSONDecoder {
    /// A decoder for the output of `JSONEncoder.dated`.
    package static var dated: JSONDecoder {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .iso8601
        return decoder
    }
}

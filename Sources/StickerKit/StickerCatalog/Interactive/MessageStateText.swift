import Foundation

/// The text of a state: the version and the move in decimal, and the payload's JSON in base64url without padding (RFC
/// 4648, section 5), separated by dots. All of its characters are allowed in URLs without encoding.
enum MessageStateText {
    /// The fields of a state's text. The payload is not decoded yet.
    struct Fields {
        let version: Int
        let move: Int
        let payload: String
    }

    static let largestNumber = 999_999_999
    /// The deepest permitted nesting of arrays and objects in a payload. A decoder recurses at each level, and much
    /// deeper nesting would exhaust its thread's stack.
    static let deepestNesting = 32

    /// - Throws: `MessageStateError.outOfRange`.
    static func checked(_ number: Int) throws -> Int {
        guard (0...largestNumber).contains(number) else { throw MessageStateError.outOfRange(number) }
        return number
    }

    /// - Throws: `MessageStateError.damaged`.
    static func fields(of text: String) throws -> Fields {
        let fields = text.utf8.split(separator: UInt8(ascii: "."), maxSplits: 3, omittingEmptySubsequences: false)
        guard fields.count == 3, let version = number(fields[0]), let move = number(fields[1]) else {
            throw MessageStateError.damaged("it is not a version, a move and a payload")
        }
        return Fields(version: version, move: move, payload: String(Substring(fields[2])))
    }

    /// Parses a version or a move. Nil unless Swift prints the number with the same digits, so that each number has one
    /// text.
    private static func number(_ digits: Substring.UTF8View) -> Int? {
        guard (1...9).contains(digits.count),
            digits.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }),
            digits.count == 1 || digits.first != UInt8(ascii: "0")
        else { return nil }
        return Int(Substring(digits))
    }

    /// - Throws: `MessageStateError.notEncodable`.
    static func encode(_ payload: some Encodable) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let json: Data
        do {
            json = try encoder.encode(payload)
        } catch {
            throw MessageStateError.notEncodable(String(describing: error))
        }
        guard nesting(of: json) <= deepestNesting else {
            throw MessageStateError.notEncodable("it is nested more than \(deepestNesting) levels deep")
        }
        return base64URL(json)
    }

    /// - Throws: `MessageStateError.damaged`.
    static func decode<Payload: Decodable>(_ type: Payload.Type, from text: String) throws -> Payload {
        // A decoder would accept UTF-16 too, in which brackets cannot be counted byte by byte.
        guard let json = data(base64URL: text), String(data: json, encoding: .utf8) != nil, !json.contains(0) else {
            throw MessageStateError.damaged("the payload is not text in base64url")
        }
        guard nesting(of: json) <= deepestNesting else {
            throw MessageStateError.damaged("the payload is nested more than \(deepestNesting) levels deep")
        }
        do {
            return try JSONDecoder().decode(type, from: json)
        } catch {
            throw MessageStateError.damaged("the payload cannot be decoded: \(summary(of: error))")
        }
    }

    /// A summary of an error, without the payload's own text, which may be long.
    private static func summary(of error: any Error) -> String {
        guard case let error as DecodingError = error else { return "\(type(of: error))" }
        return switch error {
        case .typeMismatch(_, let context), .valueNotFound(_, let context): path(context.codingPath, "has another type")
        case .keyNotFound(let key, let context): path(context.codingPath + [key], "is missing")
        case .dataCorrupted(let context): path(context.codingPath, "is not valid")
        @unknown default: "it is not valid"
        }
    }

    private static func path(_ keys: [any CodingKey], _ problem: String) -> String {
        keys.isEmpty
            ? "it \(problem)"
            : "“\(keys.prefix(8).map { $0.stringValue.prefix(20) }.joined(separator: "."))” \(problem)"
    }

    /// The deepest nesting of arrays and objects. Undefined for a text that is not JSON.
    private static func nesting(of json: Data) -> Int {
        var (depth, deepest) = (0, 0)
        var (isInString, isEscaped) = (false, false)
        for byte in json {
            switch byte {
            case _ where isEscaped: isEscaped = false
            case UInt8(ascii: "\\") where isInString: isEscaped = true
            case UInt8(ascii: "\""): isInString.toggle()
            case UInt8(ascii: "["), UInt8(ascii: "{"):
                if !isInString { depth += 1 }
                deepest = max(deepest, depth)
            case UInt8(ascii: "]"), UInt8(ascii: "}"):
                if !isInString { depth -= 1 }
            default: break
            }
        }
        return deepest
    }

    private static func base64URL(_ data: Data) -> String {
        data.base64EncodedString().replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
    }

    /// - Returns: the decoded bytes. Nil if the text differs from their canonical encoding.
    private static func data(base64URL text: String) -> Data? {
        let padding = String(repeating: "=", count: (4 - text.utf8.count % 4) % 4)
        let base64 = text.replacing("-", with: "+").replacing("_", with: "/") + padding
        guard let data = Data(base64Encoded: base64), base64URL(data) == text else { return nil }
        return data
    }
}

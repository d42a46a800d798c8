/// The names of the members of a JSON object, from the whole text or its start. Values are skipped.
struct JSONOutline {
    private(set) var names: Set<String> = []
    /// Whether the end of the object was reached.
    private(set) var isWhole = false

    /// The maximum number of names. The files that stickerd recognises have fewer.
    private static let mostNames = 256

    /// Nil for a text that does not begin with an object.
    init?(_ text: [UInt8]) {
        let start = text.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        guard let opening = text[start...].firstIndex(where: { $0 > 0x20 }), text[opening] == UInt8(ascii: "{") else {
            return nil
        }
        read(text[(opening + 1)...])
    }

    private mutating func read(_ text: ArraySlice<UInt8>) {
        var depth = 1
        var expectsName = true
        var place = text.startIndex
        while place < text.endIndex, names.count < Self.mostNames {
            switch text[place] {
            case UInt8(ascii: "\""):
                guard let end = Self.end(ofString: text, after: place) else { return }
                if depth == 1, expectsName {
                    names.insert(String(decoding: text[(place + 1)..<end], as: UTF8.self))
                    expectsName = false
                }
                place = end
            case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                depth -= 1
                if depth == 0 {
                    isWhole = true
                    return
                }
            case UInt8(ascii: ",") where depth == 1: expectsName = true
            default: break
            }
            place += 1
        }
    }

    /// The index of the closing quotation mark.
    private static func end(ofString text: ArraySlice<UInt8>, after start: Int) -> Int? {
        var place = start + 1
        while place < text.endIndex {
            switch text[place] {
            case UInt8(ascii: "\""): return place
            case UInt8(ascii: "\\"): place += 2
            default: place += 1
            }
        }
        return nil
    }
}

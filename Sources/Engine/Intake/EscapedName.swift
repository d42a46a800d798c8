/// Converts the name of a file to text if its bytes are not valid UTF-8.
package enum EscapedName {
    /// The name in NFC, with an escape such as `\xF6` for each byte that is not part of UTF-8.
    package static func text(of name: some Collection<UInt8>) -> String {
        let bytes = Array(name)
        var parser = Unicode.UTF8.ForwardParser()
        var iterator = bytes.makeIterator()
        var text = ""
        var place = 0
        while true {
            switch parser.parseScalar(from: &iterator) {
            case .valid(let encoded):
                text.unicodeScalars.append(Unicode.UTF8.decode(encoded))
                place += encoded.count
            case .error(let length):
                let end = min(place + length, bytes.count)
                for byte in bytes[place..<end] {
                    text += (byte < 0x10 ? "\\x0" : "\\x") + String(byte, radix: 16, uppercase: true)
                }
                place = end
            case .emptyInput:
                return text.nfc
            }
        }
    }
}

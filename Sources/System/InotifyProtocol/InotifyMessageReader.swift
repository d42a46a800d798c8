/// A received message: its kind and the bytes of its values.
package struct InotifyMessage: Sendable, Equatable {
    package var kind: UInt8
    package var body: [UInt8]

    var fields: Fields { Fields(kind: kind, bytes: body[...]) }

    /// Reads the values of a message, from its start.
    struct Fields {
        let kind: UInt8
        private(set) var bytes: ArraySlice<UInt8>

        mutating func takeNumber() throws(InotifyProtocolError) -> UInt32 {
            guard bytes.count >= 4 else { throw .malformed(kind: kind) }
            defer { bytes = bytes.dropFirst(4) }
            return bytes.littleEndianNumber
        }
    }
}

/// Splits the bytes from a pipe into messages.
package struct InotifyMessageReader: Sendable {
    private var bytes: [UInt8] = []
    /// The position at which the next message begins.
    private var position = 0

    package init() {}

    package mutating func append(_ more: some Collection<UInt8>) {
        if position > 0 {
            bytes.removeFirst(position)
            position = 0
        }
        bytes.append(contentsOf: more)
    }

    /// The next message. Nil if it is not complete yet.
    ///
    /// - Throws: `InotifyProtocolError.tooLong` or `malformed`. The sender has then violated the protocol, and the
    ///   following bytes cannot be read.
    package mutating func next() throws(InotifyProtocolError) -> InotifyMessage? {
        let rest = bytes[position...]
        guard rest.count >= 4 else { return nil }
        let count = Int(rest.littleEndianNumber)
        guard count <= InotifyProtocol.longestMessage else { throw .tooLong(count) }
        guard count >= 1 else { throw .malformed(kind: 0) }
        guard rest.count >= 4 + count else { return nil }
        let message = rest.dropFirst(4).prefix(count)
        position += 4 + count
        return InotifyMessage(kind: message[message.startIndex], body: Array(message.dropFirst()))
    }
}

extension Array<UInt8> {
    /// Appends a message, with its length in front.
    mutating func appendMessage(kind: UInt8, numbers: [UInt32] = [], text: [UInt8] = []) {
        append(littleEndian: UInt32(1 + 4 * numbers.count + text.count))
        append(kind)
        for number in numbers { append(littleEndian: number) }
        append(contentsOf: text)
    }

    private mutating func append(littleEndian number: UInt32) {
        Swift.withUnsafeBytes(of: number.littleEndian) { append(contentsOf: $0) }
    }
}

extension ArraySlice<UInt8> {
    /// The number in the first four bytes. There must be at least four bytes.
    fileprivate var littleEndianNumber: UInt32 {
        prefix(4).reversed().reduce(0) { $0 << 8 | UInt32($1) }
    }
}

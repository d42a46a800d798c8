import Synchronization

/// The end of what a process wrote to stderr: what people are shown when it dies.
package final class LastWords: Sendable {
    /// The most bytes kept.
    package static let limit = 4096

    private let bytes = Mutex<[UInt8]>([])

    package init() {}

    /// Takes more of it, and forgets the oldest.
    package func append(_ piece: UnsafeRawBufferPointer) {
        bytes.withLock { kept in
            kept.append(contentsOf: piece.suffix(Self.limit))
            if kept.count > Self.limit { kept.removeFirst(kept.count - Self.limit) }
        }
    }

    /// As text, without white space at its ends; what is no UTF-8, as after a cut within a character, is replaced.
    package var text: String {
        let kept = bytes.withLock { $0 }
        let text = String(decoding: kept, as: UTF8.self)
        guard let first = text.firstIndex(where: { !$0.isWhitespace }),
            let last = text.lastIndex(where: { !$0.isWhitespace })
        else { return "" }
        return String(text[first...last])
    }
}

/// Puts an answer together from the pieces that a pipe delivers.
struct LineDecoder: Sendable {
    /// What a piece completed.
    enum Progress: Equatable {
        /// No newline yet.
        case incomplete
        /// A line, without its newline, and nothing behind it.
        case complete([UInt8])
        /// More came after the newline than was asked for.
        case overfull([UInt8])
        /// Longer than the limit.
        case tooLong
    }

    /// The most bytes a line may have.
    let limit: Int
    private var bytes: [UInt8] = []

    init(limit: Int) {
        self.limit = limit
    }

    /// Takes the next piece.
    mutating func append(_ piece: UnsafeRawBufferPointer) -> Progress {
        guard let newline = piece.firstIndex(of: UInt8(ascii: "\n")) else {
            guard bytes.count + piece.count <= limit else { return .tooLong }
            bytes.append(contentsOf: piece)
            return .incomplete
        }
        guard bytes.count + newline <= limit else { return .tooLong }
        bytes.append(contentsOf: piece[..<newline])
        let line = bytes
        bytes = []
        return newline == piece.count - 1 ? .complete(line) : .overfull(line)
    }
}

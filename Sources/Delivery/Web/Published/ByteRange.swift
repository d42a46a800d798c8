/// The part of a file that a request asks for (RFC 9110, section 14).
enum ByteRange: Equatable {
    /// All of it: no range is asked for, or one in a form that need not be answered.
    case whole
    /// These bytes, counted from 0.
    case part(Range<Int>)
    /// A range that begins after the end.
    case unsatisfiable

    /// - Parameters:
    ///   - header: the field `Range`.
    ///   - size: the file's bytes.
    init(_ header: String?, size: Int) {
        guard let match = header?.wholeMatch(of: /bytes=([0-9]{0,18})-([0-9]{0,18})/) else {
            self = .whole
            return
        }
        switch (Int(match.1), Int(match.2)) {
        case (nil, nil): self = .whole
        case (nil, let last?): self = last > 0 && size > 0 ? .part(max(0, size - last)..<size) : .unsatisfiable
        case (let first?, nil): self = first < size ? .part(first..<size) : .unsatisfiable
        case (let first?, let last?):
            if last < first {
                self = .whole
            } else {
                self = first < size ? .part(first..<min(last + 1, size)) : .unsatisfiable
            }
        }
    }
}

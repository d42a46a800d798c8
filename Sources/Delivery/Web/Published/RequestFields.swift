/// The field `If-None-Match` (RFC 9110, section 13.1.2).
enum EntityTags {
    /// Whether the field matches one of the response's entity tags.
    ///
    /// - Parameters:
    ///   - header: the value of the field: `*` or a list of tags, which may be weak.
    ///   - tags: the entity tags of the response, without quotation marks.
    static func match(_ header: String?, _ tags: String...) -> Bool {
        guard let header else { return false }
        return header.split(separator: ",").contains { item in
            let tag = item.trimming { $0 == " " || $0 == "\t" }
            if tag == "*" { return true }
            return tags.contains { tag == "\"\($0)\"" || tag == "W/\"\($0)\"" }
        }
    }
}

extension Substring {
    fileprivate func trimming(_ isSpace: (Character) -> Bool) -> Substring {
        var text = self
        while let first = text.first, isSpace(first) { text.removeFirst() }
        while let last = text.last, isSpace(last) { text.removeLast() }
        return text
    }
}

/// The field `Range` (RFC 9110, section 14).
enum ByteRange: Equatable {
    /// The complete file. Used without a range, or if the range may be ignored.
    case complete
    /// A part of the file, as byte positions from 0.
    case part(Range<Int>)
    /// The range begins after the end of the file.
    case unsatisfiable

    /// - Parameters:
    ///   - header: the value of the field.
    ///   - size: the size of the file in bytes.
    init(_ header: String?, size: Int) {
        guard let match = header?.wholeMatch(of: /bytes=([0-9]{0,18})-([0-9]{0,18})/) else {
            self = .complete
            return
        }
        switch (Int(match.1), Int(match.2)) {
        case (nil, nil): self = .complete
        case (nil, let last?): self = last > 0 && size > 0 ? .part(max(0, size - last)..<size) : .unsatisfiable
        case (let first?, nil): self = first < size ? .part(first..<size) : .unsatisfiable
        case (let first?, let last?):
            if last < first {
                self = .complete
            } else {
                self = first < size ? .part(first..<min(last + 1, size)) : .unsatisfiable
            }
        }
    }
}

/// The field `Accept-Encoding` (RFC 9110, section 12.5.3).
enum AcceptedEncodings {
    /// Whether the client accepts gzip.
    ///
    /// - Parameter header: the value of the field.
    static func includeGzip(_ header: String?) -> Bool {
        guard let header else { return false }
        return header.lowercased().split(separator: ",").contains { item in
            let parts = item.split(separator: ";").map { $0.filter { $0 != " " && $0 != "\t" } }
            guard parts.first == "gzip" else { return false }
            return !parts.dropFirst().contains { $0.wholeMatch(of: /q=0(\.0{0,3})?/) != nil }
        }
    }
}

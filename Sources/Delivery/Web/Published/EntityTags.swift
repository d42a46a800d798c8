/// Whether a client has what it asks for already (RFC 9110, section 13.1.2).
enum EntityTags {
    /// - Parameters:
    ///   - header: the field `If-None-Match`: `*` or a list of tags, weak ones too.
    ///   - tags: those of what would be answered, without quotation marks.
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

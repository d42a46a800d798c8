import CXML

/// The parser options of libxml2, and the limits for documents.
enum XMLLimits {
    /// libxml2's limit for one attribute or text. Source: libxml2 2.9, XML_MAX_TEXT_LENGTH.
    private static let longestText = 10_000_000
    /// libxml2's usual limit for the depth of nested elements. The option that removes the limit for texts also
    /// removes this one. Source: libxml2 2.9, xmlParserMaxDepth.
    static let mostDepth = 256

    /// Whether libxml2 must accept texts that are longer than its usual limit. Documents with entities keep the
    /// limit, because it also stops entities that multiply each other.
    static func needsMore(_ bytes: [UInt8]) -> Bool {
        bytes.count > longestText && !declaresEntities(bytes)
    }

    static func options(for bytes: [UInt8]) -> Int32 {
        let usual = Int32(XML_PARSE_NONET.rawValue | XML_PARSE_BIG_LINES.rawValue)
        return needsMore(bytes) ? usual | Int32(XML_PARSE_HUGE.rawValue) : usual
    }

    /// Keeps a parser from opening files and from printing messages.
    static func closeDoors(of events: inout xmlSAXHandler) {
        events.entityDecl = { context, name, type, publicID, systemID, content in
            guard type == Int32(XML_INTERNAL_GENERAL_ENTITY.rawValue) else { return }
            xmlSAX2EntityDecl(context, name, type, publicID, systemID, content)
        }
        events.getParameterEntity = { _, _ in nil }
        events.resolveEntity = { _, _, _ in nil }
        events.externalSubset = nil
        (events.serror, events.warning, events.error, events.fatalError) = (nil, nil, nil, nil)
    }

    private static func declaresEntities(_ bytes: [UInt8]) -> Bool {
        let isWide = bytes.starts(with: [0xFE, 0xFF]) || bytes.starts(with: [0xFF, 0xFE])
        return isWide
            || bytes.withUnsafeBytes { bytes in
                let end = bytes.count - 8
                var index = 0
                while index < end {
                    // "<!ENTITY"
                    if bytes[index] == 0x3C, bytes[index + 1] == 0x21, bytes[index + 2] == 0x45 { return true }
                    index += 1
                }
                return false
            }
    }
}

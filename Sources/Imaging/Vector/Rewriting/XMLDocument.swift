import CXML

/// An XML document as a tree of libxml2, which can be changed and serialised.
///
/// Entities that the document declares are replaced. No other file is opened.
final class XMLDocument {
    private let document: xmlDocPtr
    let root: XMLElement

    /// - Returns: nil for a document that is not well-formed.
    init?(_ bytes: [UInt8]) {
        guard let length = Int32(exactly: bytes.count),
            let context = bytes.withUnsafeBytes({
                xmlCreateMemoryParserCtxt($0.baseAddress?.assumingMemoryBound(to: CChar.self), length)
            })
        else { return nil }
        defer { xmlFreeParserCtxt(context) }
        xmlCtxtUseOptions(context, XMLLimits.options(for: bytes))
        context.pointee.replaceEntities = 1
        XMLLimits.closeDoors(of: &context.pointee.sax.pointee)
        let status = xmlParseDocument(context)
        guard let document = context.pointee.myDoc else { return nil }
        context.pointee.myDoc = nil
        guard status == 0, context.pointee.wellFormed != 0, let root = xmlDocGetRootElement(document) else {
            xmlFreeDoc(document)
            return nil
        }
        (self.document, self.root) = (document, XMLElement(node: root))
    }

    deinit {
        xmlFreeDoc(document)
    }

    /// All elements, in the order of the document.
    var elements: [XMLElement] { [root] + root.descendants }

    /// The document as UTF-8, without its entity declarations.
    ///
    /// - Returns: nil if memory is insufficient.
    var bytes: [UInt8]? {
        guard let buffer = xmlBufferCreate() else { return nil }
        defer { xmlBufferFree(buffer) }
        let count = xmlNodeDump(buffer, document, root.node, 0, 0)
        guard count > 0, let content = xmlBufferContent(buffer) else { return nil }
        return Array(UnsafeBufferPointer(start: content, count: Int(count)))
    }
}

import CXML

/// An element of an `XMLDocument`, valid only while the document exists.
struct XMLElement: Hashable {
    let node: xmlNodePtr

    private static let svg = "http://www.w3.org/2000/svg"

    /// The name without a prefix. Empty for an element of a namespace other than SVG's.
    var name: String {
        let isSVG = node.pointee.ns?.pointee.href.map { String(cString: $0) == XMLElement.svg } ?? true
        return isSVG ? node.pointee.name.map { String(cString: $0) } ?? "" : ""
    }

    var parent: XMLElement? { XMLElement.element(node.pointee.parent) }

    var firstChild: XMLElement? { XMLElement.first(from: node.pointee.children) }

    var children: [XMLElement] {
        var found: [XMLElement] = []
        var next = firstChild
        while let child = next {
            found.append(child)
            next = XMLElement.first(from: child.node.pointee.next)
        }
        return found
    }

    /// The preceding element in the same parent.
    var previous: XMLElement? {
        var next = node.pointee.prev
        while let node = next {
            if let element = XMLElement.element(node) { return element }
            next = node.pointee.prev
        }
        return nil
    }

    /// The next element after this one and its descendants. Nil at the end of `root`.
    func following(within root: XMLElement) -> XMLElement? {
        var current = self
        while current != root {
            if let next = XMLElement.first(from: current.node.pointee.next) { return next }
            guard let parent = current.parent else { return nil }
            current = parent
        }
        return nil
    }

    /// An attribute without a namespace.
    subscript(name: String) -> String? {
        get { attribute(name, hasNamespace: false).map(XMLElement.value) }
        nonmutating set {
            if let newValue {
                xmlSetNsProp(node, nil, name, newValue)
            } else if let attribute = attribute(name, hasNamespace: false) {
                xmlRemoveProp(attribute)
            }
        }
    }

    /// The URL to which the element refers: the `href` of SVG 2, or else that of XLink.
    var link: String? {
        get { self["href"] ?? attribute("href", hasNamespace: true).map(XMLElement.value) }
        nonmutating set {
            if let other = attribute("href", hasNamespace: true) { xmlRemoveProp(other) }
            self["href"] = newValue
        }
    }

    /// The characters directly in the element.
    var text: String {
        get { XMLElement.text(from: node.pointee.children) }
        nonmutating set {
            while let child = node.pointee.children {
                xmlUnlinkNode(child)
                xmlFreeNode(child)
            }
            xmlAddChild(node, xmlNewText(newValue))
        }
    }

    /// Inserts a new element with the same namespace before this one.
    func insertBefore(_ name: String, _ attributes: KeyValuePairs<String, String?> = [:]) -> XMLElement? {
        guard let made = make(name, attributes) else { return nil }
        xmlAddPrevSibling(node, made.node)
        return made
    }

    /// Appends a new element with the same namespace to the children of this one.
    @discardableResult
    func append(_ name: String, _ attributes: KeyValuePairs<String, String?> = [:]) -> XMLElement? {
        guard let made = make(name, attributes) else { return nil }
        xmlAddChild(node, made.node)
        return made
    }

    /// Appends a copy of this element to the children of another one.
    @discardableResult
    func copied(into parent: XMLElement) -> XMLElement? {
        guard let copy = xmlDocCopyNode(node, parent.node.pointee.doc, 1) else { return nil }
        xmlAddChild(parent.node, copy)
        return XMLElement(node: copy)
    }

    /// Moves an element to the end of this element's children.
    func take(_ child: XMLElement) {
        xmlUnlinkNode(child.node)
        xmlAddChild(node, child.node)
    }

    func rename(_ name: String) { xmlNodeSetName(node, name) }

    func removeLink() {
        self["href"] = nil
        if let other = attribute("href", hasNamespace: true) { xmlRemoveProp(other) }
    }

    /// All elements inside this one, in the order of the document.
    var descendants: [XMLElement] {
        var found: [XMLElement] = []
        var next = firstChild
        while let element = next {
            found.append(element)
            next = element.firstChild ?? element.following(within: self)
        }
        return found
    }

    /// The attributes without a namespace.
    var attributes: [(name: String, value: String)] {
        var found: [(String, String)] = []
        var next = node.pointee.properties
        while let attribute = next {
            if attribute.pointee.ns == nil, let name = attribute.pointee.name {
                found.append((String(cString: name), XMLElement.value(attribute)))
            }
            next = attribute.pointee.next
        }
        return found
    }

    func remove() {
        xmlUnlinkNode(node)
        xmlFreeNode(node)
    }

    private func make(_ name: String, _ attributes: KeyValuePairs<String, String?>) -> XMLElement? {
        guard let made = xmlNewDocNode(node.pointee.doc, node.pointee.ns, name, nil) else { return nil }
        let element = XMLElement(node: made)
        for (name, value) in attributes where value != nil { element[name] = value }
        return element
    }

    private func attribute(_ name: String, hasNamespace: Bool) -> xmlAttrPtr? {
        var next = node.pointee.properties
        while let attribute = next {
            if (attribute.pointee.ns != nil) == hasNamespace, let own = attribute.pointee.name,
                String(cString: own) == name
            {
                return attribute
            }
            next = attribute.pointee.next
        }
        return nil
    }

    private static func value(_ attribute: xmlAttrPtr) -> String { text(from: attribute.pointee.children) }

    private static func text(from first: xmlNodePtr?) -> String {
        var (text, next) = ("", first)
        while let node = next {
            if [XML_TEXT_NODE, XML_CDATA_SECTION_NODE].contains(node.pointee.type), let content = node.pointee.content {
                text += String(cString: content)
            }
            next = node.pointee.next
        }
        return text
    }

    private static func first(from start: xmlNodePtr?) -> XMLElement? {
        var next = start
        while let node = next {
            if let element = element(node) { return element }
            next = node.pointee.next
        }
        return nil
    }

    private static func element(_ node: xmlNodePtr?) -> XMLElement? {
        guard let node, node.pointee.type == XML_ELEMENT_NODE else { return nil }
        return XMLElement(node: node)
    }
}

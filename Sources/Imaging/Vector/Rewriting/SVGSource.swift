/// A drawing that is being rewritten: its document, and the tree with the original elements.
struct SVGSource {
    let document: XMLDocument
    let tree: SVGTree
    /// The rules of the style sheets, including changes by earlier rewrites.
    var sheet: StyleSheet
    /// The elements of the document, in the order of those of the tree.
    let elements: [XMLElement]
    private let indices: [ObjectIdentifier: Int]

    /// - Returns: nil if the document and the tree do not have the same elements.
    init?(document: XMLDocument, tree: SVGTree) {
        let elements = document.elements
        guard elements.count == tree.elements.count,
            zip(elements, tree.elements).allSatisfy({ $0.name == $1.name })
        else { return nil }
        self.document = document
        self.tree = tree
        self.elements = elements
        sheet = StyleSheet(tree.styleText)
        indices = Dictionary(
            tree.elements.enumerated().map { (ObjectIdentifier($1), $0) }, uniquingKeysWith: { one, _ in one })
    }

    /// The index of an element of the tree.
    func index(of element: SVGElement) -> Int? { indices[ObjectIdentifier(element)] }

    /// The element to which a URL such as `#shade` refers, including changes by earlier rewrites.
    func written(_ link: String?) -> XMLElement? {
        tree.element(at: link).flatMap(index).map { elements[$0] }
    }

    /// An id that no element has, beginning with `stem`.
    func newID(_ stem: String) -> String {
        var (id, number) = (stem, 1)
        while tree.elementsByID[id] != nil { (id, number) = ("\(stem)-\(number)", number + 1) }
        return id
    }
}

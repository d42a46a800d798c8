/// A drawing that is rewritten: its document, and the same elements as the inspection knows them.
struct SVGSource {
    let document: XMLDocument
    let tree: SVGTree
    /// The rules of its style sheets, as far as they are rewritten by now.
    var sheet: StyleSheet
    /// The elements of the document, in the order of those of the tree.
    let elements: [XMLElement]

    /// - Returns: nil if the two do not have the same elements.
    init?(document: XMLDocument, tree: SVGTree) {
        let elements = document.elements
        guard elements.count == tree.elements.count,
            zip(elements, tree.elements).allSatisfy({ $0.name == $1.name })
        else { return nil }
        self.document = document
        self.tree = tree
        self.elements = elements
        sheet = StyleSheet(tree.styleText)
    }
}

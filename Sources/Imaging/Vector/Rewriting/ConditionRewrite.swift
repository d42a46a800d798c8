/// Hides elements whose conditions browsers do not meet, and removes conditions that browsers ignore. librsvg applies
/// conditions only in a `<switch>`, and ignores the country in a language. Source: SVG 2, section 5.8.
enum ConditionRewrite {
    /// - Returns: whether anything was changed.
    static func apply(to source: SVGSource) -> Bool {
        var isChanged = false
        for (element, known) in zip(source.elements, source.tree.elements) {
            if known.isForOthers {
                (element["systemLanguage"], element["requiredExtensions"]) = (nil, nil)
                element.addDeclarations(["display: none"], areImportant: true)
                isChanged = true
            }
            if known.parent?.name == "switch" {
                if known.hasOldCondition {
                    element["requiredFeatures"] = nil
                    isChanged = true
                }
                // Browsers skip elements of other namespaces. The condition of an empty list of extensions is never
                // met.
                if known.name.isEmpty || known.attributes["requiredExtensions"]?.trimmed.isEmpty == true {
                    element["requiredExtensions"] = "none"
                    isChanged = true
                }
            }
        }
        return isChanged
    }

    static func isNeeded(by drawn: SVGDrawnElement) -> Bool {
        drawn.element.isForOthers
            || drawn.name == "switch"
                && drawn.element.children.contains { child in
                    child.name.isEmpty || child.hasOldCondition
                        || child.attributes["requiredExtensions"]?.trimmed.isEmpty == true
                }
    }
}

extension SVGElement {
    /// The extensions that browsers support. Source: Chromium.
    private static let knownExtensions: Set<Substring> = [
        "http://www.w3.org/1999/xhtml", "http://www.w3.org/1998/Math/MathML",
    ]

    /// Whether the element has a condition that browsers no longer support. `foreignObject` is excluded, because
    /// librsvg never draws HTML.
    fileprivate var hasOldCondition: Bool { attributes["requiredFeatures"] != nil && name != "foreignObject" }

    /// Whether the element is drawn only for languages other than English, or by programs with extensions. Children
    /// of a `<switch>` are excluded, because librsvg applies their conditions.
    fileprivate var isForOthers: Bool {
        guard parent?.name != "switch", !name.isEmpty else { return false }
        if let extensions = attributes["requiredExtensions"], name != "foreignObject" {
            let names = extensions.split(whereSeparator: \.isWhitespace)
            if names.isEmpty || !SVGElement.knownExtensions.isSuperset(of: names) { return true }
        }
        guard let languages = attributes["systemLanguage"] else { return false }
        return !StyleScanner.split(languages, at: ",").contains { language in
            let language = language.lowercased()
            return language == "en" || language.hasPrefix("en-")
        }
    }
}

/// Hides what is only for people who do not read English, outside of a `<switch>`. librsvg decides by the part of the
/// language before the country.
enum LanguageRewrite {
    /// - Returns: whether anything was changed.
    static func apply(to source: SVGSource) -> Bool {
        var isChanged = false
        for (element, known) in zip(source.elements, source.tree.elements) where known.isForOtherLanguages {
            element["systemLanguage"] = nil
            element.addDeclarations(["display: none"], areImportant: true)
            isChanged = true
        }
        return isChanged
    }
}

extension SVGElement {
    /// Whether it is drawn only for languages other than English. Those in a `<switch>` are chosen by librsvg.
    var isForOtherLanguages: Bool {
        guard let languages = attributes["systemLanguage"], parent?.name != "switch" else { return false }
        return !StyleScanner.split(languages, at: ",").contains { language in
            let language = language.lowercased()
            return language == "en" || language.hasPrefix("en-")
        }
    }
}

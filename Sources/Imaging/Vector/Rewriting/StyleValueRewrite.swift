/// Replaces values that contain variables, colours that librsvg does not read, or anything that librsvg interprets
/// differently from browsers. Each element gets plain values.
enum StyleValueRewrite {
    private static let inherited: Set<String> = [
        "fill", "stroke", "color", "font-family", "font-size", "visibility", "fill-opacity", "stroke-opacity",
        "stroke-width", "stroke-dasharray",
    ]

    /// - Returns: whether anything was changed.
    static func apply(to source: SVGSource) -> Bool {
        var isChanged = false
        var variables: [ObjectIdentifier: StyleVariables] = [:]
        for (element, known) in zip(source.elements, source.tree.elements) {
            let own = StyleVariables(
                of: known, sheet: source.sheet, inheriting: known.parent.flatMap { variables[ObjectIdentifier($0)] })
            variables[ObjectIdentifier(known)] = own
            let style = SVGStyle(of: known, sheet: source.sheet)
            let read = style.dropped.compactMap { property, value in
                resolved(value, of: property, variables: own).map { (property: property, value: $0) }
            }
            let plain = (read + style.corrections).sorted { $0.property < $1.property }
            guard !plain.isEmpty else { continue }
            // librsvg ignores a `transform` with `!important`.
            for isTransform in [false, true] {
                let declarations = plain.filter { ($0.property == "transform") == isTransform }
                guard !declarations.isEmpty else { continue }
                element.addDeclarations(
                    declarations.map { "\($0.property): \($0.value)" }, areImportant: !isTransform)
            }
            isChanged = true
        }
        return isChanged
    }

    /// The plain form of a value. Nil if the value cannot be made plain.
    private static func resolved(_ value: String, of property: String, variables: StyleVariables) -> String? {
        guard let value = variables.substituted(in: value) else {
            return inherited.contains(property) ? "inherit" : nil
        }
        let plain = StyleColour.plain(value)
        return StyleValue.isUnreadable(plain) ? nil : plain
    }
}

/// The custom properties of an element: `--skin: #fc9`. Source: W3C, CSS Custom Properties for Cascading Variables.
struct StyleVariables {
    private var values: [String: String]

    private static let mostLevels = 20
    private static let longestValue = 10_000

    init(of element: SVGElement, sheet: StyleSheet, inheriting outer: StyleVariables?) {
        values = outer?.values ?? [:]
        var declarations = sheet.rules(for: element).flatMap(\.declarations)
        if let own = element.attributes["style"] { declarations += StyleSheet.declarations(own) }
        for isImportant in [false, true] {
            for declaration in declarations
            where declaration.isImportant == isImportant && declaration.property.hasPrefix("--") {
                values[declaration.property] = declaration.value
            }
        }
    }

    /// A value with every `var()` replaced.
    ///
    /// - Returns: nil if a variable has neither a value nor a fallback.
    func substituted(in value: String, level: Int = 0) -> String? {
        guard level < StyleVariables.mostLevels, value.utf8.count < StyleVariables.longestValue else { return nil }
        guard let call = StyleFunction.first(in: value, named: ["var"]) else { return value }
        guard let name = call.arguments.first?.lowercased() else { return nil }
        let fallback = call.arguments.count > 1 ? call.arguments.dropFirst().joined(separator: ", ") : nil
        guard let replacement = values[name] ?? fallback,
            let plain = substituted(in: replacement, level: level + 1)
        else { return nil }
        let whole = String(value[..<call.range.lowerBound]) + plain + value[call.range.upperBound...]
        return substituted(in: whole, level: level + 1)
    }
}

/// A function in a CSS value, with its arguments, which are separated by commas.
struct StyleFunction {
    let name: String
    let arguments: [String]
    let range: Range<String.Index>

    /// The first function in a value with one of these names.
    ///
    /// - Parameter names: names in lower case.
    static func first(in value: String, named names: [String]) -> StyleFunction? {
        var start = value.startIndex
        while let open = value[start...].firstIndex(of: "(") {
            let nameStart =
                value[..<open].lastIndex { !($0.isLetter || $0.isNumber || $0 == "-") }
                .map { value.index(after: $0) } ?? value.startIndex
            start = value.index(after: open)
            let name = value[nameStart..<open].lowercased()
            guard names.contains(name), let close = closing(of: open, in: value) else { continue }
            return StyleFunction(
                name: name, arguments: StyleScanner.split(String(value[start..<close]), at: ","),
                range: nameStart..<value.index(after: close))
        }
        return nil
    }

    private static func closing(of open: String.Index, in value: String) -> String.Index? {
        var depth = 0
        for index in value[open...].indices {
            if value[index] == "(" { depth += 1 }
            if value[index] == ")" { depth -= 1 }
            if depth == 0 { return index }
        }
        return nil
    }
}

extension XMLElement {
    /// Adds declarations to the attribute `style`.
    ///
    /// - Parameter areImportant: whether the declarations override all others. librsvg ignores a `transform` with
    ///   `!important`.
    func addDeclarations(_ declarations: [String], areImportant: Bool) {
        let added = declarations.map { $0 + (areImportant ? " !important" : "") }.joined(separator: "; ")
        let style = self["style"]?.trimmed ?? ""
        let separator = style.isEmpty ? "" : style.hasSuffix(";") ? " " : "; "
        self["style"] = style + separator + added
    }
}

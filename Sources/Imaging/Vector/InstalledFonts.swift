import CFontconfig
import Glibc

/// The fonts of this machine that fontconfig finds. librsvg draws text with the same fonts.
package enum InstalledFonts {
    /// Whether a font of this family is installed. Upper and lower case are equivalent.
    package static func have(_ family: String) -> Bool {
        withPattern([family]) { pattern in
            guard let wanted = FcObjectSetCreate() else { return false }
            defer { FcObjectSetDestroy(wanted) }
            _ = FcObjectSetAdd(wanted, FC_FAMILY)
            guard let fonts = FcFontList(nil, pattern, wanted) else { return false }
            defer { FcFontSetDestroy(fonts) }
            return fonts.pointee.nfont > 0
        } ?? false
    }

    /// The family that fontconfig uses for a list of families, which may be a substitute. Nil on a system without
    /// fonts.
    package static func substitute(for families: [String]) -> String? {
        withPattern(families) { pattern in
            _ = FcConfigSubstitute(nil, pattern, FcMatchPattern)
            FcDefaultSubstitute(pattern)
            var result = FcResultNoMatch
            guard let match = FcFontMatch(nil, pattern, &result) else { return nil }
            defer { FcPatternDestroy(match) }
            var name: UnsafeMutablePointer<FcChar8>?
            guard FcPatternGetString(match, FC_FAMILY, 0, &name) == FcResultMatch, let name else { return nil }
            return String(cString: name)
        } ?? nil
    }

    /// The visible characters that no font contains, in the order of their numbers.
    package static func missing(_ characters: Set<Unicode.Scalar>) -> [Unicode.Scalar] {
        let shown = characters.filter(\.isShown)
        guard !shown.isEmpty else { return [] }
        return withPattern([]) { pattern in
            _ = FcConfigSubstitute(nil, pattern, FcMatchPattern)
            FcDefaultSubstitute(pattern)
            var (coverage, result): (OpaquePointer?, FcResult) = (nil, FcResultNoMatch)
            let fonts = FcFontSort(nil, pattern, FcBool(1), &coverage, &result)
            defer { if let fonts { FcFontSetDestroy(fonts) } }
            guard let coverage else { return [] }
            defer { FcCharSetDestroy(coverage) }
            return shown.filter { FcCharSetHasChar(coverage, $0.value) == 0 }.sorted()
        } ?? []
    }

    /// Every font: its family, style and version, as fontconfig writes them.
    package static var descriptions: [String] {
        list([FC_FAMILY, FC_STYLE, FC_FONTVERSION]) { font in
            guard let name = FcNameUnparse(font) else { return nil }
            defer { free(name) }
            return String(cString: name)
        }
    }

    /// Every family with its version, such as `Inter 4.001`, once and in alphabetical order.
    package static var names: [String] {
        let names = list([FC_FAMILY, FC_FONTVERSION]) { font -> String? in
            var family: UnsafeMutablePointer<FcChar8>?
            guard FcPatternGetString(font, FC_FAMILY, 0, &family) == FcResultMatch, let family else { return nil }
            var version: Int32 = 0
            guard FcPatternGetInteger(font, FC_FONTVERSION, 0, &version) == FcResultMatch, version > 0 else {
                return String(cString: family)
            }
            // The version is a fixed-point number with 16 bits after the binary point.
            let thousandths = String(1000 + Int(version & 0xFFFF) * 1000 >> 16).dropFirst()
            return "\(String(cString: family)) \(version >> 16).\(thousandths)"
        }
        return Set(names).sorted()
    }

    /// Returns a value for each font.
    ///
    /// - Parameter properties: the properties of a font that `value` reads.
    private static func list(_ properties: [String], _ value: (OpaquePointer) -> String?) -> [String] {
        guard let pattern = FcPatternCreate() else { return [] }
        defer { FcPatternDestroy(pattern) }
        guard let wanted = FcObjectSetCreate() else { return [] }
        defer { FcObjectSetDestroy(wanted) }
        for property in properties { _ = FcObjectSetAdd(wanted, property) }
        guard let fonts = FcFontList(nil, pattern, wanted) else { return [] }
        defer { FcFontSetDestroy(fonts) }
        return (0..<Int(fonts.pointee.nfont)).compactMap { place in fonts.pointee.fonts[place].flatMap(value) }
    }

    /// Paths that change when fonts are added or removed, or when the configuration of fontconfig changes: its folders
    /// of fonts and of caches, and its configuration files.
    package static var sources: [String] {
        list(FcConfigGetConfigFiles(nil)) + list(FcConfigGetFontDirs(nil)) + list(FcConfigGetCacheDirs(nil))
    }

    /// The texts in a list of fontconfig, which is then freed.
    private static func list(_ list: OpaquePointer?) -> [String] {
        guard let list else { return [] }
        defer { FcStrListDone(list) }
        var items: [String] = []
        while let item = FcStrListNext(list) { items.append(String(cString: item)) }
        return items
    }

    static func withPattern<Value>(_ families: [String], _ body: (OpaquePointer) -> Value) -> Value? {
        guard let pattern = FcPatternCreate() else { return nil }
        defer { FcPatternDestroy(pattern) }
        for family in families { _ = FcPatternAddString(pattern, FC_FAMILY, family) }
        return body(pattern)
    }
}

extension Unicode.Scalar {
    /// Whether a font needs a glyph for the character.
    var isShown: Bool {
        let isInvisible =
            properties.isDefaultIgnorableCodePoint || properties.isWhitespace || properties.generalCategory == .control
        return !isInvisible
    }
}

import CFontconfig

extension InstalledFonts {
    /// The path of the font file that librsvg uses for a face. Nil if resvg would draw other glyphs.
    ///
    /// resvg does not read bitmap fonts, uses variable fonts at their default weight, does not synthesise bold or
    /// slanted styles, and falls back to fonts that fontconfig would not select.
    static func fileForResvg(_ face: SVGFace, _ characters: Set<Unicode.Scalar>) -> String? {
        let families = face.families.isEmpty ? [SVGFace.usualFamily] : face.families
        return withPattern(families) { pattern in
            _ = FcPatternAddDouble(pattern, FC_WEIGHT, FcWeightFromOpenTypeDouble(face.weight))
            _ = FcPatternAddInteger(pattern, FC_SLANT, face.isSlanted ? FC_SLANT_ITALIC : FC_SLANT_ROMAN)
            _ = FcConfigSubstitute(nil, pattern, FcMatchPattern)
            FcDefaultSubstitute(pattern)
            var result = FcResultNoMatch
            guard let match = FcFontMatch(nil, pattern, &result) else { return nil }
            defer { FcPatternDestroy(match) }
            var file: UnsafeMutablePointer<FcChar8>?
            guard isPlain(match), covers(match, characters),
                FcPatternGetString(match, FC_FILE, 0, &file) == FcResultMatch, let file
            else { return nil }
            return String(cString: file)
        } ?? nil
    }

    private static func isPlain(_ font: OpaquePointer) -> Bool {
        var format: UnsafeMutablePointer<FcChar8>?
        guard FcPatternGetString(font, FC_FONTFORMAT, 0, &format) == FcResultMatch, let format,
            ["TrueType", "CFF"].contains(String(cString: format))
        else { return false }
        var (isVariable, isMadeBold) = (FcBool(0), FcBool(0))
        var matrix: UnsafeMutablePointer<FcMatrix>?
        _ = FcPatternGetBool(font, FC_VARIABLE, 0, &isVariable)
        _ = FcPatternGetBool(font, FC_EMBOLDEN, 0, &isMadeBold)
        let isMadeSlanted = FcPatternGetMatrix(font, FC_MATRIX, 0, &matrix) == FcResultMatch
        return isVariable == 0 && isMadeBold == 0 && !isMadeSlanted
    }

    private static func covers(_ font: OpaquePointer, _ characters: Set<Unicode.Scalar>) -> Bool {
        var glyphs: OpaquePointer?
        guard FcPatternGetCharSet(font, FC_CHARSET, 0, &glyphs) == FcResultMatch, let glyphs else { return false }
        return characters.allSatisfy { !$0.isShown || FcCharSetHasChar(glyphs, $0.value) != 0 }
    }
}

extension SVGContents {
    /// The paths of the font files that resvg needs. Nil if resvg would draw this text or a used feature incorrectly.
    /// Features in `unsupported` do not affect the result.
    package var resvgFonts: [String]? {
        guard !needsLibrsvg else { return nil }
        let files = faces.map { InstalledFonts.fileForResvg($0, faceCharacters) }
        return files.contains(nil) ? nil : Set(files.compactMap(\.self)).sorted()
    }

    /// The lists of font families of all text that resvg draws, in the form of `fonts`.
    package var fontsInResvg: [[String]] {
        faces.map(\.families).reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    }

    var hasText: Bool { !faces.isEmpty }
}

import Foundation
import TestSupport
import Testing

/// Tests that text is escaped only in the module TextEscaping. Other code with `replacing` or a loop over characters
/// misses a scalar next to a combining mark.
@Suite("The places where text is replaced")
struct EscapingPlacesTests {
    /// The files that may process text character by character, with the reason.
    private static let allowed = [
        "StickerKit/StickerCatalog/Client/LanguageChoice.swift": "compares language tags and escapes nothing",
        "StickerKit/StickerCatalog/Interactive/MessageStateText.swift": "base64 has ASCII characters only",
        "Model/SheetModel/LineBreaker.swift": "breaks lines between graphemes and escapes nothing",
        "Model/JobModel/OutputNames.swift": "pack ids are ASCII",
        "Imaging/Vips/VipsError.swift": "shortens messages of a library, which are escaped where they are shown",
        "Imaging/Vector/Inspection/StyleSelector.swift": "reads selectors and writes nothing",
        "Imaging/Vector/Rewriting/StrokeRewrite.swift": "reads a number with its unit",
        "Imaging/Vector/Rewriting/StyleColour.swift": "reads the arguments of a colour function",
        "Imaging/Vector/Inspection/StyleSheet.swift": "joins nested selectors, which are compared and never written",
        "Imaging/Vector/Inspection/StyleScanner.swift": "reads style sheets and writes nothing",
        "Engine/StickerConfiguration/ConfigurationReference.swift": "escapes our own sentences for a table of Markdown",
        "Delivery/Verify/DotNet/DotNetValidator.swift": "reads a path of a project, and writes nothing",
        "Model/Texts/FindingText.swift": "puts a number into our own text",
        "Model/Texts/Texts.swift": "doubles the braces of our own templates",
        "stickerd/Terminal/ImportText.swift": "replaces a letter of a timestamp",
        "Engine/Reports/RebuildReport/RebuildReportPage.swift": "replaces letters of a timestamp",
    ]

    private static let sources = Repository.url.appending(path: "Sources")

    @Test("are the ones on the list, and all others use TextEscaping")
    func places() throws {
        let pattern =
            #/\.replacing\(\s*"|replacingOccurrences|for (?:c|char|character) in (?:\w*[tT]ext|string|value|word|name)\s*\{/#
        var found: Set<String> = []
        let files = FileManager.default.enumerator(atPath: Self.sources.path)?.compactMap { $0 as? String } ?? []
        #expect(files.count > 100)
        for file in files where file.hasSuffix(".swift") {
            let text = try String(contentsOf: Self.sources.appending(path: file), encoding: .utf8)
            if text.contains(pattern) { found.insert(file) }
        }
        let unknown = found.subtracting(Self.allowed.keys).sorted()
        #expect(unknown == [], "these files process characters; use TextEscaping, or add them to `allowed`")
        let outdated = Set(Self.allowed.keys).subtracting(found).sorted()
        #expect(outdated == [], "these files no longer process characters; remove them from `allowed`")
    }
}

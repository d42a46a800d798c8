/// Rules about what an SVG needs that is not in its file.
extension Rule {
    package static let linkedImage = Rule(
        id: "linked-image", defaultLevel: .error,
        summary: "An SVG refers to another file, which is never loaded: that part of the art is missing.",
        mend: "Embed the linked images and styles (Illustrator: Image Location \"Embed\"), and export again.")

    package static let missingFont = Rule(
        id: "missing-font", defaultLevel: .warning,
        summary: "An SVG has text in a font that is not installed, so it is drawn in another one.",
        mend: "Convert text to outlines, and export again.")
}

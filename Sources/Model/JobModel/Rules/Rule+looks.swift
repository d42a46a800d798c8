/// Rules about what the picture looks like.
extension Rule {
    package static let emptyArt = Rule(
        id: "empty-art", defaultLevel: .error, isAdjustable: false,
        summary: "Every pixel is transparent.",
        fix: "Check that the layers are visible, and export again.")

    package static let fileSize = Rule(
        id: "file-size", defaultLevel: .error, isAdjustable: false,
        summary: "The sticker cannot be made small enough without visible loss.",
        fix: "Simplify textures and noise, choose a smaller sticker size, or lower \"encode.fidelityFloor\".",
        limit: 500_000, unit: "bytes")

    package static let opaqueBackground = Rule(
        id: "opaque-background", defaultLevel: .warning,
        summary: "The background of the picture is not transparent, so it covers bubbles and photos as a rectangle.",
        fix: "Remove the background layer and export with transparency.")

    package static let touchesEdge = Rule(
        id: "touches-edge", defaultLevel: .warning,
        summary: "The art reaches the edge of its canvas and may be cut off.",
        fix: "Leave a few transparent pixels around the art, and check that nothing is cropped.",
        limit: 15, unit: "percent")

    package static let lowResolution = Rule(
        id: "low-resolution", defaultLevel: .warning,
        summary: "The art has fewer pixels than the sticker, so it is enlarged and looks soft.",
        fix: "Export the art larger, or choose a smaller sticker size.",
        unit: "pixels")

    package static let nearlyEmpty = Rule(
        id: "nearly-empty", defaultLevel: .warning,
        summary: "Very little of the sticker can be seen.",
        fix: "Draw bolder lines or larger shapes, and check that every layer is visible.",
        limit: 3, unit: "percent")

    package static let strayPixels = Rule(
        id: "stray-pixels", defaultLevel: .warning,
        summary: "Faint specks lie around the art; on a photo they look like dirt, and they make the art smaller.",
        fix: "Erase the specks around the art (a selection of everything transparent shows them).",
        limit: 0, unit: "pixels")

    package static let matteFringe = Rule(
        id: "matte-fringe", defaultLevel: .warning,
        summary: "The soft edge carries the colour of an old background, which shows as a halo on other colours.",
        fix:
            "Export with transparency straight from the layers; \"Defringe\" or \"Remove White Matte\" fixes a flat file.",
        limit: 40, unit: "percent")

    package static let vanishesOnBackground = Rule(
        id: "vanishes-on-background", defaultLevel: .warning,
        summary: "On one of the backgrounds a part of the art cannot be seen.",
        fix: "Give the art an outline in another tone; a white border with a thin dark edge works on everything.",
        limit: 1.3, unit: "ratio")

    package static let illegibleAtEmojiSize = Rule(
        id: "illegible-at-emoji-size", defaultLevel: .warning,
        summary: "At the size of an emoji, in a line of text, little is left of the lines and contrasts.",
        fix: "Draw thicker lines and fewer, larger shapes, and fill them with tones that differ.",
        limit: 35, unit: "percent")

    package static let samePicture = Rule(
        id: "same-picture", defaultLevel: .warning,
        summary: "Two stickers of a pack are the same picture.",
        fix: "Remove one of the two files.")

    package static let brokenProfile = Rule(
        id: "broken-profile", defaultLevel: .warning,
        summary: "The colour profile in the file is damaged; the colours were taken as sRGB.",
        fix: "Check the colours, and export with the sRGB profile or none.")

    package static let unusualProfile = Rule(
        id: "unusual-profile", defaultLevel: .warning,
        summary: "The art is not in a screen colour space; it was converted to sRGB and its colours may have shifted.",
        fix: "Convert the art to sRGB in your program, look at the colours, and export again.")

    package static let animationFlattened = Rule(
        id: "animation-flattened", defaultLevel: .warning,
        summary: "The source has several frames, and a still was published.",
        fix: "If it should move, export an APNG, GIF or WebP whose frames differ; else export a still.")

    package static let coloursReduced = Rule(
        id: "colours-reduced", defaultLevel: .warning,
        summary: "To stay under the limit, more was given up than usual.",
        fix: "Look at the sticker; if it shows, simplify textures and noise or choose a smaller sticker size.",
        unit: "bytes")
}

/// Rules about what an SVG needs that is not in its file.
extension Rule {
    package static let linkedImage = Rule(
        id: "linked-image", defaultLevel: .error,
        summary: "An SVG refers to another file, which is never loaded: that part of the art is missing.",
        fix: "Embed the linked images and styles (Illustrator: Image Location \"Embed\"), and export again.")

    package static let missingFont = Rule(
        id: "missing-font", defaultLevel: .warning,
        summary: "An SVG has text in a font that is not installed, so it is drawn in another one.",
        fix: "Convert text to outlines, and export again.")

    package static let unsupportedSVG = Rule(
        id: "unsupported-svg", defaultLevel: .error,
        summary: "An SVG uses something that is not drawn: a part is missing, misplaced or in another colour.",
        fix: "Convert text to outlines, flatten effects, and export with plain attributes.")

    package static let inexactSVG = Rule(
        id: "inexact-svg", defaultLevel: .warning,
        summary: "An SVG uses something that is drawn a little differently.",
        fix: "Compare the sticker with the art; if it shows, convert text to outlines or flatten effects.")

    package static let drawnByResvg = Rule(
        id: "drawn-by-resvg", defaultLevel: .warning,
        summary: "An SVG was drawn by resvg, since librsvg does not draw all of it, or draws its text differently.",
        fix: "Compare the sticker with the art; if it differs, convert text to outlines or flatten effects.")
}

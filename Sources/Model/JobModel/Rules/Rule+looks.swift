/// Rules about the appearance of the picture.
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
        summary:
            "There are faint specks around the art. On a photo they look like dirt, and they make the art smaller.",
        fix: "Erase the specks around the art. To find them, select all transparent pixels in your program.",
        limit: 0, unit: "pixels")

    package static let matteFringe = Rule(
        id: "matte-fringe", defaultLevel: .warning,
        summary: "The soft edge carries the colour of an old background, which shows as a halo on other colours.",
        fix:
            "Export with transparency straight from the layers; \"Defringe\" or \"Remove White Matte\" fixes a flat file.",
        limit: 40, unit: "percent")

    package static let vanishesOnBackground = Rule(
        id: "vanishes-on-background", defaultLevel: .warning,
        summary: "On one of the backgrounds, a part of the art cannot be seen.",
        fix: "Give the art an outline in another tone; a white border with a thin dark edge works on everything.",
        limit: 1.3, unit: "ratio")

    package static let illegibleAtEmojiSize = Rule(
        id: "illegible-at-emoji-size", defaultLevel: .warning,
        summary: "At the size of an emoji in a line of text, most of the lines and contrasts are lost.",
        fix: "Draw thicker lines and fewer, larger shapes, and fill the shapes with clearly different tones.",
        limit: 35, unit: "percent")

    package static let samePicture = Rule(
        id: "same-picture", defaultLevel: .warning,
        summary: "Two stickers of a pack are the same picture.",
        fix: "Remove one of the two files.")

    package static let brokenProfile = Rule(
        id: "broken-profile", defaultLevel: .warning,
        summary: "The colour profile in the file is damaged; the colours were read as sRGB.",
        fix: "Check the colours, and export the art with the sRGB profile or without a profile.")

    package static let unusualProfile = Rule(
        id: "unusual-profile", defaultLevel: .warning,
        summary: "The art is not in a screen colour space; it was converted to sRGB, and its colours may have shifted.",
        fix: "Convert the art to sRGB in your program, look at the colours, and export again.")

    package static let animationFlattened = Rule(
        id: "animation-flattened", defaultLevel: .warning,
        summary: "The source has several frames, but a still picture was published.",
        fix:
            "If the sticker should move, export an APNG, GIF or WebP whose frames differ; otherwise export a still "
            + "picture."
    )

    package static let coloursReduced = Rule(
        id: "colours-reduced", defaultLevel: .warning,
        summary: "To stay under the byte limit, the sticker lost more detail than usual.",
        fix:
            "Look at the sticker. If the loss is visible, simplify textures and noise, or choose a smaller sticker "
            + "size.",
        unit: "bytes")
}

/// Rules about external resources of an SVG.
extension Rule {
    package static let linkedImage = Rule(
        id: "linked-image", defaultLevel: .error,
        summary: "An SVG refers to another file, which is never loaded, so that part of the art is missing.",
        fix: "Embed the linked images and styles (Illustrator: Image Location \"Embed\"), and export again.")

    package static let missingFont = Rule(
        id: "missing-font", defaultLevel: .warning,
        summary: "An SVG has text in a font that is not installed, so the text is drawn in another font.",
        fix: "Convert text to outlines, and export again.")

    package static let unsupportedSVG = Rule(
        id: "unsupported-svg", defaultLevel: .error,
        summary: "An SVG uses a feature that is not drawn, so a part is missing, misplaced or in another colour.",
        fix: "Convert text to outlines, flatten effects, and export with plain attributes.")

    package static let inexactSVG = Rule(
        id: "inexact-svg", defaultLevel: .warning,
        summary: "An SVG uses a feature that is drawn a little differently.",
        fix: "Compare the sticker with the art. If they differ, convert text to outlines or flatten effects.")

    package static let drawnByResvg = Rule(
        id: "drawn-by-resvg", defaultLevel: .warning,
        summary: "An SVG was drawn by resvg, because librsvg does not draw all of it or draws its text differently.",
        fix: "Compare the sticker with the art. If they differ, convert text to outlines or flatten effects.")
}

/// Rules about the pictures and texts of interactive messages.
extension Rule {
    package static let messageAnimated = Rule(
        id: "message-animated", defaultLevel: .warning,
        summary: "The film of a message was too large, so it was made smaller, or Messages shows a still picture.",
        fix: "Use fewer frames or a shorter loop, or raise \"messages.maxBytes\" in pipeline.json.")

    package static let messageTooSmall = Rule(
        id: "message-too-small", defaultLevel: .error, isAdjustable: false,
        summary: "The picture of a message has too few pixels for 900 × 900.",
        fix: "Export the art with 900 × 900 pixels, or as SVG.",
        limit: 300, unit: "pixels")

    package static let messageCropped = Rule(
        id: "message-cropped", defaultLevel: .warning,
        summary: "The picture of a message is not square, so much of it is cut off on two sides.",
        fix: "Draw the art on a square canvas.",
        limit: 10, unit: "percent")

    package static let messageTransparent = Rule(
        id: "message-transparent", defaultLevel: .warning,
        summary: "The picture of a message has transparent parts, which were filled with a colour.",
        fix: "Draw a background, or choose the colour with \"messages.background\" in pipeline.json.")

    package static let messageEdges = Rule(
        id: "message-edges", defaultLevel: .warning,
        summary:
            "There is detail in the 6 points that Messages crops at the left and right edge of a message's picture.",
        fix:
            "Keep important parts at least 18 of 900 pixels away from the left and right edges; extend only the "
            + "background to them.",
        limit: 2, unit: "percent")

    package static let messageCorners = Rule(
        id: "message-corners", defaultLevel: .warning,
        summary: "There is detail in the rounded corners of a message's picture.",
        fix:
            "Keep important parts at least 60 of 900 pixels away from the corners; extend only the background to them.",
        limit: 5, unit: "percent")

    package static let messageTitleContrast = Rule(
        id: "message-title-contrast", defaultLevel: .warning,
        summary: "The white title over a message's picture can hardly be read where the picture is light.",
        fix: "Darken the picture at the lower left.",
        limit: 4.5, unit: "ratio")

    package static let messageCaptionLength = Rule(
        id: "message-caption-length", defaultLevel: .warning,
        summary: "A caption of a message has more lines than Messages shows.",
        fix: "Shorten the caption, or move a part of it to the subcaption.",
        limit: 3, unit: "lines")

    package static let messageLabelMissing = Rule(
        id: "message-label-missing", defaultLevel: .warning,
        summary: "A message lacks a label for VoiceOver or a summary for the list of conversations.",
        fix: "Add \"label\" (what VoiceOver reads) and \"summary\" to the .json file beside the art.")
}

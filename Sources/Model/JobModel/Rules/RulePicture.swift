/// A picture for the documentation of a rule: art with the problem beside art without it.
///
/// `scripts/rule-pictures` draws them as `docs/images/rules/<rule>.svg`.
package enum RulePicture: Sendable, Hashable {
    /// A short description of each side.
    case shown(bad: String, good: String)
    /// The reason why a picture would show nothing.
    case notShown(String)

    /// The picture of a rule. Nil if no entry exists for the rule.
    package static func of(_ rule: Rule) -> RulePicture? {
        all[rule.id]
    }

    private static let all: [String: RulePicture] = [
        "empty-file": .notShown("a file without content shows nothing"),
        "unknown-format": .notShown("the content is not a picture"),
        "damaged-file": .shown(
            bad: "The file ends halfway, and the rest is grey.", good: "The complete picture."),
        "source-too-large": .notShown("the bytes of a file cannot be seen"),
        "too-many-pixels": .notShown("at the size of a sticker, more pixels look the same"),
        "too-many-frames": .shown(bad: "Many frames for one movement.", good: "Six frames show the same movement."),
        "frames-differ": .shown(bad: "The last frame has another size.", good: "All frames have the same size."),
        "could-not-render": .notShown("the file cannot be drawn"),
        "bad-sidecar": .notShown("the problem is in the text of a JSON file"),
        "bad-pack-file": .notShown("the problem is in the text of a JSON file"),
        "empty-art": .shown(bad: "All layers are hidden.", good: "The layers are visible."),
        "file-size": .shown(bad: "Grain on all of the art.", good: "Flat colours."),
        "opaque-background": .shown(
            bad: "A white rectangle covers the bubble.", good: "The background is transparent."),
        "touches-edge": .shown(bad: "The art is cut off at the canvas.", good: "All of the art is inside the canvas."),
        "low-resolution": .shown(bad: "Art of 150 pixels, enlarged.", good: "Art of 1,024 pixels."),
        "nearly-empty": .shown(bad: "Hairlines without a fill.", good: "Bold lines and filled shapes."),
        "stray-pixels": .shown(
            bad: "Specks around the art, which make it smaller.", good: "The same art without specks."),
        "matte-fringe": .shown(
            bad: "A light halo from an old white background.", good: "A clean edge on any colour."),
        "vanishes-on-background": .shown(
            bad: "Black art on black: only the eyes are left.", good: "A white border shows it everywhere."),
        "illegible-at-emoji-size": .shown(
            bad: "Fine details in a line of text.", good: "Thick lines and few shapes."),
        "linked-image": .shown(
            bad: "The linked picture is missing.", good: "The picture is embedded."),
        "missing-font": .shown(bad: "The word in another font.", good: "The word as outlines."),
        "unsupported-svg": .shown(
            bad: "Text on a path is missing.", good: "The same text as outlines."),
        "inexact-svg": .shown(bad: "The shadow has lost its blur.", good: "The shadow as drawn."),
        "drawn-by-resvg": .notShown("the sticker is complete; compare it with the art"),
        "same-picture": .shown(bad: "Two equal stickers in a pack.", good: "Two different stickers."),
        "broken-profile": .shown(bad: "Colours without their profile.", good: "Colours in sRGB."),
        "unusual-profile": .shown(
            bad: "A bright green from a CMYK file became dull.", good: "The same green in sRGB."),
        "label-length": .notShown("labels are read aloud"),
        "wrong-extension": .notShown("the problem is in the file's name"),
        "name-collision": .notShown("the problem is in the names of two files"),
        "conflict-copy": .notShown("the problem is in the names of two files"),
        "duplicate-file": .notShown("both files have the same picture"),
        "version-rejected": .notShown("the problem is in the other file"),
        "animation-flattened": .shown(bad: "All frames are equal.", good: "The frames differ."),
        "colours-reduced": .shown(bad: "A gradient became bands.", good: "Flat colours stay as they are."),
        "partly-recovered": .notShown("the damaged part does not touch the picture"),
        "pages-left-out": .shown(
            bad: "One file with three artboards: only the first is used.", good: "One file for each artboard."),
        "loose-frames": .shown(
            bad: "Frames in the pack's folder become four stickers.", good: "In a folder `.frames` they become one."),
        "animation-damaged": .shown(bad: "The last frames are lost.", good: "All frames are complete."),
        "animation-reduced": .shown(
            bad: "The background moves in every frame.", good: "Only the mouth moves."),
        "animation-length": .shown(bad: "14 seconds.", good: "3 seconds."),
        "frame-rate": .shown(bad: "60 frames per second.", good: "12 frames per second."),
        "short-delays": .notShown("a still picture does not show time"),
        "empty-first-frame": .shown(bad: "The first frame is empty.", good: "The first frame shows the art."),
        "loop-jumps": .shown(
            bad: "From the last frame the ball jumps back to the left.", good: "The ball rolls back."),
        "hidden-first-frame": .notShown("players differ in what they show"),
        "deep-animation": .notShown("the difference between 16 and 8 bits cannot be seen"),
        "trailing-bytes": .notShown("the extra data is not part of the picture"),
        "delay-lengthened": .notShown("a still picture does not show time"),
        "soft-alpha-flattened": .shown(
            bad: "As GIF, the soft shadow has a hard edge.", good: "As APNG, the shadow is soft."),
        "gif-timing": .notShown("a still picture does not show time"),
        "message-animated": .notShown("bytes cannot be seen"),
        "message-too-small": .shown(bad: "Art of 250 pixels, enlarged.", good: "Art of 900 pixels."),
        "message-cropped": .shown(bad: "Wide art is cut off at both sides.", good: "Square art is complete."),
        "message-transparent": .shown(bad: "The background is missing.", good: "The background is drawn."),
        "message-edges": .shown(bad: "Stars in the cropped edges.", good: "Stars inside."),
        "message-corners": .shown(bad: "A star in the rounded corner.", good: "The star is away from the corner."),
        "message-title-contrast": .shown(bad: "White on a light colour.", good: "White on a dark colour."),
        "message-caption-length": .shown(bad: "Four lines: the last is cut off.", good: "Two lines."),
        "message-label-missing": .notShown("labels are read aloud"),
        "piece-animated": .shown(bad: "An animation.", good: "One picture."),
        "piece-canvas": .shown(bad: "Artboards of two sizes.", good: "Artboards of one size."),
    ]
}

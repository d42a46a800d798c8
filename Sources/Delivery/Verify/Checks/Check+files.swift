extension Check {
    static let missingFile = Check(
        "missing-file", .error, "Every referenced file exists.",
        fix: "Restore the file, or remove the reference to it.")
    static let nameCase = Check(
        "name-case", .warning,
        "A reference and its file use the same upper and lower case; otherwise a case-sensitive disk does not find it.",
        fix: "Rename the file, or correct its name in Contents.json.")
    static let unnamedFile = Check(
        "unnamed-file", .warning, "Every file is referenced; an unreferenced file is shipped or lost by accident.",
        fix: "Add the file in Xcode, or remove it.")
    static let unreadableFile = Check(
        "unreadable-file", .error, "JSON files and property lists are readable.",
        fix: "Restore the file from version control, or export again.")
    static let fileSize = Check(
        "file-size", .error, "A sticker's file is smaller than 500,000 bytes; Messages refuses to send a larger one.",
        fix: "Render the sticker with stickerd, which finds the smallest file that looks like the art.")
    static let notAnImage = Check(
        "not-a-picture", .error, "A sticker is a complete PNG, APNG, GIF or JPEG.",
        fix: "Export the art as PNG again.")
    static let heicSticker = Check(
        "heic-sticker", .warning, "A sticker is a PNG, APNG, GIF or JPEG; HEIC and HEICS need iOS 17 or later.",
        fix: "Export the art as PNG or APNG if the app runs on older systems.")
    static let wrongEnding = Check(
        "wrong-ending", .warning, "A file's extension matches its content.",
        fix: "Give the file the extension of its format, on disk and in Contents.json.")
    static let stickerSize = Check(
        "sticker-size", .warning, "A sticker has 300 to 618 pixels per side, as Apple advises for @3x.",
        fix: "Make the art 300, 408 or 618 pixels wide and high for a small, regular or large grid.")
    static let gridSize = Check(
        "grid-size", .warning, "The art of a pack has at least as many pixels as its grid size shows at @3x.",
        fix: "Choose a smaller grid, or supply larger art.")
    static let labelMissing = Check(
        "label-missing", .warning,
        "Every sticker has a label; without one, VoiceOver reads the file name and the words “accessibility label”.",
        fix: "Describe the picture in the sticker's accessibility label.")
    static let labelRepeated = Check(
        "label-repeated", .warning, "No two stickers of a pack have the same label.",
        fix: "Describe in each label how the sticker differs from the others.")
    static let labelLength = Check(
        "label-length", .error, "A label has at most 150 characters, the limit for localizedDescription of MSSticker.",
        fix: "Shorten the label.")
}

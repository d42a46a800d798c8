/// Rules about the file itself. The level of a rule cannot be configured if the rule rejects unreadable files.
extension Rule {
    package static let emptyFile = Rule(
        id: "empty-file", defaultLevel: .error, isAdjustable: false,
        summary: "The file is empty.",
        fix: "Export the art again; the copy may have been interrupted.",
        limit: 1, unit: "bytes")

    package static let unknownFormat = Rule(
        id: "unknown-format", defaultLevel: .error, isAdjustable: false,
        summary: "The content is not a picture in a format that stickerd reads.",
        fix: "Export the art as PNG, SVG, JPEG, GIF, WebP, TIFF, HEIC or AVIF.")

    package static let damagedFile = Rule(
        id: "damaged-file", defaultLevel: .error, isAdjustable: false,
        summary: "The file is cut off or damaged, so its picture is incomplete.",
        fix: "Export or copy the file again.")

    package static let fileTooLarge = Rule(
        id: "source-too-large", defaultLevel: .error, isAdjustable: false,
        summary: "The source file is larger than the configuration allows.",
        fix: "Flatten the layers or export a smaller picture, or raise \"limits.fileBytes\" in pipeline.json.",
        unit: "bytes")

    package static let tooManyPixels = Rule(
        id: "too-many-pixels", defaultLevel: .error, isAdjustable: false,
        summary: "The picture has more pixels than the configuration allows.",
        fix: "Export the art smaller (1,024 × 1,024 is plenty), or raise \"limits.pixels\" in pipeline.json.",
        unit: "pixels")

    package static let couldNotRender = Rule(
        id: "could-not-render", defaultLevel: .error, isAdjustable: false,
        summary: "The picture could not be rendered: it needed too much time or memory, or the decoder failed.",
        fix: "Export the art again from its program, flattened. If that does not help, send the file to the person who "
            + "runs stickerd.")

    package static let partlyRecovered = Rule(
        id: "partly-recovered", defaultLevel: .warning,
        summary: "The file has a damaged part that does not touch its picture.",
        fix: "Export the art again to be sure that nothing is missing.")

    package static let pagesLeftOut = Rule(
        id: "pages-left-out", defaultLevel: .warning,
        summary:
            "The file has several pages, artboards or pictures. A sticker shows only one; the others were left out.",
        fix: "Export each page or picture that should be a sticker as a separate file.")

    package static let looseFrames = Rule(
        id: "loose-frames", defaultLevel: .warning,
        summary: "Numbered files look like the frames of one animation, but each became a sticker.",
        fix: "If they are frames, move them into a folder such as Walk.frames, which becomes one animated sticker.")

    package static let wrongExtension = Rule(
        id: "wrong-extension", defaultLevel: .warning,
        summary: "The file extension does not match the content.",
        fix: "Rename the file so that its extension matches its content.")

    package static let conflictCopy = Rule(
        id: "conflict-copy", defaultLevel: .warning,
        summary:
            "The file is a conflict copy: two people changed the same file, and a sync program kept both versions.",
        fix: "Compare both files, keep the right one under the original name, and delete the other.")

    package static let badSidecar = Rule(
        id: "bad-sidecar", defaultLevel: .error, isAdjustable: false,
        summary: "The sidecar, which is the sticker's .json file, is not valid.",
        fix: "Fix the .json file beside the art, or remove it.")

    package static let badPackFile = Rule(
        id: "bad-pack-file", defaultLevel: .error, isAdjustable: false,
        summary: "The pack's pack.json is not valid, so its settings cannot be applied.",
        fix: "Fix the pack.json, or remove it.")

    package static let nameCollision = Rule(
        id: "name-collision", defaultLevel: .warning,
        summary: "Two files of a pack have names that give the same id.",
        fix: "Give one of the files a different name.")

    package static let duplicateFile = Rule(
        id: "duplicate-file", defaultLevel: .warning,
        summary: "Another file of the pack has the same content; one of them is published.",
        fix: "Remove the copy, or change the art in it.")

    package static let versionRejected = Rule(
        id: "version-rejected", defaultLevel: .warning,
        summary: "A file of the same name in a preferred format was rejected, so this one is published instead.",
        fix: "Fix the rejected file, or remove it.")

    package static let labelLength = Rule(
        id: "label-length", defaultLevel: .error,
        summary: "A label is longer than Messages accepts.",
        fix: "Shorten the label; VoiceOver reads it aloud, so a few words are best.",
        limit: 150, unit: "characters")
}

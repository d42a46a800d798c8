import JobModel

/// The reason why a page of a sheet could not be drawn.
package enum SheetError: Error, Equatable, CustomStringConvertible {
    /// A published file, or a background, is missing or cannot be read.
    case unreadable(path: String, reason: String)
    /// A file is not an image that can be drawn.
    case undrawable(path: String, reason: String)
    /// A background's colour is not of the form `#rrggbb`.
    case unknownColour(background: String, colour: String)
    /// A sticker lacks its @3x file.
    case unknownSticker(pack: String, id: String)

    /// The output folder contains no manifest.
    case nothingPublished(out: String)
    /// A requested pack does not exist. `known` has the ids of the existing packs.
    case unknownPack(id: String, known: [String])
    /// The sheet cannot be written to its destination.
    case unwritable(path: String, reason: String)

    /// The exit status of a command that ends with this error: 2 for a wrong request, 3 for a failure of the
    /// environment.
    package var exitStatus: Int32 {
        if case .unknownPack = self { 2 } else { 3 }
    }

    package var description: String {
        switch self {
        case .unreadable(let path, let reason):
            "\(path): this file cannot be read for the preview sheet (\(reason)). Run `stickerd build` to publish it "
                + "again."
        case .undrawable(let path, let reason):
            "\(path): this file cannot be drawn on the preview sheet (\(reason)). Run `stickerd audit`. If the file "
                + "is a background, export it again as JPEG or PNG."
        case .unknownColour(let background, let colour):
            "The background \"\(background)\" has the colour \"\(colour)\"; write a colour such as \"#ff3b30\"."
        case .unknownSticker(let pack, let id):
            "\(pack)/\(id): the manifest does not contain the @3x file of this sticker. Run `stickerd build` to "
                + "write the manifest again."
        case .nothingPublished(let out):
            NothingPublished(out: out).description
        case .unknownPack(let id, let known):
            "No pack has the id \"\(id)\". "
                + (known.isEmpty ? "Nothing is published." : "The packs: \(known.joined(separator: ", ")).")
        case .unwritable(let path, let reason):
            "\(path): the sheet cannot be written (\(reason)). Choose another place with --output."
        }
    }
}

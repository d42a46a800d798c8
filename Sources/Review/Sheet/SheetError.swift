/// Why a page of a sheet could not be drawn.
package enum SheetError: Error, Equatable, CustomStringConvertible {
    /// A published file, or a background, is not there or cannot be read.
    case unreadable(path: String, reason: String)
    /// A file is no picture that can be drawn.
    case undrawable(path: String, reason: String)
    /// A background's colour is not of the form `#rrggbb`.
    case unknownColour(background: String, colour: String)
    /// The page names a sticker that the pack does not have, or one without an @3x file.
    case unknownSticker(pack: String, id: String)

    package var description: String {
        switch self {
        case .unreadable(let path, let reason):
            "\(path): it cannot be read for the preview sheet (\(reason)). Run `stickerd build` to publish it again."
        case .undrawable(let path, let reason):
            "\(path): it cannot be drawn on the preview sheet (\(reason)). Run `stickerd audit`; if it is a "
                + "background, export it again as JPEG or PNG."
        case .unknownColour(let background, let colour):
            "The background \"\(background)\" has the colour \"\(colour)\"; expected the form \"#ff3b30\"."
        case .unknownSticker(let pack, let id):
            "\(pack)/\(id): the catalog has no @3x file of this sticker. Run `stickerd build` to write the catalog anew."
        }
    }
}

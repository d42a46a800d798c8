/// The reason why nothing could be checked.
package enum VerifyError: Error, Equatable, CustomStringConvertible {
    case nothingThere(path: String)
    /// There is something, but nothing that is known here.
    case nothingKnown(path: String)

    package var description: String {
        switch self {
        case .nothingThere(let path): "\(path): there is no such file or folder."
        case .nothingKnown(let path):
            "\(path): there is no published tree, no sticker catalog and no Xcode project in it. Name an output folder "
                + "with catalog.json, an .xcstickers or .xcassets folder, an .xcodeproj, or a folder that holds some."
        }
    }
}

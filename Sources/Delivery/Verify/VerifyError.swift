/// The reason why a path could not be checked.
package enum VerifyError: Error, Equatable, CustomStringConvertible {
    case nothingThere(path: String)
    /// The path exists, but contains nothing that can be checked.
    case nothingKnown(path: String)

    package var description: String {
        switch self {
        case .nothingThere(let path): "\(path): the file or folder does not exist."
        case .nothingKnown(let path):
            "\(path): the folder contains no published files, sticker catalog, or project of Xcode or .NET for iOS. "
                + "Give an output folder with catalog.json, an .xcstickers or .xcassets folder, an .xcodeproj, a "
                + "folder that contains these or a .csproj, or a built .app, .appex, .xcarchive or .ipa."
        }
    }
}

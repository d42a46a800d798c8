import ClientSources

/// The sources of the C# client for apps.
enum CSharpSources {
    /// The first line of each file, which tells people not to edit it.
    static let header = "// Written by `stickerd export dotnet`; the next export replaces it.\n"

    /// The files by path, relative to the folder of the extension's project.
    static var files: [String: [UInt8]] {
        var files = sources.reduce(into: [:]) { files, source in
            files["\(folder)/\(source.key)"] = Array(header.utf8) + source.value
        }
        files["\(folder)/LICENSE"] = ClientPackage.files["LICENSE"]
        return files
    }

    private static let folder = "Stickerd"

    private static let sources: [String: [UInt8]] = [
        "Json.cs": PackageResources.Json_cs,
        "LanguageChoice.cs": PackageResources.LanguageChoice_cs,
        "MessageState.cs": PackageResources.MessageState_cs,
        "OwnStickers.cs": PackageResources.OwnStickers_cs,
        "StickerLibrary.cs": PackageResources.StickerLibrary_cs,
        "iOS/MessagesItems.cs": PackageResources.MessagesItems_cs,
        "iOS/StickerGrid.cs": PackageResources.StickerGrid_cs,
        "iOS/StickerPackBrowser.cs": PackageResources.StickerPackBrowser_cs,
        "iOS/StickersViewController.cs": PackageResources.StickersViewController_cs,
    ]
}

import StickerManifest

/// The paths of files, relative to the output folder.
package enum OutputNames {
    package static let catalog = "catalog.json"
    package static let assets = "assets"
    package static let packs = "packs"
    package static let previews = "previews"
    package static let sheets = "sheets"
    /// The names of the report about the last run that changed something: the data for programs, and the page for
    /// people.
    package static let reportData = "report.json"
    package static let reportPage = "report.html"

    /// Whether a relative path is in the published part of the output folder.
    package static func isInside(_ name: String) -> Bool {
        let parts = name.split(separator: "/", omittingEmptySubsequences: false)
        guard !name.contains("\0"), parts.allSatisfy({ !$0.isEmpty && $0 != "." && $0 != ".." }) else { return false }
        return parts.count == 1 || [assets, packs, previews, sheets].contains(String(parts[0]))
    }

    /// The path of a file that is named after its content, so that the file at this path never changes.
    package static func asset(_ file: RenderedSticker.File) -> String {
        "\(assets)/\(file.contentName)"
    }

    /// The SHA-256 in the path of an asset.
    package static func digest(ofAsset path: String) -> String {
        path.split(separator: "/").last?.split(separator: ".").first.map(String.init) ?? ""
    }

    /// The readable name of a rendition.
    package static func rendition(pack: String, sticker: String, scale: Int, fileExtension: String) -> String {
        "\(packs)/\(pack)/\(sticker)@\(scale)x.\(fileExtension)"
    }

    /// The readable name of a preview, which contains the name of its background.
    package static func preview(pack: String, sticker: String, background: String, fileExtension: String) -> String {
        "\(previews)/\(pack)/\(sticker)/\(background).\(fileExtension)"
    }

    /// The readable name of an animation's filmstrip. Ids contain no dots, so no folder of previews has the same name.
    package static func filmstrip(pack: String, sticker: String, fileExtension: String) -> String {
        "\(previews)/\(pack)/\(sticker).filmstrip.\(fileExtension)"
    }

    /// The name of a pack's sheet, without its extension. Pages after the first have a number after a dot, which ids do
    /// not contain. The name for a pack's messages ends with `.messages`, because they are a separate pack.
    package static func sheet(pack: String, page: Int = 1) -> String {
        pack.replacing("/", with: ".") + (page == 1 ? "" : ".\(page)")
    }

    /// The readable name of an icon, which contains its size in pixels.
    package static func icon(pack: String, width: Int, height: Int) -> String {
        "\(packs)/\(pack)/icon/\(width)x\(height).png"
    }
}

import StickerManifest

/// Where things lie in the output folder; all paths are relative to it.
package enum OutputNames {
    package static let catalog = "catalog.json"
    package static let assets = "assets"
    package static let packs = "packs"
    package static let previews = "previews"
    package static let sheets = "sheets"
    /// What the last run that changed something did, for programs and for people.
    package static let reportData = "report.json"
    package static let reportPage = "report.html"

    /// Whether a path leads to where stickerd publishes, and not out of the output folder.
    package static func isInside(_ name: String) -> Bool {
        let parts = name.split(separator: "/", omittingEmptySubsequences: false)
        guard !name.contains("\0"), parts.allSatisfy({ !$0.isEmpty && $0 != "." && $0 != ".." }) else { return false }
        return parts.count == 1 || [assets, packs, previews, sheets].contains(String(parts[0]))
    }

    /// A file by its content. What is at such a path never changes.
    package static func asset(_ file: RenderedSticker.File) -> String {
        "\(assets)/\(file.contentName)"
    }

    /// The digest that an asset's path tells of its content.
    package static func digest(ofAsset path: String) -> String {
        path.split(separator: "/").last?.split(separator: ".").first.map(String.init) ?? ""
    }

    /// The same rendition under its sticker's name.
    package static func rendition(pack: String, sticker: String, scale: Int, fileExtension: String) -> String {
        "\(packs)/\(pack)/\(sticker)@\(scale)x.\(fileExtension)"
    }

    /// The same preview under its background's name.
    package static func preview(pack: String, sticker: String, background: String, fileExtension: String) -> String {
        "\(previews)/\(pack)/\(sticker)/\(background).\(fileExtension)"
    }

    /// The frames of an animation under its sticker's name. No id has a dot in it, so no folder of previews has the name.
    package static func filmstrip(pack: String, sticker: String, fileExtension: String) -> String {
        "\(previews)/\(pack)/\(sticker).filmstrip.\(fileExtension)"
    }

    /// The name of a pack's sheet, without its ending. A page after the first has a number after a dot, which no id has, and
    /// messages have `.messages`, as they are a pack of their own.
    package static func sheet(pack: String, page: Int = 1) -> String {
        pack.replacing("/", with: ".") + (page == 1 ? "" : ".\(page)")
    }

    /// The same icon under its size in pixels.
    package static func icon(pack: String, width: Int, height: Int) -> String {
        "\(packs)/\(pack)/icon/\(width)x\(height).png"
    }
}

import JobModel
import StickerManifest

/// A pack of game pieces as image sets of an asset catalog. They are in a folder with the name of the pack, which is a
/// namespace: `UIImage(named: "pond-pieces/frog")`.
struct PieceCatalog {
    let input: PieceInput
    /// The catalog's folder, relative to the folder of the export: `pond-pieces/Assets.xcassets`.
    let folder: String

    /// The default name of the catalog's folder.
    static let folderName = "Assets.xcassets"

    private var packFolder: String { "\(folder)/\(input.pack.id)" }

    /// All files of the catalog. A file that refers to other files comes after them.
    var files: [PlannedFile] {
        input.pack.pieces.flatMap(imageSet) + [
            PlannedFile(
                "\(packFolder)/Contents.json",
                .contents(.object(["info": .info, "properties": .object(["provides-namespace": .flag(true)])]))),
            PlannedFile("\(folder)/Contents.json", .start(.object(["info": .info]))),
        ]
    }

    private func imageSet(_ piece: Piece) -> [PlannedFile] {
        let folder = "\(packFolder)/\(piece.id).imageset"
        let renditions = piece.renditions.sorted { $0.scale < $1.scale }
        let pictures = renditions.map { rendition in
            PlannedFile(
                "\(folder)/\(fileName(piece, rendition))",
                .copy(of: "\(input.assetFolder)/\(rendition.path)", sha256: rendition.sha256))
        }
        let entries = renditions.map { rendition in
            ContentsValue.object([
                "filename": .text(fileName(piece, rendition)), "idiom": .text("universal"),
                "scale": .text("\(rendition.scale)x"),
            ])
        }
        return pictures + [
            PlannedFile("\(folder)/Contents.json", .contents(.object(["images": .list(entries), "info": .info])))
        ]
    }

    private func fileName(_ piece: Piece, _ rendition: Rendition) -> String {
        rendition.scale == 1 ? "\(piece.id).png" : "\(piece.id)@\(rendition.scale)x.png"
    }
}

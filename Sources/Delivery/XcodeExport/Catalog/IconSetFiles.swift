/// The icon set of a catalog, with all slots.
struct IconSetFiles {
    let icon: [PackMaterial.IconFile]
    /// The catalog's folder.
    let folder: String

    var files: [PlannedFile] {
        let folder = "\(folder)/\(CatalogForm.iconSetName).stickersiconset"
        var files: [PlannedFile] = []
        let entries = StickersIconSlot.all.map { slot in
            let icon = icon.first { $0.width == slot.width && $0.height == slot.height }
            guard let icon else { return slot.entry(fileName: nil) }
            files.append(PlannedFile("\(folder)/\(slot.fileName)", .copy(of: icon.path, sha256: nil)))
            return slot.entry(fileName: slot.fileName)
        }
        return files + [
            PlannedFile("\(folder)/Contents.json", .contents(.object(["images": .list(entries), "info": .info])))
        ]
    }
}

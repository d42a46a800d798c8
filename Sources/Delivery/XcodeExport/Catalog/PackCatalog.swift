import StickerCatalog

/// A pack as the files of one asset catalog.
struct PackCatalog {
    let material: PackMaterial
    /// The catalog's folder, relative to the export's: `cats/Stickers.xcstickers`.
    let folder: String
    /// The pack's folder without its ending: the pack's id, or the name that somebody gave it in Xcode.
    let packName: String
    /// False where the catalog has an icon set that stickerd did not make: that one stays.
    let hasIconSet: Bool

    private var pack: Pack { material.pack }
    private var packFolder: String { "\(folder)/\(packName).stickerpack" }

    /// Every file, those that name others after them.
    var files: [PlannedFile] {
        var files: [PlannedFile] = []
        for sticker in pack.stickers { files += stickerFiles(sticker) }
        if hasIconSet { files += IconSetFiles(icon: material.icon, folder: folder).files }
        files.append(PlannedFile("\(packFolder)/Contents.json", .pack(packContents)))
        files.append(PlannedFile("\(folder)/Contents.json", .start(.object(["info": .info]))))
        return files + strings
    }

    private var packContents: ContentsValue {
        .object([
            "info": .info,
            "properties": .object(["grid-size": .text(pack.size.rawValue)]),
            "stickers": .list(pack.stickers.map { .object(["filename": .text(folderName(of: $0))]) }),
        ])
    }

    private func folderName(of sticker: Sticker) -> String {
        sticker.id + (material.animations[sticker.id] == nil ? ".sticker" : ".stickersequence")
    }

    private func stickerFiles(_ sticker: Sticker) -> [PlannedFile] {
        let stickerFolder = "\(packFolder)/\(folderName(of: sticker))"
        if let animation = material.animations[sticker.id] {
            return sequenceFiles(sticker, animation, in: stickerFolder)
        }
        guard let rendition = sticker.renditions.max(by: { $0.scale < $1.scale }) else { return [] }
        let fileName = "\(sticker.id).\(PackCatalog.fileExtension(rendition.format))"
        return [
            PlannedFile(
                "\(stickerFolder)/\(fileName)",
                .copy(of: "\(material.assetFolder)/\(rendition.path)", sha256: rendition.sha256)),
            PlannedFile(
                "\(stickerFolder)/Contents.json",
                .contents(
                    .object([
                        "info": .info,
                        "properties": .object([
                            "accessibility-label": .text(sticker.label), "filename": .text(fileName),
                        ]),
                    ]))),
        ]
    }

    private func sequenceFiles(_ sticker: Sticker, _ animation: FrameAnimation, in folder: String) -> [PlannedFile] {
        let names = animation.frames.indices.map { place in
            let digits = String(place + 1)
            return "\(sticker.id)-\(String(repeating: "0", count: max(0, 4 - digits.count)))\(digits).png"
        }
        var properties = animation.properties
        properties["accessibility-label"] = .text(sticker.label)
        let contents = ContentsValue.object([
            "frames": .list(names.map { .object(["filename": .text($0)]) }),
            "info": .info,
            "properties": .object(properties),
        ])
        return zip(names, animation.frames).map { PlannedFile("\(folder)/\($0)", .copy(of: $1, sha256: nil)) } + [
            PlannedFile("\(folder)/Contents.json", .contents(contents))
        ]
    }

    /// Labels in other languages, in strings files of the pack's name that lie beside the catalog: the asset compiler
    /// takes them as `--sticker-pack-strings-file`, which maps the stickers' names to translations.
    private var strings: [PlannedFile] {
        let languages = Set(pack.stickers.flatMap(\.labels.keys)).sorted()
        let parent = folder.split(separator: "/").dropLast().joined(separator: "/")
        return languages.map { language in
            let lines = pack.stickers.compactMap { sticker in
                sticker.labels[language].map { StringsFile.line(key: sticker.id, value: $0) }
            }
            return PlannedFile(
                "\(parent.isEmpty ? "" : parent + "/")\(language).lproj/\(packName).strings",
                .bytes(Array(lines.joined().utf8)))
        }
    }

    /// How Xcode expects a file of the format to end; an APNG is a PNG to it.
    private static func fileExtension(_ format: String) -> String {
        switch format {
        case "gif": "gif"
        case "jpeg": "jpg"
        default: "png"
        }
    }
}

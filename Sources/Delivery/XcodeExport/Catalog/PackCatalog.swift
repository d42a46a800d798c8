import JobModel
import StickerManifest

/// A pack as the files of one asset catalog.
struct PackCatalog {
    let input: PackInput
    /// The catalog's folder, relative to the folder of the export: `cats/Stickers.xcstickers`.
    let folder: String
    /// The pack's folder name without its extension: the pack's id, or a name given in Xcode.
    let packName: String
    /// Whether the export writes the icon set. False if the catalog already has an icon set that stickerd did not make.
    let hasIconSet: Bool
    /// The language tag of the labels that have no language tag in the manifest.
    let language: String

    private var pack: Pack { input.pack }
    private var packFolder: String { "\(folder)/\(packName).stickerpack" }

    /// All files of the catalog. A file that refers to other files comes after them.
    var files: [PlannedFile] {
        var files: [PlannedFile] = []
        for sticker in pack.stickers { files += stickerFiles(sticker) }
        if hasIconSet { files += IconSetFiles(icon: input.icon, folder: folder).files }
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
        sticker.id + (input.animations[sticker.id] == nil ? ".sticker" : ".stickersequence")
    }

    private func stickerFiles(_ sticker: Sticker) -> [PlannedFile] {
        let stickerFolder = "\(packFolder)/\(folderName(of: sticker))"
        if let animation = input.animations[sticker.id] {
            return sequenceFiles(sticker, animation, in: stickerFolder)
        }
        guard let rendition = sticker.renditions.max(by: { $0.scale < $1.scale }) else { return [] }
        let fileName = compiledName(of: sticker)
        return [
            PlannedFile(
                "\(stickerFolder)/\(fileName)",
                .copy(of: "\(input.assetFolder)/\(rendition.path)", sha256: rendition.sha256)),
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

    /// The strings files with labels in several languages, next to the catalog and with the pack's name. The asset
    /// compiler gets them with `--sticker-pack-strings-file`, and looks up the stickers' names in them.
    ///
    /// Every label has two keys: the sticker's name, which actool(1) documents, and `<compiled
    /// file>.accessibilityLabel`, which Messages looks up in the compiled pack.
    private var strings: [PlannedFile] {
        let parent = folder.split(separator: "/").dropLast().joined(separator: "/")
        return PackCatalog.labelLanguages(of: pack, development: language).map { language in
            let lines = pack.stickers.flatMap { sticker -> [String] in
                let own = language == self.language ? sticker.label : nil
                guard let label = sticker.labels[language] ?? own else { return [] }
                return [sticker.id, "\(compiledName(of: sticker)).accessibilityLabel"].map {
                    StringsFile.line(key: $0, value: label)
                }
            }
            return PlannedFile(
                "\(parent.isEmpty ? "" : parent + "/")\(language).lproj/\(packName).strings",
                .bytes(Array(lines.joined().utf8)))
        }
    }

    /// The languages whose labels are in strings files, including the development language. Empty if no sticker has
    /// translated labels.
    static func labelLanguages(of pack: Pack, development: String) -> [String] {
        let languages = Set(pack.stickers.flatMap(\.labels.keys))
        return languages.isEmpty ? [] : languages.union([development]).sorted()
    }

    /// The name of the sticker's file in the compiled pack. A sequence of frames is compiled to a PNG.
    private func compiledName(of sticker: Sticker) -> String {
        let rendition = sticker.renditions.max { $0.scale < $1.scale }
        let format =
            input.animations[sticker.id] == nil ? rendition.flatMap { StickerFormat(rawValue: $0.format) } : nil
        return "\(sticker.id).\((format ?? .png).fileExtension)"
    }
}

/// The kind of asset catalog for a pack.
package enum CatalogForm: String, Sendable, CaseIterable {
    /// `Stickers.xcstickers`, the form for sticker pack apps.
    case xcstickers
    /// `Stickers.xcassets`, the form for a sticker pack extension inside a host app.
    case xcassets

    /// The catalog's folder.
    package var folderName: String { "Stickers.\(rawValue)" }

    /// The type of the catalog in an Xcode project.
    package var fileType: String {
        switch self {
        case .xcstickers: "folder.stickers"
        case .xcassets: "folder.assetcatalog"
        }
    }

    /// The name of the icon set's folder without its extension, for `ASSETCATALOG_COMPILER_APPICON_NAME`.
    package static let iconSetName = "iMessage App Icon"
}

/// The icon set of a catalog, with all slots.
struct IconSetFiles {
    let icon: [PackInput.IconFile]
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

/// The icon set of an app, with one picture, from which Xcode makes the others.
struct AppIconFiles {
    let icon: [PackInput.IconFile]
    /// The catalog's folder.
    let folder: String

    private static let side = 1024

    var files: [PlannedFile] {
        let folder = "\(folder)/AppIcon.appiconset"
        let name = "AppIcon.png"
        let picture = icon.first { $0.width == AppIconFiles.side && $0.height == AppIconFiles.side }
        var entry: [String: ContentsValue] = [
            "idiom": .text("universal"), "platform": .text("ios"), "size": .text("1024x1024"),
        ]
        if picture != nil { entry["filename"] = .text(name) }
        return [picture.map { PlannedFile("\(folder)/\(name)", .copy(of: $0.path, sha256: nil)) }].compactMap { $0 } + [
            PlannedFile(
                "\(folder)/Contents.json", .contents(.object(["images": .list([.object(entry)]), "info": .info])))
        ]
    }
}

/// Apple's strings files, in UTF-8.
enum StringsFile {
    static func line(key: String, value: String) -> String {
        "\"\(escaped(key))\" = \"\(escaped(value))\";\n"
    }

    private static func escaped(_ text: String) -> String {
        var escaped = ""
        for character in text.unicodeScalars {
            switch character {
            case "\"": escaped += "\\\""
            case "\\": escaped += "\\\\"
            case "\n": escaped += "\\n"
            case "\r": escaped += "\\r"
            case "\t": escaped += "\\t"
            default: escaped.unicodeScalars.append(character)
            }
        }
        return escaped
    }
}

import ImageHeaders

/// Checks a `.stickerpack` folder in a built bundle. Xcode compiles it from a sticker catalog. It contains the
/// stickers and an Info.plist that lists them.
struct BuiltPackValidator {
    let files: any BundleFiles
    let path: String

    func check(_ violations: inout [Violation]) {
        let plistPath = files.join(path, "Info.plist")
        guard let bytes = files.read(plistPath), let plist = PropertyList(bytes) else {
            violations.append(
                Violation(
                    .unreadableFile, plistPath,
                    "The list of the pack's stickers cannot be read: "
                        + (files.size(plistPath) == nil ? files.absence(of: plistPath) : "it is not a property list")
                        + ".", fix: "Build again."))
            return
        }
        let stickers = plist["IMStickers"]?.list ?? []
        if stickers.isEmpty { violations.append(Violation(.emptyPack, plistPath, "The pack lists no stickers.")) }
        for sticker in stickers { check(sticker, plistPath, &violations) }
    }

    private func check(_ sticker: PropertyList, _ plistPath: String, _ violations: inout [Violation]) {
        if let label = sticker["IMStickerAccessibilityLabel"]?.text, label.utf16.count > 150 {
            violations.append(
                Violation(
                    .labelLength, plistPath, "A label has \(label.utf16.count) characters; the limit is 150 characters."
                ))
        }
        // The key of the file name is not documented. The name is therefore found by its value: a text that is the name
        // of an existing file.
        let names = (sticker.dictionary ?? [:]).values.compactMap(\.text)
        guard let name = names.first(where: { files.size(files.join(path, $0)) != nil }) else { return }
        PictureInBundle(files: files, path: files.join(path, name)).checkSticker(&violations)
    }
}

/// A picture in a built bundle.
struct PictureInBundle {
    let files: any BundleFiles
    let path: String

    /// Checks that the picture meets the requirements of Messages.
    func checkSticker(_ violations: inout [Violation]) {
        guard let bytes = files.read(path) else {
            violations.append(
                Violation(
                    .notAnImage, path, "The file cannot be read: \(files.absence(of: path)).", fix: "Build again."))
            return
        }
        if let violation = Violation(sizeOf: path, bytes: bytes.count) { violations.append(violation) }
        guard !isCompressed(bytes) else { return }
        guard let facts = ImageFacts(bytes) else {
            violations.append(
                Violation(.notAnImage, path, "The file is not a complete PNG, APNG, GIF or JPEG."))
            return
        }
        if let damage = facts.damage {
            violations.append(Violation(.notAnImage, path, "The \(facts.formatName) is damaged: \(damage)."))
        }
    }

    /// Whether a build tool has converted a PNG to the format that only Apple devices can read.
    func isCompressed(_ bytes: [UInt8]) -> Bool {
        guard SourceFormat.identify(bytes) == .png else { return false }
        return (try? PNGInspection(bytes))?.isCgBI ?? false
    }

    /// Whether the picture has several frames. Nil if it cannot be read.
    func isAnimated(_ bytes: [UInt8]) -> Bool? {
        switch SourceFormat.identify(bytes) {
        case .png: (try? PNGInspection(bytes)).map { ($0.frameCount ?? 1) > 1 }
        case .gif: (try? GIFReader(bytes, frameLimit: 10_000)).map { $0.frames.count > 1 }
        default: nil
        }
    }
}

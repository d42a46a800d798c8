import ImageHeaders
import XcodeExport

/// Checks a `.stickersiconset` folder.
struct IconSetValidator {
    let view: FolderView
    let path: String
    /// Whether an app is built from the catalog. The set then also needs the icons for the settings and the App
    /// Store. False if only an extension is built from it.
    let isApp: Bool
    /// The way in which the project's targets use the catalog. Nil if there is no project.
    let use: CatalogUse?

    private var contentsPath: String { view.join(path, "Contents.json") }

    func check(_ violations: inout [Violation]) {
        guard let contents = ContentsFile.read(contentsPath, in: view, &violations) else { return }
        ContentsFile.checkKeys(
            contents, path: contentsPath, keys: ["images", "info", "properties"], properties: ["pre-rendered"],
            &violations)
        let entries = contents["images"]?.list ?? []
        let names = entries.compactMap { $0["filename"]?.text }.filter { !$0.isEmpty && !$0.contains("/") }
        for child in view.children(path) where child != "Contents.json" && !names.contains(child) {
            violations.append(
                Violation(.iconUnassigned, view.join(path, child), "No slot of the set refers to this file."))
        }
        guard !names.isEmpty else {
            violations.append(Violation(.iconSetEmpty, path, "No slot of the set has a picture."))
            return
        }
        var filled: Set<StickersIconSlot> = []
        for entry in entries {
            guard let slot = slot(of: entry) else {
                if let name = entry["filename"]?.text {
                    violations.append(
                        Violation(
                            .iconUnknownSlot, view.join(path, name),
                            "\(description(of: entry)) is not a slot of the set\(hint(for: entry))."))
                }
                continue
            }
            guard let name = entry["filename"]?.text, names.contains(name) else { continue }
            filled.insert(slot)
            check(name, in: slot, &violations)
        }
        checkSlots(filled, &violations)
    }

    /// The slot of an entry. Nil if Xcode does not support the combination. Slots for one pixel per point are
    /// recognized but not required.
    private func slot(of entry: ContentsValue) -> StickersIconSlot? {
        StickersIconSlot.all.first { slot in
            entry["idiom"]?.text == slot.idiom && entry["size"]?.text == slot.size
                && entry["scale"]?.text == "\(slot.scale)x" && entry["platform"]?.text == slot.platform
        }
    }

    /// A hint about the correct idiom. When Xcode's editor saves a set, it changes the idiom of the Messages icons to
    /// universal.
    private func hint(for entry: ContentsValue) -> String {
        let slot = StickersIconSlot.all.first {
            entry["size"]?.text == $0.size && entry["scale"]?.text == "\($0.scale)x"
        }
        return slot.map { "; the idiom of \($0.size) is \($0.idiom)" } ?? ""
    }

    private func description(of entry: ContentsValue) -> String {
        let words = ["idiom", "platform", "size", "scale"].compactMap { entry[$0]?.text }
        return words.isEmpty ? "An entry without idiom, size and scale" : "“\(words.joined(separator: " "))”"
    }

    private func check(_ name: String, in slot: StickersIconSlot, _ violations: inout [Violation]) {
        let file = view.join(path, name)
        guard let bytes = view.read(file) else {
            violations.append(
                Violation(.missingFile, file, "The set refers to this icon, but \(view.absence(of: file))."))
            return
        }
        guard !LFSPointer.matches(bytes) else {
            violations.append(
                Violation(
                    .notAnImage, file, "The icon is a Git LFS pointer and not the art itself.", fix: LFSPointer.fix))
            return
        }
        guard let facts = ImageFacts(bytes), facts.format != .gif else {
            violations.append(
                Violation(
                    .notAnImage, file, "The icon is not a PNG that can be read.", fix: "Export the icon as PNG."))
            return
        }
        if facts.width != slot.width || facts.height != slot.height {
            violations.append(
                Violation(
                    .iconPixels, file, "The icon has \(facts.size); its slot needs \(slot.width) × \(slot.height) px."))
        }
        guard slot.idiom == "ios-marketing" else { return }
        switch PNGAlpha(bytes) {
        case .transparent:
            violations.append(Violation(.iconTransparent, file, "The marketing icon has transparent pixels."))
        case .opaque:
            violations.append(
                Violation(.iconAlphaChannel, file, "The marketing icon is opaque, but has an alpha channel."))
        case .some(.none): break
        case nil where facts.format == .png:
            violations.append(Violation(.iconAlphaChannel, file, "The marketing icon has an alpha channel."))
        case nil: break
        }
    }

    private func checkSlots(_ filled: Set<StickersIconSlot>, _ violations: inout [Violation]) {
        let missing = StickersIconSlot.all.filter {
            !filled.contains($0) && (isApp || !$0.belongsToApp) && use?.needs($0) != false
        }
        // Icons for the settings are optional, because the system scales another icon (Apple, QA1686).
        for slot in missing where slot.size != "29x29" {
            let what = "\(slot.idiom) \(slot.size) at \(slot.scale)x (\(slot.width) × \(slot.height) px)"
            let why =
                switch slot.size {
                case "1024x1024": "; App Store Connect reports ITMS-90704"
                case "1024x768": "; App Store Connect reports ITMS-90642"
                case "60x45", "67x50", "74x55": "; App Store Connect reports ITMS-90649"
                case "27x20", "32x24": "; the validation of the extension fails without it"
                default: ""
                }
            violations.append(Violation(.iconSlotMissing, path, "The slot \(what) is empty\(why)."))
        }
    }
}

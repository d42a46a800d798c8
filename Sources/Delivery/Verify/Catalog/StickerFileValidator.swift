import ImageHeaders
import JobModel

/// Checks one picture of a sticker.
struct StickerFileValidator {
    let view: FolderView
    let path: String

    /// - Returns: the properties of the picture. Nil if it cannot be read as a picture.
    func check(_ violations: inout [Violation]) -> ImageFacts? {
        guard let size = view.size(path), !view.isFolder(path) else {
            violations.append(Violation(.missingFile, path, "The file is referenced, but \(view.absence(of: path))."))
            return nil
        }
        if let violation = Violation(sizeOf: path, bytes: size) { violations.append(violation) }
        guard let bytes = view.read(path), let facts = ImageFacts(bytes) else {
            violations.append(unusable)
            return nil
        }
        if let damage = facts.damage {
            violations.append(Violation(.notAnImage, path, "The \(facts.formatName) is damaged: \(damage)."))
        }
        let ending = path.split(separator: ".").last.map { $0.lowercased() } ?? ""
        if !facts.fileExtensions.contains(ending) {
            violations.append(
                Violation(
                    .wrongEnding, path, "The file is a \(facts.formatName), but its name ends in .\(ending)."))
        }
        return facts
    }

    /// The reason why the properties of the picture are unknown.
    private var unusable: Violation {
        func notAnImage(_ what: String, fix: String? = nil) -> Violation {
            Violation(.notAnImage, path, "\(what); a sticker is a PNG, APNG, GIF or JPEG.", fix: fix)
        }
        guard let bytes = view.read(path) else {
            return notAnImage("The file cannot be read: \(view.absence(of: path))")
        }
        guard !bytes.isEmpty else { return notAnImage("The file is empty") }
        guard !LFSPointer.matches(bytes) else {
            return notAnImage("The file is a Git LFS pointer and not the art itself", fix: LFSPointer.fix)
        }
        let format = SourceFormat.identify(bytes)
        guard format != .heic else {
            return Violation(.heicSticker, path, "The file is a HEIC; its pixels were not checked.")
        }
        return notAnImage(
            "The file is \(format.map { "a damaged or unfit \($0.rawValue.uppercased())" } ?? "not a picture")")
    }
}

extension Violation {
    /// The violation for a file that is too large for Messages. Nil if the size is allowed.
    init?(sizeOf path: String, bytes: Int) {
        let limit = 500_000
        guard bytes >= limit else { return nil }
        self.init(
            .fileSize, path,
            "The file is \(NumberFormat.number(bytes)) bytes long; it must be smaller than "
                + "\(NumberFormat.number(limit)) bytes. Xcode only warns, but sending fails with MSMessageErrorCode 6.")
    }
}

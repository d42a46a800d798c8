import ImageHeaders
import JobModel

/// Checks one picture of a sticker.
struct StickerFile {
    let view: FolderView
    let path: String

    /// - Returns: what the picture is; nil when it cannot be told.
    func check(_ violations: inout [Violation]) -> PictureFacts? {
        guard let size = view.size(path), !view.isFolder(path) else {
            violations.append(Violation(.missingFile, path, "The file is named, but \(view.absence(of: path))."))
            return nil
        }
        let limit = 500_000
        if size >= limit {
            violations.append(
                Violation(
                    .fileSize, path,
                    "The file has \(Wording.number(size)) bytes; the limit is under \(Wording.number(limit)). Xcode only warns, "
                        + "and sending fails with MSMessageErrorCode 6."))
        }
        guard let bytes = view.read(path), let facts = PictureFacts(bytes) else {
            violations.append(unusable)
            return nil
        }
        if let damage = facts.damage {
            violations.append(Violation(.notAPicture, path, "The \(facts.format.rawValue) is damaged: \(damage)."))
        }
        let ending = path.split(separator: ".").last.map { $0.lowercased() } ?? ""
        if !facts.format.endings.contains(ending) {
            violations.append(
                Violation(
                    .wrongEnding, path, "The file is a \(facts.format.rawValue), but its name ends in .\(ending)."))
        }
        return facts
    }

    /// Why the file's size in pixels cannot be told.
    private var unusable: Violation {
        func notAPicture(_ what: String, mend: String? = nil) -> Violation {
            Violation(.notAPicture, path, "\(what); a sticker is a PNG, APNG, GIF or JPEG.", mend: mend)
        }
        guard let bytes = view.read(path) else {
            return notAPicture("The file cannot be read: \(view.absence(of: path))")
        }
        guard !bytes.isEmpty else { return notAPicture("The file is empty") }
        // The first line of every pointer (git-lfs, docs/spec.md).
        guard !bytes.starts(with: "version https://git-lfs.github.com/spec/".utf8) else {
            return notAPicture(
                "The file is a Git LFS pointer and not the art itself", mend: "Run `git lfs pull` to get the art.")
        }
        let format = SourceFormat.identify(bytes)
        guard format != .heic else {
            return Violation(.heicSticker, path, "The file is a HEIC; its pixels were not checked.")
        }
        return notAPicture(
            "The file is \(format.map { "a damaged or unfit \($0.rawValue.uppercased())" } ?? "not a picture")")
    }
}

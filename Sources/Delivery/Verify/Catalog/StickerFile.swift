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
            violations.append(
                Violation(.notAPicture, path, "\(what()); a sticker is a PNG, APNG, GIF or JPEG."))
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

    private func what() -> String {
        guard let bytes = view.read(path) else { return "The file cannot be read: \(view.absence(of: path))" }
        guard !bytes.isEmpty else { return "The file is empty" }
        let kind = SourceFormat.identify(bytes).map { "a damaged or unfit \($0.rawValue.uppercased())" }
        return "The file is \(kind ?? "not a picture")"
    }
}

import XcodeExport

/// Reads a `Contents.json` and looks at what all of them share.
enum ContentsFile {
    static func read(_ path: String, in view: FolderView, _ violations: inout [Violation]) -> ContentsValue? {
        guard let bytes = view.read(path) else {
            violations.append(
                view.exists(path)
                    ? Violation(.unreadableFile, path, "Contents.json is not readable: \(view.absence(of: path)).")
                    : Violation(.missingFile, path, "The folder has no Contents.json."))
            return nil
        }
        guard let value = try? ContentsValue(json: bytes, path: path), value.isObject else {
            violations.append(Violation(.unreadableFile, path, "This is not JSON that Xcode reads."))
            return nil
        }
        if value["info"]?["version"]?.number != 1 {
            violations.append(
                Violation(
                    .unknownKey, path, "\"info\" has no \"version\" 1.", mend: "Set \"version\" in \"info\" to 1."))
        }
        return value
    }

    /// - Parameters:
    ///   - keys: what may stand at the top.
    ///   - properties: what may stand under `properties`.
    static func checkKeys(
        _ value: ContentsValue, path: String, keys: Set<String>, properties: Set<String>,
        _ violations: inout [Violation]
    ) {
        let unknown = value.keys.subtracting(keys).union((value["properties"]?.keys ?? []).subtracting(properties))
        for key in unknown.sorted() {
            violations.append(Violation(.unknownKey, path, "\"\(key)\" is no key that Xcode knows here."))
        }
    }
}

extension ContentsValue {
    /// The keys of an object; none for other values.
    var keys: Set<String> {
        if case .object(let members) = self { Set(members.keys) } else { [] }
    }
}

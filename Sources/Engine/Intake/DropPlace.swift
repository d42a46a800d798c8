/// Where something in the drop folder is, in the very bytes that the file system uses.
package enum DropPlace {
    /// - Parameters:
    ///   - path: relative to the drop folder, in NFC.
    ///   - drop: the path of the drop folder.
    /// - Returns: nil when there is nothing of that name.
    package static func absolutePath(of path: String, in drop: String) -> String? {
        var place = drop
        for component in path.split(separator: "/") {
            guard let name = name(of: String(component), in: place) else { return nil }
            place += "/" + name
        }
        return place
    }

    /// Only names with accents may be stored in another way than they are shown.
    private static func name(of shown: String, in folder: String) -> String? {
        guard !shown.utf8.allSatisfy({ $0 < 0x80 }) else { return shown }
        let entries = try? FolderReader.entries(of: folder + "/", followingLink: true)
        return entries?.lazy.compactMap { String(validating: $0.name, as: UTF8.self) }.first { $0.nfc == shown }
    }
}

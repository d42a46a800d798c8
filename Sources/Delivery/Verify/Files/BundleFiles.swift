/// The files of a built bundle in a folder or an archive. Paths are relative to the root of the folder or archive.
protocol BundleFiles {
    /// The names in a folder, sorted, without hidden names.
    func children(_ path: String) -> [String]
    func isFolder(_ path: String) -> Bool
    /// The size of a file in bytes. Nil if it does not exist.
    func size(_ path: String) -> Int?
    /// The bytes of a file. Nil if it does not exist or exceeds the limits.
    func read(_ path: String) -> [UInt8]?
    /// The reason why a file cannot be read, as the end of a sentence, such as "it does not exist".
    func absence(of path: String) -> String
}

extension FolderView: BundleFiles {}

extension BundleFiles {
    func join(_ folder: String, _ name: String) -> String { folder.isEmpty ? name : "\(folder)/\(name)" }

    /// The paths of the files below a folder, relative to it and sorted by folder. Searches at most 12 levels, which
    /// no bundle exceeds.
    func files(under path: String, depth: Int = 0) -> [String] {
        guard depth < 12 else { return [] }
        return children(path).flatMap { name -> [String] in
            let child = join(path, name)
            return isFolder(child) ? files(under: child, depth: depth + 1).map { "\(name)/\($0)" } : [name]
        }
    }
}

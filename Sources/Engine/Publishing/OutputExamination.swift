import Glibc
import JobModel
import StickerManifest

/// The differences between an output folder and a publication.
///
/// Folders are read pack by pack, and the inode of a name comes from its folder entry. Even with a million names, only
/// one pack is in memory at a time, and the attributes of only a few files are read.
package struct OutputExamination {
    /// Names that are missing or link to the wrong file, and the assets that they should link to.
    package private(set) var wrong: [String: String] = [:]
    /// Files that are not part of the publication.
    package private(set) var unnamed: Set<String> = []

    private let folder: OutputFolder
    private let publication: Publication
    /// The inode numbers of the assets.
    private var assets = AssetFiles()
    /// The folders that contain names, and their parent folders.
    private var known: Set<String> = []
    private var examined: Set<String> = []

    /// - Throws: `PublishError` if names of the publication are outside of the output folder.
    package init(_ folder: OutputFolder, _ publication: Publication) throws {
        self.folder = folder
        self.publication = publication
        try readAssets()
        try examineNames()
        let sheets = folder.listing(OutputNames.sheets).files
        unnamed.formUnion(sheets.filter { !isKept($0) })
    }

    private mutating func readAssets() throws {
        let documents = AssetNames(publication.manifest?.documents.keys.map { $0 } ?? [])
        var (files, unnamed): (AssetFiles, Set<String>) = (AssetFiles(), [])
        var folders: [String] = []
        try folder.list(OutputNames.assets) { entry in
            let name = "\(OutputNames.assets)/\(entry.name)"
            guard !entry.isFolder else { return folders.append(name) }
            files[name] = entry.inode
            let isWanted = publication.names.isNamed(asset: name) || documents.contains(name) || isKept(name)
            if !isWanted { unnamed.insert(name) }
        }
        for name in folders { unnamed.formUnion(folder.listing(name).files) }
        (assets, self.unnamed) = (files, unnamed)
    }

    private func isKept(_ name: String) -> Bool {
        publication.kept.contains(name) || publication.files[name] != nil || publication.moved[name] != nil
    }

    // MARK: Names

    private mutating func examineNames() throws {
        var shared = try foldersOfSeveralPacks()
        let all = publication.names
        all.forEachPack { names in
            var folders: [String: [String: String]] = [:]
            for (name, asset) in names {
                let place = OutputExamination.folder(of: name)
                if shared[place] != nil {
                    shared[place]?[name] = asset
                } else {
                    folders[place, default: [:]][name] = asset
                }
            }
            for (place, names) in folders { examine(place, names) }
        }
        for (place, names) in shared { examine(place, names) }
        for place in known.union([OutputNames.packs, OutputNames.previews]) where !examined.contains(place) {
            examine(place, [:])
        }
    }

    /// Checks the paths of all names, and records their folders in `known`.
    ///
    /// - Returns: the folders that contain names of several packs, each with an empty list of names.
    private mutating func foldersOfSeveralPacks() throws -> [String: [String: String]] {
        var owners: [String: Int] = [:]
        var shared: [String: [String: String]] = [:]
        var pack = 0
        let all = publication.names
        try all.forEachPack { names in
            pack += 1
            var last = ""
            for (name, asset) in names {
                for path in [name, asset] where !Publisher.isPlain(path) && !OutputNames.isInside(path) {
                    throw PublishError(folder.absolute(path), "write outside the output folder", code: EINVAL)
                }
                let place = OutputExamination.folder(of: name)
                guard place != last else { continue }
                last = place
                if let owner = owners[place], owner != pack { shared[place] = [:] }
                owners[place] = pack
            }
        }
        for place in owners.keys { note(place) }
        return shared
    }

    /// Adds a folder and its parent folders to `known`.
    private mutating func note(_ place: String) {
        var rest = place[...]
        while !rest.isEmpty, known.insert(String(rest)).inserted {
            rest = rest.lastIndex(of: "/").map { rest[..<$0] } ?? ""
        }
    }

    private static func folder(of name: String) -> String {
        name.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(name[..<$0]) } ?? ""
    }

    /// Compares a folder with the names that it should contain.
    ///
    /// - Parameter names: all names that should be in the folder, with their assets.
    private mutating func examine(_ place: String, _ names: [String: String]) {
        examined.insert(place)
        // Some assets have no readable name and are published under their own name. These names are checked
        // individually.
        guard place != OutputNames.assets else {
            for (name, asset) in names where !isThere(name, asset) { wrong[name] = asset }
            return
        }
        var missing = names
        var (others, folders): ([String], [String]) = ([], [])
        folder.visit(place) { entry in
            let name = place.isEmpty ? entry.name : "\(place)/\(entry.name)"
            guard !entry.isFolder else { return folders.append(name) }
            guard let asset = names[name] else { return others.append(name) }
            if entry.inode != 0 && assets[asset] == entry.inode || folder.isSame(name, asset) { missing[name] = nil }
        }
        for (name, asset) in missing where !publication.missing.contains(asset) { wrong[name] = asset }
        // The output folder itself may contain files of other programs.
        guard !place.isEmpty else { return }
        for name in folders where !known.contains(name) { others += folder.listing(name).files }
        unnamed.formUnion(others.filter { !isKept($0) })
    }

    private func isThere(_ name: String, _ asset: String) -> Bool {
        publication.missing.contains(asset) || name == asset && assets[asset] != nil || folder.isSame(name, asset)
    }
}

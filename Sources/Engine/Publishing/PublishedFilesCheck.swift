import Algorithms
import JobModel
import StickerManifest

/// Compares the files of an output folder with its manifest. Receives the manifest pack by pack, and keeps only the
/// data that the checks of later packs need.
package struct PublishedFilesCheck: Sendable {
    package enum Fault: Sendable {
        case missing
        /// The content does not match the SHA-256 in the manifest.
        case damaged
    }

    /// A file that differs from the manifest.
    package struct Finding: Sendable {
        /// The name relative to the output folder.
        package var name: String
        package var fault: Fault
        /// The asset of a readable name. Nil if the file is not a readable name.
        package var asset: String?
        /// Whether a readable name is the same file as its asset.
        package var isAsset = false
    }

    private let folder: OutputFolder
    /// The number of checked files and readable names.
    package private(set) var count = 0
    /// The number of files that were read. A name that is the same file as its asset is not read again.
    package private(set) var readCount = 0
    /// The findings about assets, parts and records, sorted by path.
    package var files: [Finding] { foundFiles.sorted { $0.name < $1.name } }
    /// The findings about readable names, sorted by name.
    package var names: [Finding] { foundNames.sorted { $0.name < $1.name } }
    private var foundFiles: [Finding] = []
    private var foundNames: [Finding] = []
    /// All names in the manifest.
    private var named = NameSet()
    /// The faults of missing and damaged assets, by path.
    private var bad: [String: Fault] = [:]

    package init(_ folder: OutputFolder) {
        self.folder = folder
    }

    /// Checks the files of a pack, except those that were checked with an earlier pack.
    package mutating func check(_ pack: PackManifest) {
        let files = pack.catalog.assets.union(pack.documents.map(\.path)).filter { named.insert($0) }.sorted()
        count += files.count
        readCount += files.count
        // Hashing takes most of the time, so the files are checked in parallel.
        let faults = Array(files.chunks(ofCount: 64)).concurrentMap { [self] some in
            some.map { fault(of: $0, as: $0) }
        }
        for (name, fault) in zip(files, faults.joined()) {
            guard let fault else { continue }
            bad[name] = fault
            foundFiles.append(Finding(name: name, fault: fault))
        }
        for (name, asset) in pack.catalog.names where name != asset && named.insert(name) {
            count += 1
            // A name that refers to the same file as its asset need not be read again.
            let isAsset = folder.isSame(name, asset)
            if !isAsset { readCount += 1 }
            guard let fault = isAsset ? bad[asset] : fault(of: name, as: asset) else { continue }
            foundNames.append(Finding(name: name, fault: fault, asset: asset, isAsset: isAsset))
        }
    }

    private func fault(of name: String, as asset: String) -> Fault? {
        guard let digest = folder.digest(of: name) else { return .missing }
        return digest == OutputNames.digest(ofAsset: asset) ? nil : .damaged
    }

    /// The published files to which the manifest does not refer, sorted within each folder. Valid only after all
    /// packs were checked.
    package func unnamed() -> [String] {
        var named = named
        named.formUnion(RetiredFiles.names(in: folder))
        return [OutputNames.assets, OutputNames.packs, OutputNames.previews].flatMap { top in
            var (others, folders): ([String], [String]) = ([], [top])
            while let next = folders.popLast() {
                folder.visit(next) { entry in
                    let name = next + "/" + entry.name
                    if entry.isFolder { folders.append(name) } else if !named.contains(name) { others.append(name) }
                }
            }
            return others.sorted()
        }
    }
}

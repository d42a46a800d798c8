import JobModel
import StickerManifest

extension DropIndex {
    /// The content of one folder in the drop folder.
    package struct Folder: Sendable, Hashable {
        /// The name in NFC. Empty for the files directly in the drop folder; `cats/messages` for the messages of the
        /// pack `cats`.
        package var name: String
        /// Nil if the folder is not a pack.
        package var pack: DroppedPack?
        /// The sources, sorted by path.
        package var art: [ScannedSource] = []
        /// The ignored entries, sorted by path.
        package var ignored: [IgnoredEntry] = []
        /// The settings files, sorted by path.
        package var settings: [DroppedSettings] = []
        /// The paths of files and folders that cannot be read.
        fileprivate(set) var unreadable: Set<String> = []

        /// Whether the folder itself cannot be read.
        package var isUnreadable: Bool { unreadable.contains(name) }
    }
}

extension DropIndex.Folder {
    /// Adds the contents that were read, and assembles the pack from them.
    ///
    /// - Parameter id: the id of the pack. Nil if the folder is not a pack.
    mutating func add(_ contents: PackContents, id: String?, _ published: PublishedSources) {
        ignored += contents.ignored
        if let id {
            let assembly = PackAssembly(contents, id: id, published: published)
            pack = assembly.pack
            art = assembly.art.sorted { $0.path < $1.path }
            ignored += assembly.ignored
            settings = assembly.settings.sorted { $0.path < $1.path }
        } else {
            // A sidecar outside of a pack cannot belong to art.
            ignored += contents.sidecars.map(SettingsFile.orphan)
        }
    }

    /// Sorts the ignored entries, and collects the unreadable ones.
    mutating func conclude() {
        ignored.sort { $0.path < $1.path }
        unreadable = Set(ignored.filter { $0.reason == .unreadable }.map(\.path))
    }

    /// A copy of the folder with only some of its sources, and their sidecars.
    package func part(_ sources: [ScannedSource]) -> DropIndex.Folder {
        var part = DropIndex.Folder(name: name)
        part.pack = pack
        part.art = sources
        let paths = Set(sources.map(\.path))
        part.settings = settings.filter { $0.art.map { !paths.isDisjoint(with: $0) } ?? false }
        return part
    }

    /// The paths of the sources that were added, removed or changed since an earlier state of the folder. Nil if
    /// anything else has changed, such as a setting of the pack.
    package func changedSources(since earlier: DropIndex.Folder) -> Set<String>? {
        guard name == earlier.name, let pack, pack == earlier.pack, pack.itemKind == .sticker,
            ignored == earlier.ignored, settings == earlier.settings, unreadable == earlier.unreadable
        else { return nil }
        let difference = ListDifference(from: earlier.art, to: art) { $0 == $1 }
        let before = Dictionary(earlier.art[difference.old].map { ($0.path, $0) }) { first, _ in first }
        let now = Dictionary(art[difference.new].map { ($0.path, $0) }) { first, _ in first }
        return Set(before.keys).union(now.keys).filter { before[$0] != now[$0] }
    }
}

extension DropListing {
    /// A listing with the content of some folders of an index.
    package init(_ folders: [DropIndex.Folder]) {
        self.init(
            packs: folders.compactMap(\.pack).sorted { $0.id < $1.id },
            art: folders.flatMap(\.art).sorted { $0.path < $1.path },
            ignored: folders.flatMap(\.ignored).sorted { $0.path < $1.path },
            settings: folders.flatMap(\.settings).sorted { $0.path < $1.path })
    }
}

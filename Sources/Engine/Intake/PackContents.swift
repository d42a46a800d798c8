/// The files of a folder, and the folders of frames in it, by what they are for.
struct PackContents: Sendable {
    /// The name of the folder in NFC; empty for the drop folder itself.
    let folderName: String
    private(set) var art: [ArtCandidate] = []
    /// Every file that could be the pack's icon.
    private(set) var icons: [ArtCandidate] = []
    /// Every file called `pack.json`; more than one only where they differ in case.
    private(set) var packFiles: [SeenEntry] = []
    /// The other `.json` files.
    private(set) var sidecars: [SeenEntry] = []
    private(set) var ignored: [IgnoredEntry] = []

    /// A folder without any of these is no pack.
    var isPack: Bool { !art.isEmpty || !icons.isEmpty || !packFiles.isEmpty }

    /// - Parameters:
    ///   - folderName: the folder's name in NFC; empty for the drop folder itself.
    ///   - files: what lies in it, in the order of the names.
    ///   - sequences: the folders of frames in it, in the order of the names.
    init(folderName: String, files: [SeenEntry], sequences: [FrameFolder]) {
        self.folderName = folderName
        for sequence in sequences {
            art += sequence.candidate.map { [$0] } ?? []
            ignored += sequence.ignored
        }
        for file in files {
            if SidecarShelf.isSettings(file.name) {
                let isPackFile = file.name.lowercased() == "pack.json"
                if isPackFile { packFiles.append(file) } else { sidecars.append(file) }
            } else {
                add(file)
            }
        }
    }

    private mutating func add(_ file: SeenEntry) {
        switch PictureCheck(file) {
        case .picture(let candidate):
            if candidate.name.key == "icon" { icons.append(candidate) } else { art.append(candidate) }
        case .ignored(let reason): ignored.append(IgnoredEntry(path: file.path, reason: reason))
        case .vanished: break
        }
    }
}

/// Turns the contents of a folder into a pack and its art.
struct PackAssembly {
    private(set) var pack: DroppedPack
    private(set) var art: [DroppedArt] = []
    private(set) var ignored: [IgnoredEntry] = []
    private(set) var settings: [DroppedSettings] = []

    private let contents: PackContents
    private var shelf: SidecarShelf

    init(_ contents: PackContents, id: String) {
        self.contents = contents
        shelf = SidecarShelf(contents.sidecars)
        pack = DroppedPack(id: id, folder: contents.folderName, settings: PackSettings(), icon: nil, findings: [])
        readPackFile()
        chooseIcon()
        addArt()
        ignored += shelf.claimedFiles.map { IgnoredEntry(path: $0.path, reason: .settings) }
        ignored += shelf.unclaimed.map { IgnoredEntry(path: $0.path, reason: .orphanSidecar) }
    }

    private mutating func readPackFile() {
        ignored += contents.packFiles.map { IgnoredEntry(path: $0.path, reason: .settings) }
        guard let file = contents.packFiles.first(where: { $0.name == "pack.json" }) ?? contents.packFiles.first else {
            return
        }
        note(file, art: nil)
        switch SettingsFile.read(file, parse: PackSettings.init(json:file:)) {
        case .settings(let settings): pack.settings = settings
        case .failed(let message): pack.findings.append(Rule.badPackFile.finding(message))
        case .vanished: break
        }
    }

    private mutating func chooseIcon() {
        ignored += contents.icons.map { IgnoredEntry(path: $0.file.path, reason: .settings) }
        pack.icon = contents.icons.min { $0.isPreferred(to: $1) }.map { icon in
            DroppedIcon(path: icon.file.path, absolutePath: icon.file.absolutePath, stamp: icon.file.stamp)
        }
    }

    private mutating func addArt() {
        let stickers = VersionChoice.groups(of: contents.art)
        let ids = UniqueIDs.assign(stickers.map { NameRule.id(of: $0[0].name) })
        for (versions, id) in zip(stickers, ids) {
            var chosen = dropped(versions[0], id: id.id, standing: .chosen)
            if let holder = id.holder {
                chosen.findings.append(
                    Rule.nameCollision.finding(
                        "The name of \(chosen.path) makes the id \"\(ids[holder].id)\", which "
                            + "\(stickers[holder][0].file.path) has; this one got \"\(id.id)\"."))
            }
            readSidecar(of: &chosen, versions: versions)
            art.append(chosen)
            art += versions.dropFirst().map { dropped($0, id: id.id, standing: .superseded(by: chosen.path)) }
        }
    }

    private mutating func readSidecar(of chosen: inout DroppedArt, versions: [ArtCandidate]) {
        guard let file = shelf.take(for: versions) else { return }
        note(file, art: versions.map(\.file.path))
        switch SettingsFile.read(file, parse: Sidecar.init(json:file:)) {
        case .settings(let sidecar): chosen.sidecar = sidecar
        case .failed(let message): chosen.findings.append(Rule.badSidecar.finding(message))
        case .vanished: break
        }
    }

    /// - Parameter paths: the art that a sidecar is about; nil for the pack's own file.
    private mutating func note(_ file: SeenEntry, art paths: [String]?) {
        settings.append(
            DroppedSettings(
                path: file.path, absolutePath: file.absolutePath, stamp: file.stamp, pack: pack.id, art: paths))
    }

    private func dropped(_ candidate: ArtCandidate, id: String, standing: DroppedArt.Standing) -> DroppedArt {
        DroppedArt(
            path: candidate.file.path, absolutePath: candidate.file.absolutePath, pack: pack.id,
            title: NameRule.title(of: candidate.name), id: id, stamp: candidate.file.stamp,
            framePaths: candidate.framePaths, standing: standing, sidecar: nil, findings: [])
    }
}

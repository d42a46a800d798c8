import JobModel
import StickerConfiguration

/// Turns the contents of a folder into a pack and its art.
struct PackAssembly {
    private(set) var pack: DroppedPack
    private(set) var art: [DroppedArt] = []
    private(set) var ignored: [IgnoredEntry] = []
    private(set) var settings: [DroppedSettings] = []

    private let contents: PackContents
    private let published: PublishedSources
    private var shelf: SidecarShelf

    /// - Parameters:
    ///   - id: the pack's.
    ///   - published: what keeps its id.
    init(_ contents: PackContents, id: String, published: PublishedSources) {
        self.contents = contents
        self.published = published
        shelf = SidecarShelf(contents.sidecars)
        pack = DroppedPack(id: id, folder: contents.folderName, settings: PackSettings(), icon: nil, findings: [])
        readPackFile()
        chooseIcon()
        addArt()
        checkOrder()
        ignored += shelf.claimedFiles.map { IgnoredEntry(path: $0.path, reason: .settings) }
        ignored += shelf.unclaimed.map { IgnoredEntry(path: $0.path, reason: .orphanSidecar) }
    }

    /// The pack.json that counts, where there are several.
    private var packFile: SeenEntry? {
        contents.packFiles.first { $0.name == "pack.json" } ?? contents.packFiles.first
    }

    private mutating func readPackFile() {
        ignored += contents.packFiles.map { IgnoredEntry(path: $0.path, reason: .settings) }
        guard let file = packFile else { return }
        note(file, art: nil)
        switch SettingsFile.read(file, parse: PackSettings.init(json:file:)) {
        case .settings(let settings): pack.settings = settings
        case .failed(let message): pack.findings.append(Rule.badPackFile.finding(message))
        case .vanished: break
        }
    }

    /// Notes names in the order that no sticker has.
    private mutating func checkOrder() {
        let ids = Set(art.map(\.id))
        let unknown = pack.settings.order.filter { !ids.contains(NameRule.id(ofFile: $0)) }
        guard !unknown.isEmpty, let place = ignored.firstIndex(where: { $0.path == packFile?.path }) else { return }
        let names = unknown.prefix(Self.mostNamed).map { "\"\($0)\"" }.joined(separator: ", ")
        let more = unknown.count > Self.mostNamed ? " and \(unknown.count - Self.mostNamed) more" : ""
        ignored[place].detail =
            "\"order\" names \(names)\(more), and the pack has no such \(unknown.count == 1 ? "sticker" : "stickers"); "
            + "write the names of the files without their extensions"
    }

    /// More names than this are counted and not listed.
    private static let mostNamed = 5

    private mutating func chooseIcon() {
        ignored += contents.icons.map { IgnoredEntry(path: $0.file.path, reason: .settings) }
        pack.icon = contents.icons.min { $0.isPreferred(to: $1) }.map { icon in
            DroppedIcon(path: icon.file.path, absolutePath: icon.file.absolutePath, stamp: icon.file.stamp)
        }
    }

    private mutating func addArt() {
        let stickers = VersionChoice.groups(of: contents.art)
        let ids = UniqueIDs.assign(
            stickers.map { NameRule.id(of: $0[0].name) }, published: stickers.map(publishedID))
        let named = Set(pack.settings.order.map(NameRule.id(ofFile:)))
        for (versions, id) in zip(stickers, ids) {
            var chosen = dropped(versions[0], id: id.id)
            if let holder = id.holder {
                chosen.findings.append(
                    Rule.nameCollision.finding(
                        "The name of \(RuleFinding.pathToken) makes the id \"\(ids[holder].id)\", which "
                            + "\(stickers[holder][0].file.path) has; this one got \"\(id.id)\"."))
            }
            readSidecar(of: &chosen, versions: versions)
            if named.contains(id.id) { chosen.isNamed = true }
            art.append(chosen)
            for (place, version) in versions.enumerated().dropFirst() {
                var other = dropped(version, id: id.id)
                other.standing = .superseded(by: chosen.path)
                other.rank = place
                (other.isNamed, other.sidecar, other.findings) = (chosen.isNamed, chosen.sidecar, chosen.findings)
                art.append(other)
            }
        }
    }

    /// The id that a version of a sticker is published with; nil when none is.
    private func publishedID(of versions: [ArtCandidate]) -> String? {
        versions.lazy.compactMap { published.identity(of: $0.file.path, in: pack.id)?.id }.first
    }

    private mutating func readSidecar(of chosen: inout DroppedArt, versions: [ArtCandidate]) {
        guard let file = shelf.take(for: versions) else { return }
        note(file, art: versions.map(\.file.path))
        chosen.isNamed = true
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

    private func dropped(_ candidate: ArtCandidate, id: String) -> DroppedArt {
        DroppedArt(
            path: candidate.file.path, absolutePath: candidate.file.absolutePath, pack: pack.id,
            title: NameRule.title(of: candidate.name), id: id, stamp: candidate.file.stamp,
            framePaths: candidate.framePaths, standing: .chosen, sidecar: nil, findings: [])
    }
}

import JobModel
import StickerConfiguration
import StickerManifest

/// Turns the contents of a folder into a pack and its art.
package struct PackAssembly {
    package private(set) var pack: DroppedPack
    package private(set) var art: [ScannedSource] = []
    package private(set) var ignored: [IgnoredEntry] = []
    package private(set) var settings: [DroppedSettings] = []

    private let contents: PackContents
    private let published: PublishedSources
    private var sidecarIndex: SidecarIndex

    /// - Parameters:
    ///   - id: the pack's id.
    ///   - published: the stickers that keep their ids.
    package init(_ contents: PackContents, id: String, published: PublishedSources) {
        self.contents = contents
        self.published = published
        sidecarIndex = SidecarIndex(contents.sidecars)
        pack = DroppedPack(id: id, folder: contents.folderName, settings: PackSettings(), icon: nil, findings: [])
        if ConflictCopyName.matches(contents.folderName) {
            pack.findings.append(
                Rule.conflictCopy.finding(
                    "The folder \(contents.folderName) is a conflict copy that a sync program made.",
                    fix: "Compare both folders, keep the right files in the original folder, and delete this one."))
        }
        readPackFile()
        chooseIcon()
        addArt()
        checkOrder()
        ignored += sidecarIndex.claimedFiles.map { IgnoredEntry(path: $0.path, reason: .settings) }
        ignored += sidecarIndex.unclaimed.map(SettingsFile.orphan)
    }

    /// The pack.json that is used, if there are several. Nil if there is none.
    private var packFile: ScannedFile? {
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

    /// Adds a detail to the entry of pack.json if its order contains names without a sticker.
    private mutating func checkOrder() {
        let ids = Set(art.map(\.id))
        let unknown = pack.settings.order.filter { !ids.contains(NameRule.id(ofFile: $0)) }
        guard !unknown.isEmpty, let place = ignored.firstIndex(where: { $0.path == packFile?.path }) else { return }
        let names = unknown.prefix(Self.mostNamed).map { "\"\($0)\"" }.joined(separator: ", ")
        let more = unknown.count > Self.mostNamed ? " and \(unknown.count - Self.mostNamed) more" : ""
        ignored[place].detail =
            "\"order\" lists \(names)\(more), but the pack does not contain "
            + "\(unknown.count == 1 ? "this sticker" : "these stickers"); write the names of the files without their "
            + "extensions"
    }

    /// The maximum number of names that are listed. The others are only counted.
    private static let mostNamed = 5

    private mutating func chooseIcon() {
        ignored += contents.icons.map { IgnoredEntry(path: $0.file.path, reason: .settings) }
        // A pack of game pieces is not shown in the app drawer of Messages, so it needs no icon.
        if case .piece = pack.itemKind { return }
        pack.icon = contents.icons.min { $0.isPreferred(to: $1) }?.file
    }

    private mutating func addArt() {
        let stickers = VersionChoice.groups(of: contents.art)
        let wanted = stickers.map { NameRule.id(of: $0[0].name) }
        let ids = UniqueIDs.assign(wanted, published: stickers.map(publishedID))
        let named = Set(pack.settings.order.map(NameRule.id(ofFile:)))
        for ((versions, id), wish) in zip(zip(stickers, ids), wanted) {
            var chosen = ScannedSource(versions[0], id: id.id, pack: pack)
            chosen.hasNumberedID = id.id != wish
            if let holder = id.holder {
                chosen.findings.append(
                    Rule.nameCollision.finding(
                        "The name of \(RuleFinding.pathToken) gives the id \"\(ids[holder].id)\", which "
                            + "\(stickers[holder][0].file.path) already has; this sticker got the id \"\(id.id)\"."))
            }
            if ConflictCopyName.matches(versions[0].file.name) {
                chosen.findings.append(
                    Rule.conflictCopy.finding(
                        "\(RuleFinding.pathToken) is a conflict copy that a sync program made."))
            }
            readSidecar(of: &chosen, versions: versions)
            if named.contains(id.id) { chosen.isNamed = true }
            art.append(chosen)
            for (place, version) in versions.enumerated().dropFirst() {
                var other = ScannedSource(version, id: id.id, pack: pack)
                other.hasNumberedID = chosen.hasNumberedID
                other.choice = .superseded(by: chosen.path)
                other.rank = place
                (other.isNamed, other.sidecar, other.findings) = (chosen.isNamed, chosen.sidecar, chosen.findings)
                other.messageTexts = chosen.messageTexts
                art.append(other)
            }
        }
    }

    /// The id under which a version of a sticker is published. Nil if no version is published.
    private func publishedID(of versions: [SourceCandidate]) -> String? {
        versions.lazy.compactMap { published.identity(of: $0.file.path, in: pack.id)?.id }.first
    }

    private mutating func readSidecar(of chosen: inout ScannedSource, versions: [SourceCandidate]) {
        for file in sidecarIndex.take(for: versions) {
            let message =
                switch pack.itemKind {
                case .message: read(file, MessageTexts.init(json:file:)) { chosen.messageTexts = $0 }
                case .sticker, .piece: read(file, Sidecar.init(json:file:)) { chosen.sidecar = $0 }
                }
            // Animation programs write a list or a copy of the animation as a `.json` file with the name of the art.
            if message != nil, SettingsFile.foreignKind(of: file) != nil {
                sidecarIndex.release(file)
                continue
            }
            note(file, art: versions.map(\.file.path))
            chosen.isNamed = true
            if let message { chosen.findings.append(Rule.badSidecar.finding(message)) }
            return
        }
    }

    /// Reads a sidecar.
    ///
    /// - Parameter use: called with the settings if the sidecar was read.
    /// - Returns: the reason why the sidecar cannot be read, as a sentence. Nil if it was read or no longer exists.
    private func read<Settings>(
        _ file: ScannedFile, _ parse: (_ json: [UInt8], _ file: String) throws -> Settings,
        _ use: (Settings) -> Void
    ) -> String? {
        switch SettingsFile.read(file, parse: parse) {
        case .settings(let settings): use(settings)
        case .failed(let message): return message
        case .vanished: break
        }
        return nil
    }

    /// Adds a file to the list of settings files that were read.
    ///
    /// - Parameter paths: the paths of the art to which a sidecar belongs. Nil for pack.json.
    private mutating func note(_ file: ScannedFile, art paths: [String]?) {
        settings.append(
            DroppedSettings(
                path: file.path, absolutePath: file.absolutePath, stamp: file.stamp, pack: pack.id, art: paths))
    }
}

extension ScannedSource {
    /// Creates a source from a candidate.
    ///
    /// - Parameter id: the assigned id.
    init(_ candidate: SourceCandidate, id: String, pack: DroppedPack) {
        self.init(
            path: candidate.file.path, absolutePath: candidate.file.absolutePath, pack: pack.id,
            title: NameRule.title(of: candidate.name), id: id, stamp: candidate.file.stamp,
            framePaths: candidate.framePaths, choice: .chosen, sidecar: nil,
            itemKind: pack.itemKind, messageTexts: pack.itemKind == .message ? MessageTexts() : nil, findings: [])
    }
}

/// The files and frame folders of a folder, by purpose.
package struct PackContents: Sendable, Hashable {
    /// The name of the folder in NFC. Empty for the drop folder itself.
    let folderName: String
    package var art: [SourceCandidate] = []
    /// Every file that could be the pack's icon.
    package private(set) var icons: [SourceCandidate] = []
    /// Every file named `pack.json`. Several exist only if they differ in case.
    private(set) var packFiles: [ScannedFile] = []
    /// All other `.json` files.
    private(set) var sidecars: [ScannedFile] = []
    private(set) var ignored: [IgnoredEntry] = []
    /// The folders with the art of messages. There can be several only if their names differ in case.
    var messages: [PackContents] = []

    /// Whether the folder is a pack. A pack contains at least one sticker, message, icon or `pack.json`.
    package var isPack: Bool {
        !art.isEmpty || !icons.isEmpty || !packFiles.isEmpty || messages.contains { !$0.art.isEmpty }
    }

    /// Collects the art of a pack's messages, and their sidecars.
    ///
    /// - Parameters:
    ///   - path: the path of the folder, relative to the drop folder.
    ///   - files: the files in it, sorted by name.
    package init(messagesIn path: String, files: [ScannedFile]) {
        folderName = path
        for file in files {
            guard !SidecarIndex.isSettings(file.name) else {
                sidecars.append(file)
                continue
            }
            switch PictureCheck(file) {
            case .picture(let candidate): art.append(candidate)
            case .ignored(let entry): ignored.append(entry)
            case .vanished: break
            }
        }
    }

    /// Collects the files of a folder by role.
    ///
    /// - Parameters:
    ///   - folderName: the name of the folder in NFC, or empty for the drop folder itself.
    ///   - files: the files in it, sorted by name.
    ///   - sequences: the frame folders in it, sorted by name.
    ///   - known: files that were read earlier.
    package init(
        folderName: String, files: [ScannedFile], sequences: [FrameFolder], known: KnownFiles = KnownFiles()
    ) {
        self.folderName = folderName
        for sequence in sequences {
            art += sequence.candidate.map { [$0] } ?? []
            ignored += sequence.ignored
        }
        for file in files {
            if let candidate = known.candidate(for: file) {
                art.append(candidate)
            } else if SidecarIndex.isSettings(file.name) {
                let isPackFile = file.name.lowercased() == "pack.json"
                if isPackFile { packFiles.append(file) } else { sidecars.append(file) }
            } else {
                add(file)
            }
        }
    }

    private mutating func add(_ file: ScannedFile) {
        switch PictureCheck(file) {
        case .picture(let candidate):
            if candidate.name.key == "icon" { icons.append(candidate) } else { art.append(candidate) }
        case .ignored(let entry): ignored.append(entry)
        case .vanished: break
        }
    }
}

/// Groups the versions of each sticker, and chooses the version that is used.
///
/// Files of a pack whose titles are equal except for case, and whose extensions or scales differ, are versions of one
/// sticker. Files whose full names are equal except for case are two stickers with similar names.
package enum VersionChoice {
    /// The versions of each sticker, the best version first. The stickers are sorted by the names of their best
    /// versions.
    package static func groups(of candidates: [SourceCandidate]) -> [[SourceCandidate]] {
        Dictionary(grouping: candidates, by: \.name.key).values
            .flatMap(separated)
            .sorted { $0[0].file.name < $1[0].file.name }
    }

    /// Splits candidates with the same stem into one group of versions, and a separate group for each file whose name
    /// differs from the best version only in case.
    private static func separated(_ candidates: [SourceCandidate]) -> [[SourceCandidate]] {
        guard candidates.count > 1 else { return [candidates] }
        let ordered = candidates.sorted { $0.isPreferred(to: $1) }
        let best = ordered[0]
        let twins = ordered.dropFirst().filter { $0.nameKey == best.nameKey }
        let versions = ordered.dropFirst().filter { $0.nameKey != best.nameKey }
        return [[best] + versions] + twins.map { [$0] }
    }
}

import FileAccess
import Glibc
import JobModel
import StickerConfiguration
import StickerManifest

/// The content of the drop folder at one moment.
package struct DropListing: Sendable, Hashable {
    /// In the order of their ids.
    package var packs: [DroppedPack]
    /// In the order of their paths.
    package var art: [ScannedSource]
    /// Everything else that was seen, in the order of the paths, each with a reason.
    package var ignored: [IgnoredEntry]
    /// The settings files that packs and art have their settings from, in the order of the paths.
    package var settings: [DroppedSettings]

    package init(
        packs: [DroppedPack], art: [ScannedSource], ignored: [IgnoredEntry], settings: [DroppedSettings] = []
    ) {
        self.packs = packs
        self.art = art
        self.ignored = ignored
        self.settings = settings
    }
}

extension DropListing {
    /// Paths that exist but cannot be read because of their permissions or the disk.
    package var unreadable: Set<String> {
        Set(ignored.filter { $0.reason == .unreadable }.map(\.path))
    }
}

/// A folder of the drop folder; the files at its root belong to the pack `default`. The messages of a pack form a
/// separate pack; see `MessagePack`.
package struct DroppedPack: Sendable, Hashable {
    package var id: String
    /// The folder's path in the drop folder in NFC; empty for the root.
    package var folder: String
    /// The settings of its pack.json, or the defaults.
    package var settings: PackSettings
    /// Its icon, if there is one.
    package var icon: DroppedIcon?
    /// A pack.json that cannot be understood: every sticker of the pack is rejected with this.
    package var findings: [RuleFinding]

    package var itemKind: ItemKind { ItemKind(inPack: id, box: settings.pieceBox) }

    package init(
        id: String, folder: String, settings: PackSettings, icon: DroppedIcon?, findings: [RuleFinding]
    ) {
        self.id = id
        self.folder = folder
        self.settings = settings
        self.icon = icon
        self.findings = findings
    }
}

/// A pack's icon file.
package struct DroppedIcon: Sendable, Hashable {
    package var path: String
    package var absolutePath: String
    package var stamp: FileStat

    package init(path: String, absolutePath: String, stamp: FileStat) {
        self.path = path
        self.absolutePath = absolutePath
        self.stamp = stamp
    }
}

/// An entry of the drop folder that is not art, with the reason why it is ignored.
package struct IgnoredEntry: Codable, Sendable, Hashable {
    /// Relative to the drop folder, in NFC.
    package var path: String
    package var reason: IgnoreReason
    /// A problem in settings that are otherwise used, as a text for people. Nil if there is none.
    package var detail: String?
    /// The kind of a file that is not art and the advice for it, for people. Nil if its content is not recognised.
    package var kind: String?
    /// The system's reason for an entry that cannot be read; nil for others.
    package var cause: String?

    package init(path: String, reason: IgnoreReason, detail: String? = nil, kind: String? = nil) {
        self.path = path
        self.reason = reason
        self.detail = detail
        self.kind = kind
    }

    /// An entry that cannot be read.
    init(path: String, failure: SystemCallError) {
        self.init(path: path, reason: .unreadable)
        cause = failure.description
    }

    /// Whether a person may have intended to use it.
    package var isForPeople: Bool { reason.isForPeople || detail != nil }

    /// The reason why the file is not used, or the problem in it.
    package var explanation: String {
        if let text = detail ?? kind { return text }
        guard reason == .unreadable, let cause else { return reason.explanation }
        let isForbidden = [EACCES, EPERM].map { SystemCallError(code: $0).description }.contains(cause)
        return "it cannot be read (\(cause))" + (isForbidden ? "; check its permissions" : "")
    }
}

/// A file, or a folder of frames, in the drop folder that is to become a sticker. Copies share their storage until one
/// of them is changed.
package struct ScannedSource: Sendable, Hashable {
    private var fields: SharedValue<Fields>

    /// The use of a candidate.
    package enum Choice: Sendable, Hashable {
        /// It becomes the sticker.
        case chosen
        /// A file of the same name in a preferred format is used. The path is relative to the drop folder.
        case superseded(by: String)
    }

    /// Relative to the drop folder, in Unicode NFC, with `/` between folders, as in the manifest.
    package var path: String {
        get { fields.value.path }
        set { fields.value.path = newValue }
    }
    /// The path of the file, in the exact bytes of the file system.
    package var absolutePath: String {
        get { fields.value.absolutePath }
        set { fields.value.absolutePath = newValue }
    }
    /// The id of its pack.
    package var pack: String {
        get { fields.value.pack }
        set { fields.value.pack = newValue }
    }
    /// The name of its file in NFC, without the extension and without `@2x` or `@3x`.
    package var title: String {
        get { fields.value.title }
        set { fields.value.title = newValue }
    }
    /// Its id in the pack.
    package var id: String {
        get { fields.value.id }
        set { fields.value.id = newValue }
    }
    /// The timestamp of the file. For a folder of frames, the combined timestamp of all frames.
    package var stamp: FileStat {
        get { fields.value.stamp }
        set { fields.value.stamp = newValue }
    }
    /// Whether its name makes another id, which other art has, or had when this was published.
    package var hasNumberedID: Bool {
        get { fields.value.hasNumberedID }
        set { fields.value.hasNumberedID = newValue }
    }
    /// The paths of the frames of a folder of frames, in their order. Empty for a file.
    package var framePaths: [String] {
        get { fields.value.framePaths }
        set { fields.value.framePaths = newValue }
    }

    package var choice: Choice {
        get { fields.value.choice }
        set { fields.value.choice = newValue }
    }
    /// Its place among the versions of its sticker, the best of which is 0.
    package var rank: Int {
        get { fields.value.rank }
        set { fields.value.rank = newValue }
    }
    /// Whether settings name it: it has a sidecar, or a position in the order of its pack.
    package var isNamed: Bool {
        get { fields.value.isNamed }
        set { fields.value.isNamed = newValue }
    }
    /// The settings of its sidecar. Nil without a readable one. All versions of a sticker have the same.
    package var sidecar: Sidecar? {
        get { fields.value.sidecar }
        set { fields.value.sidecar = newValue }
    }
    package var itemKind: ItemKind {
        get { fields.value.itemKind }
        set { fields.value.itemKind = newValue }
    }
    /// The texts of a message, empty without a readable sidecar. Nil for all other kinds.
    package var messageTexts: MessageTexts? {
        get { fields.value.messageTexts }
        set { fields.value.messageTexts = newValue }
    }
    /// The findings of the intake: an invalid sidecar, a collision of names. `RuleFinding.pathToken` is the placeholder
    /// for its path.
    package var findings: [RuleFinding] {
        get { fields.value.findings }
        set { fields.value.findings = newValue }
    }

    package init(
        path: String, absolutePath: String, pack: String, title: String, id: String, stamp: FileStat,
        framePaths: [String] = [], choice: Choice, rank: Int = 0, isNamed: Bool = false, sidecar: Sidecar?,
        itemKind: ItemKind = .sticker, messageTexts: MessageTexts? = nil, findings: [RuleFinding]
    ) {
        fields = SharedValue(
            Fields(
                path: path, absolutePath: absolutePath, pack: pack, title: title, id: id, stamp: stamp,
                framePaths: framePaths, choice: choice, rank: rank, isNamed: isNamed, sidecar: sidecar,
                itemKind: itemKind, messageTexts: messageTexts, findings: findings))
    }

    private struct Fields: Sendable, Hashable {
        var path: String
        var absolutePath: String
        var pack: String
        var title: String
        var id: String
        var hasNumberedID = false
        var stamp: FileStat
        var framePaths: [String]
        var choice: Choice
        var rank: Int
        var isNamed: Bool
        var sidecar: Sidecar?
        var itemKind: ItemKind
        var messageTexts: MessageTexts?
        var findings: [RuleFinding]
    }
}

/// A pack.json or a sidecar that was read for a listing.
package struct DroppedSettings: Sendable, Hashable {
    /// Relative to the drop folder, in NFC.
    package var path: String
    package var absolutePath: String
    package var stamp: FileStat
    /// The id of its pack.
    package var pack: String
    /// Paths of the art that a sidecar belongs to. Nil for a pack.json.
    package var art: [String]?

    package init(path: String, absolutePath: String, stamp: FileStat, pack: String, art: [String]?) {
        self.path = path
        self.absolutePath = absolutePath
        self.stamp = stamp
        self.pack = pack
        self.art = art
    }
}

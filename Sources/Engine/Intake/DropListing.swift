import FileAccess
import Glibc
import JobModel
import StickerConfiguration
import StickerManifest

/// The content of the drop folder at one moment.
package struct DropListing: Sendable, Hashable {
    /// The packs, sorted by id.
    package var packs: [DroppedPack]
    /// The sources, sorted by path.
    package var art: [ScannedSource]
    /// All other entries, sorted by path, each with the reason why it is ignored.
    package var ignored: [IgnoredEntry]
    /// The settings files of packs and sources, sorted by path.
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
    /// The paths that exist but cannot be read, because of their permissions or a disk error.
    package var unreadable: Set<String> {
        Set(ignored.filter { $0.reason == .unreadable }.map(\.path))
    }
}

/// A pack in the drop folder. Each folder is a pack, and files directly in the drop folder form the pack `default`.
/// The messages of a pack form a separate pack; see `MessagePack`.
package struct DroppedPack: Sendable, Hashable {
    package var id: String
    /// The path of the folder, relative to the drop folder and in NFC. Empty for the drop folder itself.
    package var folder: String
    /// The settings in pack.json, or the defaults.
    package var settings: PackSettings
    /// The icon of the pack. Nil if there is none.
    package var icon: ScannedFile?
    /// The findings about an invalid pack.json or another problem of the pack, which apply to every sticker of the
    /// pack.
    package var findings: [RuleFinding]

    package var itemKind: ItemKind { ItemKind(inPack: id, box: settings.pieceBox) }

    package init(
        id: String, folder: String, settings: PackSettings, icon: ScannedFile?, findings: [RuleFinding]
    ) {
        self.id = id
        self.folder = folder
        self.settings = settings
        self.icon = icon
        self.findings = findings
    }
}

/// An entry of the drop folder that is not art, with the reason why it is ignored.
package struct IgnoredEntry: Codable, Sendable, Hashable {
    /// The path relative to the drop folder, in NFC.
    package var path: String
    package var reason: IgnoreReason
    /// A sentence about a problem in a settings file that is otherwise used. Nil if there is none.
    package var detail: String?
    /// The kind of a file that is not art, with advice on what to do. Nil if the kind is unknown.
    package var kind: String?
    /// The system's reason if the entry cannot be read. Nil for all other entries.
    package var cause: String?

    package init(path: String, reason: IgnoreReason, detail: String? = nil, kind: String? = nil) {
        self.path = path
        self.reason = reason
        self.detail = detail
        self.kind = kind
    }

    /// Creates an entry for a file or folder that cannot be read.
    init(path: String, failure: SystemCallError) {
        self.init(path: path, reason: .unreadable)
        cause = failure.description
    }

    /// Whether people should see the entry, because they may have intended it to be used.
    package var isForPeople: Bool { reason.isForPeople || detail != nil }

    /// The reason why the entry is not used, or the problem in it.
    package var explanation: String {
        if let text = detail ?? kind { return text }
        guard reason == .unreadable, let cause else { return reason.explanation }
        let isForbidden = [EACCES, EPERM].map { SystemCallError(code: $0).description }.contains(cause)
        return "it cannot be read (\(cause))" + (isForbidden ? "; check its permissions" : "")
    }
}

/// A source: a file or a folder of frames in the drop folder from which a sticker is made. Copies of a value share
/// their storage until one of them is changed.
package struct ScannedSource: Sendable, Hashable {
    private var fields: SharedValue<Fields>

    /// Whether a source is used.
    package enum Choice: Sendable, Hashable {
        /// The source becomes the sticker.
        case chosen
        /// Another version with the same name is used instead. Contains the path of that version, relative to the drop
        /// folder.
        case superseded(by: String)
    }

    /// The path relative to the drop folder, in NFC, with `/` as separator. The manifest contains the same path.
    package var path: String {
        get { fields.value.path }
        set { fields.value.path = newValue }
    }
    /// The absolute path, in the bytes of the file system.
    package var absolutePath: String {
        get { fields.value.absolutePath }
        set { fields.value.absolutePath = newValue }
    }
    /// The id of the pack.
    package var pack: String {
        get { fields.value.pack }
        set { fields.value.pack = newValue }
    }
    /// The file name in NFC, without its extension and without `@2x` or `@3x`.
    package var title: String {
        get { fields.value.title }
        set { fields.value.title = newValue }
    }
    /// The id of the sticker in the pack.
    package var id: String {
        get { fields.value.id }
        set { fields.value.id = newValue }
    }
    /// The file attributes. For a folder of frames, the combined attributes of all frames.
    package var stamp: FileStat {
        get { fields.value.stamp }
        set { fields.value.stamp = newValue }
    }
    /// Whether the id contains a number, because another source has or had the id that the name would get.
    package var hasNumberedID: Bool {
        get { fields.value.hasNumberedID }
        set { fields.value.hasNumberedID = newValue }
    }
    /// The absolute paths of the frames in a folder of frames, in display order. Empty for a file.
    package var framePaths: [String] {
        get { fields.value.framePaths }
        set { fields.value.framePaths = newValue }
    }

    package var choice: Choice {
        get { fields.value.choice }
        set { fields.value.choice = newValue }
    }
    /// The position among the versions of a sticker. The best version has 0.
    package var rank: Int {
        get { fields.value.rank }
        set { fields.value.rank = newValue }
    }
    /// Whether settings refer to the source, by a sidecar or by the order in pack.json.
    package var isNamed: Bool {
        get { fields.value.isNamed }
        set { fields.value.isNamed = newValue }
    }
    /// The settings in the sidecar, which are the same for all versions of a sticker. Nil without a readable sidecar.
    package var sidecar: Sidecar? {
        get { fields.value.sidecar }
        set { fields.value.sidecar = newValue }
    }
    package var itemKind: ItemKind {
        get { fields.value.itemKind }
        set { fields.value.itemKind = newValue }
    }
    /// The texts of a message. Empty if no sidecar can be read. Nil if the source is not for a message.
    package var messageTexts: MessageTexts? {
        get { fields.value.messageTexts }
        set { fields.value.messageTexts = newValue }
    }
    /// The findings of the intake, such as an invalid sidecar or a collision of names. Their texts contain
    /// `RuleFinding.pathToken` instead of the path.
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
    /// The path relative to the drop folder, in NFC.
    package var path: String
    package var absolutePath: String
    package var stamp: FileStat
    /// The id of the pack.
    package var pack: String
    /// The paths of the art to which a sidecar belongs. Nil for a pack.json.
    package var art: [String]?
}

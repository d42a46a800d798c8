import FileAccess
import JobModel
import StickerConfiguration

/// All that is in the drop folder at one moment.
package struct DropListing: Sendable, Hashable {
    /// In the order of their ids.
    package var packs: [DroppedPack]
    /// In the order of their paths.
    package var art: [DroppedArt]
    /// Everything else that was seen, in the order of the paths, each with a reason.
    package var ignored: [IgnoredEntry]
    /// The settings files that packs and art have their settings from, in the order of the paths.
    package var settings: [DroppedSettings]

    package init(
        packs: [DroppedPack], art: [DroppedArt], ignored: [IgnoredEntry], settings: [DroppedSettings] = []
    ) {
        self.packs = packs
        self.art = art
        self.ignored = ignored
        self.settings = settings
    }
}

extension DropListing {
    /// What is there and cannot be read: its permissions, or the disk, say no.
    package var unreadable: Set<String> {
        Set(ignored.filter { $0.reason == .unreadable }.map(\.path))
    }
}

/// A folder of the drop folder; the files at its root belong to the pack `default`.
package struct DroppedPack: Sendable, Hashable {
    package var id: String
    /// The folder's name in NFC; empty for the root.
    package var folder: String
    /// What its pack.json asks for; the defaults where there is none.
    package var settings: PackSettings
    /// Its icon, if there is one.
    package var icon: DroppedIcon?
    /// A pack.json that cannot be understood: every sticker of the pack is rejected with this.
    package var findings: [RuleFinding]

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
    package var stamp: FileStamp

    package init(path: String, absolutePath: String, stamp: FileStamp) {
        self.path = path
        self.absolutePath = absolutePath
        self.stamp = stamp
    }
}

/// Something in the drop folder that is not art, and why it is left alone.
package struct IgnoredEntry: Codable, Sendable, Hashable {
    /// Relative to the drop folder, in NFC.
    package var path: String
    package var reason: IgnoreReason
    /// What is wrong with settings that are otherwise read, for people; nil when nothing is.
    package var detail: String?

    package init(path: String, reason: IgnoreReason, detail: String? = nil) {
        self.path = path
        self.reason = reason
        self.detail = detail
    }

    /// Whether a person may have meant something else.
    package var isForPeople: Bool { reason.isForPeople || detail != nil }

    /// Why it is left alone, or what is wrong with it.
    package var explanation: String { detail ?? reason.explanation }
}

/// Why something in the drop folder is left alone.
package enum IgnoreReason: String, Codable, Sendable, CaseIterable {
    /// Its name begins with a dot.
    case hidden
    /// An editor, a browser or a sync client is still writing it, or left it behind.
    case temporary
    /// An operating system's or a NAS's own file: `Thumbs.db`, `@eaDir`, `__MACOSX`, …
    case systemFile = "system-file"
    /// A symbolic link that leads out of the drop folder, or nowhere.
    case linkOutside = "link-outside"
    /// A device, a socket or a pipe.
    case notAFile = "not-a-file"
    /// A folder inside a pack: a pack's art lies directly in its folder.
    case nestedFolder = "nested-folder"
    /// A folder of frames without a picture in it.
    case noFrames = "no-frames"
    /// No picture by its name or its content.
    case notArt = "not-art"
    /// `pack.json`, a sticker's `.json` or an icon: read for what it says, not art of its own.
    case settings
    /// A `.json` without art of the same name.
    case orphanSidecar = "orphan-sidecar"
    /// Another file there has the same name in Unicode NFC, so no path could tell them apart.
    case sameName = "same-name"
    /// It cannot be read: its permissions or the disk say no.
    case unreadable

    /// For people.
    package var explanation: String {
        switch self {
        case .hidden: "hidden: its name begins with a dot"
        case .temporary: "temporary: a program is still writing it, or left it behind"
        case .systemFile: "a file of the operating system or the file server"
        case .linkOutside: "a link that leads out of the drop folder or nowhere; copy the file itself"
        case .notAFile: "not an ordinary file"
        case .nestedFolder: "a folder inside a pack; move its art up into the pack's folder"
        case .noFrames: "a folder of frames without a picture in it"
        case .notArt:
            "not a picture; export art as PNG or SVG, and animations as animated PNG, GIF or WebP"
        case .settings: "settings or an icon, not art"
        case .orphanSidecar: "a .json without art of the same name; rename it after the art, or remove it"
        case .sameName: "another file's name reads the same (only its accents are stored differently); remove one"
        case .unreadable: "it cannot be read; check its permissions"
        }
    }

    /// Whether a person may have meant it to be used; false for what systems, programs and stickerd leave there.
    package var isForPeople: Bool {
        switch self {
        case .hidden, .temporary, .systemFile, .settings: false
        case .linkOutside, .notAFile, .nestedFolder, .noFrames, .notArt, .orphanSidecar, .sameName, .unreadable: true
        }
    }
}

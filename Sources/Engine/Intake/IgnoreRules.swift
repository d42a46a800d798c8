/// The names that are never art, regardless of their content. The scan and the watcher share this list.
package enum IgnoreRules {
    /// The reason why a file or folder with this name is ignored. Nil if it may be a source or a pack.
    ///
    /// Conflict copies of sync programs, such as `Cat (conflicted copy 2026-05-01).png`, are not ignored, but are
    /// sources with a warning.
    package static func reason(forName name: String, isFolder: Bool) -> IgnoreReason? {
        let lowered = NamePattern.lowered(withPlainColons(name))
        let row = rows.first { $0.applies(isFolder: isFolder) && $0.pattern.matches(lowered) }
        // Checked last, because many names with a leading dot match a rule with a more specific reason.
        return row?.reason ?? (lowered.first == UInt8(ascii: ".") ? .hidden : nil)
    }

    /// The name with each U+F03A replaced by a colon. WSL, Cygwin and SMB clients store colons as this private-use
    /// character.
    private static func withPlainColons(_ name: String) -> String {
        let stored: Unicode.Scalar = "\u{F03A}"
        guard name.unicodeScalars.contains(stored) else { return name }
        var plain = String.UnicodeScalarView()
        plain.append(contentsOf: name.unicodeScalars.lazy.map { $0 == stored ? ":" : $0 })
        return String(plain)
    }

    private enum Scope {
        case files, folders, both
    }

    private struct Row {
        let pattern: NamePattern
        let reason: IgnoreReason
        let scope: Scope

        init(_ pattern: String, _ reason: IgnoreReason, _ scope: Scope = .both) {
            self.pattern = NamePattern(pattern)
            self.reason = reason
            self.scope = scope
        }

        func applies(isFolder: Bool) -> Bool {
            switch scope {
            case .files: !isFolder
            case .folders: isFolder
            case .both: true
            }
        }
    }

    /// The rules. The first one that matches is used.
    private static let rows: [Row] = [
        // macOS
        Row("._*", .systemFile),  // AppleDouble: a file's resources, on disks that cannot hold them otherwise
        Row(".DS_Store", .systemFile),  // Finder: the appearance of a folder
        Row("Icon\r", .systemFile),  // Finder: a folder's own icon; Dropbox and Google Drive make them as well
        Row("__MACOSX", .systemFile),  // Archive Utility: AppleDouble files in a zip
        Row(".Trashes", .systemFile),  // Finder: deleted files of a volume
        Row(".Spotlight-V100", .systemFile),  // Spotlight's index
        Row(".fseventsd", .systemFile),  // the log of file events
        Row(".TemporaryItems", .systemFile),  // where programs put files before they are swapped in
        Row("Network Trash Folder", .systemFile, .folders),  // AFP servers
        Row("Temporary Items", .systemFile, .folders),  // AFP servers
        Row("TheVolumeSettingsFolder", .systemFile, .folders),  // AFP servers
        Row(":2e*", .systemFile),  // Netatalk 2: a name that begins with a dot on the Mac
        Row("*.sb-????????-??????", .temporary),  // sandboxed programs while they save: TextEdit, Preview, …
        Row("(A Document Being Saved By *", .temporary, .folders),  // NSDocument, while it saves to a server
        Row(".*.icloud", .temporary, .files),  // iCloud Drive: stands for a file that has not been downloaded

        // Windows
        Row("Thumbs.db*", .systemFile, .files),  // Explorer: thumbnails; also `Thumbs.db:encryptable` through Samba
        Row("ehthumbs*.db", .systemFile, .files),  // Media Center: thumbnails
        Row("desktop.ini", .systemFile, .files),  // Explorer: the appearance of a folder
        Row("$RECYCLE.BIN", .systemFile),  // the recycle bin of a disk
        Row("System Volume Information", .systemFile, .folders),  // restore points and indexes
        Row("~$*", .temporary, .files),  // Office: the user who has the document open
        Row("Picasa.ini", .systemFile, .files),  // Picasa: settings of a folder
        Row("pspbrwse.jbf", .systemFile, .files),  // Paint Shop Pro: thumbnails

        // Alternate data streams and extended attributes, which some file systems and servers store as files
        Row("*Zone.Identifier", .systemFile, .files),  // Windows and WSL: downloaded from the internet
        Row("*:$DATA", .systemFile, .files),  // Windows: any stream with its type
        Row("*:encryptable", .systemFile, .files),  // Explorer: mark of a thumbnail file
        Row("*:SmartScreen", .systemFile, .files),  // Windows: result of a download check
        Row("*:favicon", .systemFile, .files),  // Internet Explorer
        Row("*:OECustomProperty", .systemFile, .files),  // Outlook Express
        Row("*:ms-properties", .systemFile, .files),  // Windows: properties of a file
        Row("*:{????????-????-????-????-????????????}", .systemFile, .files),  // Windows: stream named by a class
        Row("*:?SummaryInformation", .systemFile, .files),  // Windows: properties of a document
        Row("*:?DocumentSummaryInformation", .systemFile, .files),  // Windows: properties of a document
        Row("*:AFP_*", .systemFile, .files),  // SMB from a Mac: AFP_AfpInfo, AFP_Resource
        Row("*:com.apple.*", .systemFile, .files),  // macOS: extended attributes
        Row("*:com.dropbox.*", .systemFile, .files),  // Dropbox: com.dropbox.attrs, com.dropbox.attributes

        // Linux, and servers that run it
        Row("lost+found", .systemFile, .folders),  // ext4: files that fsck recovered
        Row(".Trash*", .systemFile),  // freedesktop.org trash of a volume: .Trash, .Trash-1000
        Row(".goutputstream-*", .temporary),  // GIO: GIMP, Inkscape, Nautilus while they save
        Row(".nfs*", .temporary, .files),  // NFS: deleted while a program had it open
        Row(".fuse_hidden*", .temporary, .files),  // FUSE: the same
        Row(".smbdelete*", .temporary, .files),  // SMB: the same
        Row("@eaDir", .systemFile),  // Synology: thumbnails and metadata
        Row("*@SynoEAStream", .systemFile),  // Synology: extended attributes
        Row("*@SynoResource", .systemFile),  // Synology: resource fork of a Mac
        Row("@tmp", .systemFile, .folders),  // Synology: files that are being written
        Row("@sharebin", .systemFile, .folders),  // Synology: deleted files
        Row("#recycle", .systemFile),  // Synology: the recycle bin of a share
        Row("#snapshot", .systemFile, .folders),  // Synology: snapshots of a share
        Row("@Recycle", .systemFile, .folders),  // QNAP: the recycle bin of a share
        Row("@Recently-Snapshot", .systemFile, .folders),  // QNAP: snapshots of a share
        Row(".@__thumb", .systemFile, .folders),  // QNAP: thumbnails
        Row("~snapshot", .systemFile, .folders),  // NetApp: snapshots of a share

        // Sync clients
        Row(".stfolder", .systemFile),  // Syncthing: proof that the folder is there
        Row(".stversions", .systemFile),  // Syncthing: earlier versions
        Row(".stignore", .systemFile, .files),  // Syncthing: its list of ignored files
        Row(".syncthing.*", .temporary),  // Syncthing: being downloaded
        Row("~syncthing~*", .temporary),  // Syncthing on Windows: being downloaded
        Row("*.!sync", .temporary),  // Resilio Sync: being downloaded
        Row(".sync", .systemFile, .folders),  // Resilio Sync: its own folder
        Row(".dropbox", .systemFile),  // Dropbox: proof that the folder is there
        Row(".dropbox.*", .systemFile),  // Dropbox: .dropbox.cache, .dropbox.attr
        Row("seafile-ignore.txt", .systemFile, .files),  // Seafile: list of ignored files
        Row(".tmp.drive*", .temporary),  // Google Drive: .tmp.drivedownload, .tmp.driveupload
        Row(".*.~*", .temporary, .files),  // Nextcloud and ownCloud: being downloaded
        Row(".*.??????", .temporary, .files),  // rsync: .Cat.png.Ab12Cd while it copies

        // Temporary and backup files of programs
        Row("*.tmp", .temporary),  // many; Photoshop among them: ps4A1B.tmp, Cat.psd~RF1c3d.TMP, Cat.psdA1B2.tmp
        Row("*.temp", .temporary, .files),  // many
        Row("*~", .temporary, .files),  // GIMP, Inkscape, gedit, Emacs: the file before the last save
        Row("*.swp", .temporary, .files),  // Vim
        Row("*.swo", .temporary, .files),  // Vim: second program with the same file
        Row("#*#", .temporary, .files),  // Emacs: saved automatically
        Row("*-autosave.kra", .temporary, .files),  // Krita: saved automatically

        // Browsers and programs that download
        Row("*.part", .temporary, .files),  // Firefox, Nextcloud, many others
        Row("*.partial", .temporary, .files),  // Internet Explorer, old Edge, rclone
        Row("*.crdownload", .temporary, .files),  // Chrome, Edge
        Row("*.aria2", .temporary, .files),  // aria2: state of a download
        Row("*.aria2__temp", .temporary, .files),  // aria2: state while it is saved
        Row("*.!qB", .temporary, .files),  // qBittorrent
        Row("*.!ut", .temporary, .files),  // µTorrent
        Row("*.!bt", .temporary, .files),  // BitTorrent
        Row("*.bc!", .temporary, .files),  // BitComet
        Row("*.xltd", .temporary, .files),  // Xunlei
        Row("*.fdmdownload", .temporary, .files),  // Free Download Manager
        Row("*.ytdl", .temporary, .files),  // yt-dlp: state of a download
        Row("*-pget-status", .temporary, .files),  // lftp: state of a download
        Row("*.download", .temporary),  // Safari: a folder with the file in it
        Row("*.opdownload", .temporary, .files),  // Opera
        Row("*.filepart", .temporary, .files),  // WinSCP
        Row(".~tmp~", .temporary, .folders),  // rsync --delay-updates
        Row(".rsync-partial", .temporary, .folders),  // rsync --partial-dir, as its manual suggests

        // stickerd: notes next to the art for its designer, and the marker that identifies the drop folder
        Row(FeedbackFileName.mark, .systemFile, .files),
        Row("*\(FeedbackFileName.rejected)", .systemFile, .files),
        Row("*\(FeedbackFileName.waiting)", .systemFile, .files),
        Row("*\(FeedbackFileName.unused)", .systemFile, .files),
        Row("*\(FeedbackFileName.sentBack)", .systemFile, .files),
    ]
}

/// The reason why an entry of the drop folder is ignored.
package enum IgnoreReason: String, Codable, Sendable, CaseIterable {
    /// The name begins with a dot.
    case hidden
    /// An editor, a browser or a sync client is still writing the file, or did not remove it.
    case temporary
    /// A file of the operating system or of a file server, such as `Thumbs.db`, `@eaDir` or `__MACOSX`.
    case systemFile = "system-file"
    /// A symbolic link whose target is outside of the drop folder or does not exist.
    case linkOutside = "link-outside"
    /// A device, a socket or a pipe.
    case notAFile = "not-a-file"
    /// A folder inside a pack. The art of a pack must be directly in the pack folder.
    case nestedFolder = "nested-folder"
    /// A folder of frames among the art of messages, where an animation must be a single file.
    case animatedMessage = "animated-message"
    /// A folder of frames that contains no picture.
    case noFrames = "no-frames"
    /// A file that is not a picture, according to its name or its content.
    case notArt = "not-art"
    /// A settings file or an icon: `pack.json`, a sidecar, or an icon file.
    case settings
    /// A `.json` file without art of the same name.
    case orphanSidecar = "orphan-sidecar"
    /// Another file in the folder has the same name in NFC, so that their paths would be equal.
    case sameName = "same-name"
    /// A name that is not valid UTF-8, for example from an old archive or from a share that is mounted with another
    /// encoding.
    case notUTF8 = "not-utf8"
    /// The entry cannot be read, because of its permissions or a disk error.
    case unreadable

    /// A clause for messages.
    package var explanation: String {
        switch self {
        case .hidden: "hidden: its name begins with a dot"
        case .temporary: "temporary: a program is still writing it, or left it behind"
        case .systemFile: "a file of the operating system or the file server"
        case .linkOutside:
            "a link to a target that does not exist or is outside of the drop folder; copy the file itself"
        case .notAFile: "not an ordinary file"
        case .nestedFolder:
            "folders inside packs are not read; if this one contains the frames of an animation, rename it to "
                + "NAME.frames, otherwise move its files into the pack's folder"
        case .animatedMessage:
            "a folder of frames, which is not read for messages; put an animated PNG, GIF or WebP there, or move the folder "
                + "up into the pack's folder"
        case .noFrames: "a folder of frames without a picture in it"
        case .notArt:
            "not a picture; export art as PNG or SVG, and animations as animated PNG, GIF or WebP"
        case .settings: "settings or an icon, not art"
        case .orphanSidecar: "no art has the name of this file; rename the file to match its art, or delete it"
        case .sameName:
            "another file's name reads the same (only its accents are stored differently); remove one of the files"
        case .notUTF8:
            "its name is not UTF-8 (shown with \\x for each byte that is wrong); rename it, or run `convmv -f latin1 -t "
                + "utf8 --notest` on it, with the encoding of the program that named it"
        case .unreadable: "it cannot be read"
        }
    }

    /// Whether people should see the entry, because they may have intended it to be used. False for files of systems,
    /// of programs and of stickerd.
    package var isForPeople: Bool {
        switch self {
        case .hidden, .temporary, .systemFile, .settings: false
        case .linkOutside, .notAFile, .nestedFolder, .animatedMessage, .noFrames, .notArt, .orphanSidecar, .sameName,
            .notUTF8, .unreadable:
            true
        }
    }
}

/// A name pattern with wildcards that ignores the case of ASCII letters. `*` stands for any number of bytes, `?` for
/// one byte.
package struct NamePattern: Sendable {
    /// The parts between the `*`, in lower case. A name starts with the first part and ends with the last.
    private let pieces: [[UInt8]]

    package init(_ text: String) {
        pieces = text.utf8.map(Self.lowered)
            .split(separator: UInt8(ascii: "*"), omittingEmptySubsequences: false).map(Array.init)
    }

    /// A name's bytes with ASCII letters in lower case, as `matches` expects them.
    package static func lowered(_ name: String) -> [UInt8] {
        name.utf8.map(lowered)
    }

    private static func lowered(_ byte: UInt8) -> UInt8 {
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
    }

    package func matches(_ name: [UInt8]) -> Bool {
        guard let first = pieces.first, let last = pieces.last else { return false }
        if pieces.count == 1 { return name.count == first.count && Self.fits(first, name, at: 0) }
        // The end is compared first, because most patterns are file extensions and most names do not match.
        guard name.count >= first.count + last.count, Self.fits(last, name, at: name.count - last.count),
            Self.fits(first, name, at: 0)
        else { return false }
        var start = first.count
        let end = name.count - last.count
        for piece in pieces.dropFirst().dropLast() {
            // The earliest match leaves the most bytes for the following parts.
            while start + piece.count <= end, !Self.fits(piece, name, at: start) { start += 1 }
            guard start + piece.count <= end else { return false }
            start += piece.count
        }
        return true
    }

    private static func fits(_ piece: [UInt8], _ name: [UInt8], at start: Int) -> Bool {
        for index in piece.indices where piece[index] != UInt8(ascii: "?") && piece[index] != name[start + index] {
            return false
        }
        return true
    }
}

/// Names that are never art, whatever is in them: the one list that the scan and the watcher share.
package enum IgnoreRules {
    /// Why a file or folder of this name is left alone; nil for a name that may be art or a pack.
    ///
    /// A copy that a sync client made of two people's work, such as `Cat (conflicted copy 2026-05-01).png`, is art: it
    /// has a name of its own, and somebody has to look at it.
    package static func reason(forName name: String, isFolder: Bool) -> IgnoreReason? {
        let lowered = NamePattern.lowered(name)
        let row = rows.first { $0.applies(isFolder: isFolder) && $0.pattern.matches(lowered) }
        // After the rows, since many names that begin with a dot have a reason that says more.
        return row?.reason ?? (lowered.first == UInt8(ascii: ".") ? .hidden : nil)
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

    /// The first that fits decides.
    private static let rows: [Row] = [
        // macOS
        Row("._*", .systemFile),  // AppleDouble: a file's resources, on disks that cannot hold them otherwise
        Row(".DS_Store", .systemFile),  // Finder: how a folder's window looks
        Row("Icon\r", .systemFile),  // Finder: a folder's own icon; Dropbox and Google Drive make them as well
        Row("__MACOSX", .systemFile),  // Archive Utility: AppleDouble files in a zip
        Row(".Trashes", .systemFile),  // Finder: what was deleted on a volume
        Row(".Spotlight-V100", .systemFile),  // Spotlight's index
        Row(".fseventsd", .systemFile),  // the log of file events
        Row(".TemporaryItems", .systemFile),  // where programs put files before they are swapped in
        Row("Network Trash Folder", .systemFile, .folders),  // AFP servers
        Row("Temporary Items", .systemFile, .folders),  // AFP servers
        Row("*.sb-????????-??????", .temporary),  // sandboxed programs while they save: TextEdit, Preview, …
        Row("(A Document Being Saved By *", .temporary, .folders),  // NSDocument, while it saves to a server
        Row(".*.icloud", .temporary, .files),  // iCloud Drive: stands for a file that has not been downloaded

        // Windows
        Row("Thumbs.db*", .systemFile, .files),  // Explorer: thumbnails; also `Thumbs.db:encryptable` through Samba
        Row("ehthumbs*.db", .systemFile, .files),  // Media Center: thumbnails
        Row("desktop.ini", .systemFile, .files),  // Explorer: how a folder looks
        Row("$RECYCLE.BIN", .systemFile),  // the recycle bin of a disk
        Row("System Volume Information", .systemFile, .folders),  // restore points and indexes
        Row("~$*", .temporary, .files),  // Office: who has the document open

        // Linux, and servers that run it
        Row("lost+found", .systemFile, .folders),  // ext4: what fsck found
        Row(".Trash*", .systemFile),  // freedesktop.org trash of a volume: .Trash, .Trash-1000
        Row(".goutputstream-*", .temporary),  // GIO: GIMP, Inkscape, Nautilus while they save
        Row(".nfs*", .temporary, .files),  // NFS: deleted while somebody had it open
        Row(".fuse_hidden*", .temporary, .files),  // FUSE: the same
        Row(".smbdelete*", .temporary, .files),  // SMB: the same
        Row("@eaDir", .systemFile),  // Synology: thumbnails and metadata
        Row("#recycle", .systemFile),  // Synology: the recycle bin of a share
        Row("#snapshot", .systemFile, .folders),  // Synology: snapshots of a share
        Row("@Recycle", .systemFile, .folders),  // QNAP: the recycle bin of a share
        Row(".@__thumb", .systemFile, .folders),  // QNAP: thumbnails

        // Sync clients
        Row(".stfolder", .systemFile),  // Syncthing: proof that the folder is there
        Row(".stversions", .systemFile),  // Syncthing: earlier versions
        Row(".stignore", .systemFile, .files),  // Syncthing: what it leaves alone
        Row(".syncthing.*", .temporary),  // Syncthing: being downloaded
        Row("~syncthing~*", .temporary),  // Syncthing on Windows: being downloaded
        Row("*.!sync", .temporary),  // Resilio Sync: being downloaded
        Row(".sync", .systemFile, .folders),  // Resilio Sync: its own folder
        Row(".dropbox", .systemFile),  // Dropbox: proof that the folder is there
        Row(".dropbox.*", .systemFile),  // Dropbox: .dropbox.cache, .dropbox.attr
        Row(".tmp.drive*", .temporary),  // Google Drive: .tmp.drivedownload, .tmp.driveupload
        Row(".*.~*", .temporary, .files),  // Nextcloud and ownCloud: being downloaded
        Row(".*.??????", .temporary, .files),  // rsync: .Cat.png.Ab12Cd while it copies

        // Programs that are writing, or kept what was there before
        Row("*.tmp", .temporary),  // many; Photoshop among them: ps4A1B.tmp, Cat.psd~RF1c3d.TMP, Cat.psdA1B2.tmp
        Row("*.temp", .temporary, .files),  // many
        Row("*~", .temporary, .files),  // GIMP, Inkscape, gedit, Emacs: the file before the last save
        Row("*.swp", .temporary, .files),  // Vim
        Row("#*#", .temporary, .files),  // Emacs: saved by itself
        Row("*-autosave.kra", .temporary, .files),  // Krita: saved by itself

        // Browsers and programs that download
        Row("*.part", .temporary, .files),  // Firefox, Nextcloud, many others
        Row("*.partial", .temporary, .files),  // Internet Explorer, old Edge, rclone
        Row("*.crdownload", .temporary, .files),  // Chrome, Edge
        Row("*.download", .temporary),  // Safari: a folder with the file in it
        Row("*.opdownload", .temporary, .files),  // Opera
        Row("*.filepart", .temporary, .files),  // WinSCP
        Row(".~tmp~", .temporary, .folders),  // rsync --delay-updates
        Row(".rsync-partial", .temporary, .folders),  // rsync --partial-dir, as its manual suggests

        // Ours: what stickerd puts beside the art for its designer, and the mark that the folder is known by
        Row(OwnNotes.mark, .systemFile, .files),
        Row("*\(OwnNotes.rejected)", .systemFile, .files),
        Row("*\(OwnNotes.waiting)", .systemFile, .files),
        Row("*\(OwnNotes.unused)", .systemFile, .files),
    ]
}

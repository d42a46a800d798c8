import CLinux
import FileAccess
import Glibc
import JobModel

extension OutputFolder {
    /// Folders with content-addressed files or links to them. Such files never change, so the folder entries describe
    /// the content completely.
    private static let contentAddressed: Set<String> = [OutputNames.assets, OutputNames.packs, OutputNames.previews]

    /// Describes the current content of the folder by hashes of file attributes. Covers the file behind each name,
    /// and the timestamps of the manifest, the report and the sheets.
    ///
    /// On local file systems, the timestamp of a folder changes if a name in it is added, removed or replaced. Reading
    /// these timestamps is therefore enough. On other file systems, every name is read.
    ///
    /// - Returns: nil if the folder cannot be read, if it is being changed, or if the file system does not report the
    ///   types of folder entries.
    package func stamps() -> OutputStamps? {
        guard hasReliableFolderStamps else { return stampOfEveryName().map { OutputStamps(others: $0) } }
        for _ in 0..<OutputFolder.attempts {
            var newest = 0
            let stamps = stamps(&newest)
            // Two changes within one tick of the file system's clock have the same timestamp, so a very recent change
            // is read again.
            guard FileStat.now < newest + OutputFolder.tick else { return stamps }
            usleep(UInt32(OutputFolder.tick / 1000))
        }
        return nil
    }

    private static let attempts = 5
    /// An upper bound for a tick of a file system's clock, in nanoseconds.
    private static let tick = 12_000_000

    /// Whether the output folder is on a local file system whose folder timestamps are reliable.
    private var hasReliableFolderStamps: Bool {
        var status = CLinux.statfs()
        guard statfs(path, &status) == 0 else { return false }
        return OutputFolder.local.contains(UInt32(truncatingIfNeeded: status.f_type))
    }

    /// The numbers in linux/magic.h of ext2 to ext4, XFS, Btrfs, tmpfs, F2FS, overlayfs, ZFS and bcachefs.
    private static let local: Set<UInt32> = [
        0xEF53, 0x5846_5342, 0x9123_683E, 0x0102_1994, 0xF2F5_2010, 0x794C_7630, 0x2FC1_2FC1, 0xCA45_1A4E,
    ]

    private func stampOfEveryName() -> String? {
        var digest = StructuredHasher()
        for child in children().sorted() where !OutputFolder.isPassing(child) {
            digest.add(child)
            let isAdded =
                isFile(child)
                ? add(stampOf: child, to: &digest)
                : add(folder: child, stamps: !OutputFolder.contentAddressed.contains(child), to: &digest)
            guard isAdded else { return nil }
        }
        return digest.text
    }

    /// The hashes for a file system with reliable folder timestamps. Nil if something cannot be read.
    ///
    /// - Parameter newest: receives the time of the latest change of a folder, in nanoseconds since 1970.
    private func stamps(_ newest: inout Int) -> OutputStamps? {
        var others = StructuredHasher()
        var stamps = OutputStamps(isDivided: true)
        var ids: Set<String> = []
        for child in children().sorted() where !OutputFolder.isPassing(child) {
            switch child {
            case OutputNames.catalog: stamps.index = stamp(of: child).map(OutputFolder.text) ?? ""
            case OutputNames.reportData, OutputNames.reportPage: break
            case OutputNames.assets:
                var digest = StructuredHasher()
                guard add(folderStampOf: child, &digest, &newest) else { return nil }
                stamps.assets = digest.text
            case OutputNames.packs, OutputNames.previews:
                var files = 0
                visit(child) { if $0.isFolder { ids.insert($0.name) } else { files += 1 } }
                others.add(child)
                others.add(files)
            case OutputNames.sheets:
                guard let sheets = stampsOfSheets() else { return nil }
                stamps.sheets = sheets
            default:
                others.add(child)
                let isAdded =
                    isFile(child)
                    ? add(stampOf: child, to: &others) : add(folder: child, stamps: true, to: &others)
                guard isAdded else { return nil }
            }
        }
        stamps.report = stampOfReport()
        for id in ids {
            guard let names = stamp(ofPack: id, &newest) else { return nil }
            stamps.names[id] = names
        }
        stamps.others = others.text
        return stamps
    }

    /// A hash of the attributes of the report's files.
    package func stampOfReport() -> String {
        var digest = StructuredHasher()
        for name in [OutputNames.reportData, OutputNames.reportPage] {
            digest.add(stamp(of: name).map(OutputFolder.text) ?? "")
        }
        return digest.text
    }

    private static func text(_ stamp: FileStat) -> String {
        var digest = StructuredHasher()
        digest.add(stamp)
        return digest.text
    }

    /// Hashes of the attributes of each pack's sheets, by pack id. The pack id is the file name up to the first dot,
    /// because ids contain no dots.
    private func stampsOfSheets() -> [String: String]? {
        var names: [String: [String]] = [:]
        var hasFolders = false
        visit(OutputNames.sheets) { entry in
            hasFolders = hasFolders || entry.isFolder
            names[String(entry.name.prefix { $0 != "." }), default: []].append(entry.name)
        }
        guard !hasFolders else { return nil }
        var stamps: [String: String] = [:]
        for (id, files) in names {
            var digest = StructuredHasher()
            for file in files.sorted() {
                digest.add(file)
                guard add(stampOf: "\(OutputNames.sheets)/\(file)", to: &digest) else { return nil }
            }
            stamps[id] = digest.text
        }
        return stamps
    }

    /// Whether a name belongs to a staging folder, to a file that is being written, or to the list of unused files.
    /// Such names do not affect the stamps.
    private static func isPassing(_ name: String) -> Bool {
        name.hasPrefix(Publisher.stagingPrefix) || name.hasSuffix(temporarySuffix) || name == RetiredFiles.fileName
    }

    /// The attributes of a file. Nil if it does not exist.
    package func stamp(of name: String) -> FileStat? {
        FileStat(at: absolute(name), followsLinks: false)
    }

    /// Adds the timestamps of a pack's folder and of its subfolders for icons and previews. Returns false if one of
    /// them cannot be read.
    private func add(
        pack path: String, in top: String, _ digest: inout StructuredHasher, _ newest: inout Int
    ) -> Bool {
        guard add(folderStampOf: path, &digest, &newest) else { return false }
        let inside =
            top == OutputNames.previews
            ? foldersDirectly(in: path).sorted() : isFolder(path + "/icon") ? ["icon"] : []
        return inside.allSatisfy { add(folderStampOf: "\(path)/\($0)", &digest, &newest) }
    }

    /// A hash of the files to which a pack's readable names refer.
    ///
    /// - Parameter id: the id of a sticker pack.
    /// - Returns: nil if the folders cannot be read, or if their timestamps are not reliable.
    package func stamp(ofPack id: String) -> String? {
        guard hasReliableFolderStamps else { return nil }
        var newest = 0
        return stamp(ofPack: id, &newest)
    }

    private func stamp(ofPack id: String, _ newest: inout Int) -> String? {
        var digest = StructuredHasher()
        for top in [OutputNames.packs, OutputNames.previews] {
            let path = "\(top)/\(id)"
            guard isFolder(path) else { continue }
            guard add(pack: path, in: top, &digest, &newest) else { return nil }
        }
        return digest.text
    }

    private func add(
        folderStampOf name: String, _ digest: inout StructuredHasher, _ newest: inout Int
    ) -> Bool {
        guard let stamp = stamp(of: name) else { return false }
        digest.add(name)
        digest.add(stamp)
        newest = max(newest, stamp.changed, stamp.modified)
        return true
    }

    private func isFolder(_ name: String) -> Bool {
        var status = Glibc.stat()
        return lstat(absolute(name), &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }

    private func add(stampOf name: String, to digest: inout StructuredHasher) -> Bool {
        guard let stamp = stamp(of: name) else { return false }
        digest.add(stamp)
        return true
    }

    /// Adds the entries of a folder in the order of the file system, which is stable while the folder is unchanged.
    private func add(folder: String, stamps: Bool, to digest: inout StructuredHasher) -> Bool {
        guard let stream = opendir(absolute(folder)) else { return false }
        defer { closedir(stream) }
        while let entry = readdir(stream) {
            guard let offset = MemoryLayout<dirent>.offset(of: \.d_name) else { return false }
            let name = (UnsafeRawPointer(entry) + offset).assumingMemoryBound(to: CChar.self)
            let length = strlen(name)
            if length <= 2, name[0] == 0x2E, length == 1 || name[1] == 0x2E { continue }
            digest.add(UnsafeRawBufferPointer(start: name, count: length))
            digest.add(Int(entry.pointee.d_type))
            switch Int(entry.pointee.d_type) {
            case Int(DT_UNKNOWN): return false
            case Int(DT_DIR):
                guard add(folder: folder + "/" + String(cString: name), stamps: stamps, to: &digest) else {
                    return false
                }
            case _ where stamps:
                guard add(stampOf: folder + "/" + String(cString: name), to: &digest) else { return false }
            default: digest.add(Int(bitPattern: UInt(entry.pointee.d_ino)))
            }
        }
        return true
    }
}

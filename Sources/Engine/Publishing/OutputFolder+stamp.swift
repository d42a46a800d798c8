import FileAccess
import Glibc
import JobModel

extension OutputFolder {
    /// Folders whose files are names of assets or assets themselves, which are never written to: there, which file has
    /// which name says it all, and no file need be looked at.
    private static let contentAddressed: Set<String> = [OutputNames.assets, OutputNames.packs, OutputNames.previews]

    /// A digest of what is in the folder: of every name, the file that it leads to; of manifest, report and sheets also
    /// their stamps.
    ///
    /// - Returns: nil when it cannot be read, or the file system does not tell folders from files.
    package func stamp() -> String? {
        var digest = StructuredHasher()
        for child in children().sorted() where !OutputFolder.isPassing(child) {
            digest.add(child)
            if isFile(child) {
                guard add(stampOf: child, to: &digest) else { return nil }
            } else {
                let stamps = !OutputFolder.contentAddressed.contains(child)
                guard add(folder: child, stamps: stamps, to: &digest) else { return nil }
            }
        }
        return digest.text
    }

    /// The folder of a run that lives, or a file that is being written.
    private static func isPassing(_ name: String) -> Bool {
        name.hasPrefix(Publisher.stagingPrefix) || name.hasSuffix(temporarySuffix) || name == RetiredFiles.fileName
    }

    /// What the file system says of a name; nil where there is none.
    package func stamp(of name: String) -> FileStat? {
        var status = Glibc.stat()
        return lstat(absolute(name), &status) == 0 ? FileStat(status) : nil
    }

    private func add(stampOf name: String, to digest: inout StructuredHasher) -> Bool {
        guard let stamp = stamp(of: name) else { return false }
        digest.add(stamp)
        return true
    }

    /// In the order of the file system, which stays while the folder does.
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

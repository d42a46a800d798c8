import FileAccess
import Glibc
import Intake
import Synchronization

/// The mounted file systems, as listed in `/proc/self/mountinfo`.
package struct MountTable: Sendable, Hashable {
    package struct Mount: Sendable, Hashable {
        /// The absolute path, without symbolic links.
        package var path: String
        /// The type as in mount(8), such as `ext4` or `fuse.sshfs`.
        package var type: String
        /// The mounted device or share, as in mount(8).
        package var source: String
        /// The folder inside the file system that is mounted.
        package var root: String

        /// The type, source and root, which do not change when a share is mounted again.
        package var identity: String { "\(type) \(source) \(root)" }
    }

    package var mounts: [Mount]

    /// - Parameter text: the text of mountinfo, in the format of proc(5). Lines in other formats are ignored.
    package init(mountinfo text: String) {
        mounts = text.split(separator: "\n").compactMap { line in
            let fields = line.split(separator: " ")
            // A hyphen marks the end of the optional fields.
            guard let hyphen = fields.firstIndex(of: "-"), hyphen >= 6, hyphen + 1 < fields.count else { return nil }
            return Mount(
                path: MountTable.unescaped(fields[4]), type: String(fields[hyphen + 1]),
                source: hyphen + 2 < fields.count ? MountTable.unescaped(fields[hyphen + 2]) : "",
                root: MountTable.unescaped(fields[3]))
        }
    }

    /// The current mount table. Nil if `/proc` is not available.
    package static var current: MountTable? {
        guard let file = try? OpenFile("/proc/self/mountinfo"), let bytes = try? file.bytes(atMost: 1 << 22) else {
            return nil
        }
        return last.withLock { last in
            if let last, last.bytes == bytes { return last.table }
            let table = MountTable(mountinfo: String(decoding: bytes, as: UTF8.self))
            last = (bytes, table)
            return table
        }
    }

    /// The last table that was read, with its text, because the text rarely changes.
    private static let last = Mutex<(bytes: [UInt8], table: MountTable)?>(nil)

    /// The mounts below a folder, by path relative to it. Mounts in ignored folders are left out.
    ///
    /// - Parameter folder: the path of the folder. Symbolic links are followed.
    package func mounts(below folder: String) -> [String: Mount] {
        guard let resolved = realpath(folder, nil) else { return [:] }
        defer { free(resolved) }
        let prefix = String(cString: resolved) + "/"
        var found: [String: Mount] = [:]
        // If several file systems are mounted on a folder, the last one is in use.
        for mount in mounts where mount.path.hasPrefix(prefix) {
            found[String(mount.path.dropFirst(prefix.count))] = mount
        }
        return found.filter { path, _ in
            path.split(separator: "/").allSatisfy { IgnoreRules.reason(forName: String($0), isFolder: true) == nil }
        }
    }

    /// The types of the mounts below a folder, by path relative to it.
    package func types(below folder: String) -> [String: String] { mounts(below: folder).mapValues(\.type) }

    /// Decodes spaces, tabs, line feeds and backslashes, which are written as octal numbers.
    private static func unescaped(_ field: Substring) -> String {
        var bytes: [UInt8] = []
        var rest = Array(field.utf8)[...]
        while let byte = rest.popFirst() {
            let digits = rest.prefix(3)
            if byte == UInt8(ascii: "\\"), digits.count == 3,
                let value = UInt8(String(decoding: digits, as: UTF8.self), radix: 8)
            {
                bytes.append(value)
                rest = rest.dropFirst(3)
            } else {
                bytes.append(byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}

extension FileSystemKind {
    /// The name of a network or shared file system, by its type in the mount table. Nil for all other types. Does not
    /// access the file system, so an unresponsive server causes no delay.
    package static func remoteName(ofType type: String) -> String? {
        type.hasPrefix("fuse") ? "FUSE" : remoteTypes[type]
    }

    private static let remoteTypes: [String: String] = [
        "virtiofs": "FUSE", "nfs": "NFS", "nfs4": "NFS", "cifs": "CIFS", "smb3": "SMB", "smbfs": "SMB", "9p": "9p",
        "ceph": "Ceph", "afs": "AFS", "coda": "Coda", "ncpfs": "NCP", "vboxsf": "a VirtualBox shared folder",
        "vmhgfs": "a VMware shared folder", "lustre": "Lustre", "gpfs": "GPFS", "gfs2": "GFS2", "ocfs2": "OCFS2",
    ]
}

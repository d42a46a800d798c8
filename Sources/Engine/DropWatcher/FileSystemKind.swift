import CLinux

/// The kind of a folder's file system.
package struct FileSystemKind: Sendable, Hashable {
    /// The number of the file system type, from `f_type` of statfs(2).
    let magic: UInt32

    /// Nil if the folder does not exist.
    package init?(of folder: String) {
        var status = CLinux.statfs()
        guard statfs(folder, &status) == 0 else { return nil }
        magic = UInt32(truncatingIfNeeded: status.f_type)
    }

    /// The name of the file system if the kernel does not report changes that other machines make to it. Nil for all
    /// others.
    package var remoteName: String? { Self.remote[magic] }

    /// The numbers are from linux/magic.h and the sources of the file systems.
    private static let remote: [UInt32: String] = [
        0x6969: "NFS", 0x517B: "SMB", 0xFE53_4D42: "SMB", 0xFF53_4D42: "CIFS", 0x0102_1997: "9p",
        0x6573_5546: "FUSE", 0x00C3_6400: "Ceph", 0x5346_414F: "AFS", 0x6B41_4653: "AFS", 0x7375_7245: "Coda",
        0x564C: "NCP", 0x786F_4256: "a VirtualBox shared folder", 0xBACB_ACBC: "a VMware shared folder",
        0x0BD0_0BD0: "Lustre", 0x4750_4653: "GPFS", 0x0116_1970: "GFS2", 0x7461_636F: "OCFS2",
    ]
}

import Glibc

/// The file descriptors of this process.
enum OpenDescriptors {
    /// The descriptors that belong to inotify. Empty if `/proc` is not mounted.
    static func inotify() -> Set<Int32> {
        guard let folder = opendir("/proc/self/fd") else { return [] }
        defer { closedir(folder) }
        var found: Set<Int32> = []
        while let entry = readdir(folder) {
            guard let offset = MemoryLayout<dirent>.offset(of: \.d_name) else { break }
            let name = (UnsafeRawPointer(entry) + offset).assumingMemoryBound(to: CChar.self)
            if let number = Int32(String(cString: name)), isInotify(number) { found.insert(number) }
        }
        return found
    }

    /// Whether the process has as many open files as its limit allows.
    static var areUsedUp: Bool {
        let descriptor = open("/dev/null", O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return true }
        close(descriptor)
        return false
    }

    private static func isInotify(_ descriptor: Int32) -> Bool {
        let kind = Array("anon_inode:inotify".utf8)
        return withUnsafeTemporaryAllocation(of: CChar.self, capacity: 64) { buffer in
            guard let start = buffer.baseAddress else { return false }
            let count = readlink("/proc/self/fd/\(descriptor)", start, buffer.count)
            return count > 0 && buffer[..<count].map { UInt8(bitPattern: $0) } == kind
        }
    }
}

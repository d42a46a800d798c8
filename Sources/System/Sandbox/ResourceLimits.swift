import Glibc

/// The limits that the kernel enforces as long as a worker runs. Memory and processor time are limited for each job
/// instead.
enum ResourceLimits {
    /// The maximum number of open files. A worker opens pipes, the current picture, and the files of fontconfig.
    private static let descriptors = 256

    /// Applies the limits. The number of processes is not limited here, because the kernel counts all processes of a
    /// user, and ignores the limit for root. The system call filter refuses new processes instead.
    ///
    /// - Parameter outputs: the descriptors to which the worker writes.
    static func apply(writingTo outputs: [Int32]) {
        // Core dumps could contain pictures, so none are written.
        set(RLIMIT_CORE, 0)
        // A worker does not write files, except for its answer if standard output is a file.
        if !outputs.contains(where: isFile) { set(RLIMIT_FSIZE, 0) }
        set(RLIMIT_NOFILE, descriptors)
        // With the signal ignored, a write beyond the limit of the file size fails, and does not end the process.
        signal(SIGXFSZ, SIG_IGN)
        // If memory runs out, the kernel ends a worker before it ends the daemon.
        let descriptor = open("/proc/self/oom_score_adj", O_WRONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        write(descriptor, "500", 3)
        close(descriptor)
    }

    private static func isFile(_ descriptor: Int32) -> Bool {
        var status = stat()
        return fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
    }

    private static func set(_ resource: __rlimit_resource, _ value: Int) {
        let number = __rlimit_resource_t(resource.rawValue)
        var limit = rlimit()
        guard getrlimit(number, &limit) == 0 else { return }
        limit.rlim_cur = min(rlim_t(value), limit.rlim_max)
        limit.rlim_max = limit.rlim_cur
        setrlimit(number, &limit)
    }
}

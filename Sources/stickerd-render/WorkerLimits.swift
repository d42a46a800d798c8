import Glibc
import JobModel
import WorkerProtocol

/// The limits that the kernel enforces on a worker. A hostile file can therefore end only one worker, and cannot harm
/// the machine.
enum WorkerLimits {
    /// Limits the memory and the processor time for a request.
    ///
    /// A worker runs many jobs, so the time that it has already used is added to the limit.
    ///
    /// - Throws: `WorkerFault.environment` if this machine allows a process less memory than the job may need. A
    ///   library that gets no memory may silently leave out a part of a picture.
    static func apply(to request: WorkerRequest) throws(WorkerFault) {
        let own: SourceLimits? =
            switch request {
            case .sticker(let job): job.recipe.limits
            case .frames(let job): job.limits
            case .icon(let job): job.limits
            case .describe, .testSandbox, .sheet, .print: nil
            }
        // Sheets are drawn from published files, so the previous job's limits must not apply to them.
        let limits = own ?? SourceLimits(seconds: sheetSeconds)
        // This limit applies to data. The rest of a worker's memory is the code of its libraries.
        let memory = max(limits.memoryMegabytes - codeMegabytes, 64)
        set(__rlimit_resource_t(RLIMIT_DATA.rawValue), memory << 20)
        if own != nil, let least = leastMegabytes, least < memory {
            throw .environment(
                "A process may use \(least) MB of memory on this machine (ulimit -d and -v), but "
                    + "limits.memoryMegabytes is \(limits.memoryMegabytes). Raise the ulimit or lower "
                    + "limits.memoryMegabytes.")
        }
        var used = rusage()
        getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &used)
        let seconds = Int(used.ru_utime.tv_sec + used.ru_stime.tv_sec)
        // The limit of processor time is twice the limit of real time. It only matters if the parent has ended, because
        // the parent enforces the limit of real time.
        set(__rlimit_resource_t(RLIMIT_CPU.rawValue), seconds + 2 * limits.seconds)
    }

    private static let codeMegabytes = 64
    private static let sheetSeconds = 300

    /// The memory limit that the system sets for this process, in megabytes. Nil if there is none.
    private static var leastMegabytes: Int? {
        let limits = [RLIMIT_DATA, RLIMIT_AS].compactMap { resource -> rlim_t? in
            var current = rlimit()
            guard getrlimit(__rlimit_resource_t(resource.rawValue), &current) == 0 else { return nil }
            return current.rlim_cur == rlim_t.max ? nil : current.rlim_cur
        }
        return limits.min().map { Int(clamping: $0 >> 20) }
    }

    private static func set(_ resource: __rlimit_resource_t, _ value: Int) {
        var current = rlimit()
        guard getrlimit(resource, &current) == 0 else { return }
        current.rlim_cur = min(rlim_t(clamping: value), current.rlim_max)
        setrlimit(resource, &current)
    }
}

import Glibc
import JobModel
import WorkerProtocol

/// What the kernel lets a worker use, so that a hostile file costs one worker and not the machine.
enum WorkerLimits {
    /// Bounds memory and processor time before a request is worked on.
    ///
    /// A worker lives for many jobs, so the time that it has used already is added to what the next job may take.
    static func apply(to request: WorkerRequest) {
        let limits: SourceLimits
        switch request {
        case .sticker(let job): limits = job.recipe.limits
        case .frames(let job): limits = job.limits
        case .icon(let job): limits = job.limits
        // Drawn from what is published; the limits of the job before it must not end it.
        case .describe, .testSandbox, .sheet, .print: limits = SourceLimits(seconds: sheetSeconds)
        }
        // What is limited is data; the rest of what a worker takes is the code of its libraries.
        set(__rlimit_resource_t(RLIMIT_DATA.rawValue), max(limits.memoryMegabytes - codeMegabytes, 64) << 20)
        var used = rusage()
        getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &used)
        let seconds = Int(used.ru_utime.tv_sec + used.ru_stime.tv_sec)
        // Twice the wall-clock limit: that one is kept by the parent and ends the job first, unless the parent is gone.
        set(__rlimit_resource_t(RLIMIT_CPU.rawValue), seconds + 2 * limits.seconds)
    }

    private static let codeMegabytes = 64
    private static let sheetSeconds = 300

    private static func set(_ resource: __rlimit_resource_t, _ value: Int) {
        var current = rlimit()
        guard getrlimit(resource, &current) == 0 else { return }
        current.rlim_cur = min(rlim_t(clamping: value), current.rlim_max)
        setrlimit(resource, &current)
    }
}

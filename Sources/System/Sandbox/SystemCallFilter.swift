import CLinux
import CSeccomp
import Glibc

/// The seccomp filter of the Linux kernel. It restricts the system calls of a process and its threads.
///
/// A decoder needs memory, threads, and files, which Landlock restricts. Other harmless calls, such as a library's
/// look-up of the user's name, fail with an error that libraries handle. Calls that no decoder makes end the process,
/// because it must be compromised.
enum SystemCallFilter {
    /// Whether the kernel can filter system calls.
    static var isAvailable: Bool { ask_for_empty_filter() != 0 && errno == EFAULT }

    /// Applies the filter to every thread of this process, permanently. `PR_SET_NO_NEW_PRIVS` must already be set.
    ///
    /// - Parameter program: a descriptor of the program that this process may become. Nil if it may not become
    ///   another program.
    /// - Throws: `SandboxError`.
    static func install(becoming program: Int32? = nil) throws(SandboxError) {
        // A call that is not listed fails as if it did not exist, as on an older kernel. glibc then uses an older
        // call.
        guard let filter = seccomp_init(refusal(ENOSYS)) else {
            throw SandboxError(action: "make a filter for system calls", code: ENOMEM)
        }
        defer { seccomp_release(filter) }
        seccomp_attr_set(filter, SCMP_FLTATR_ACT_BADARCH, SCMP_ACT_KILL_PROCESS)
        seccomp_attr_set(filter, SCMP_FLTATR_CTL_TSYNC, 1)
        // The filter is a binary tree instead of a list of comparisons. The mitigation of speculative execution is
        // off, because it takes more time than the filter. Older versions of the library ignore both settings.
        seccomp_attr_set(filter, SCMP_FLTATR_CTL_OPTIMIZE, 2)
        seccomp_attr_set(filter, SCMP_FLTATR_CTL_SSB, 1)
        for name in SystemCalls.allowed { try add(SCMP_ACT_ALLOW, name, to: filter) }
        for name in SystemCalls.refused where program == nil || name != "execveat" {
            try add(refusal(EPERM), name, to: filter)
        }
        for name in SystemCalls.fatal { try add(SCMP_ACT_KILL_PROCESS, name, to: filter) }
        for (name, conditions) in conditions { try add(SCMP_ACT_ALLOW, name, conditions, to: filter) }
        for (name, flags) in [("open", UInt32(1)), ("openat", 2)] {
            try add(SCMP_ACT_ALLOW, name, [argument(flags, SCMP_CMP_MASKED_EQ, writing, 0)], to: filter)
            for flag in [O_WRONLY, O_RDWR, O_CREAT, O_TRUNC].map(UInt64.init) {
                try add(refusal(EACCES), name, [argument(flags, SCMP_CMP_MASKED_EQ, flag, flag)], to: filter)
            }
        }
        if let program {
            // The kernel reads 32 bits of both arguments. The other bits of the registers may have any value.
            let conditions = [
                argument(0, SCMP_CMP_MASKED_EQ, 0xFFFF_FFFF, UInt64(program)),
                argument(4, SCMP_CMP_MASKED_EQ, 0xFFFF_FFFF, byDescriptor),
            ]
            try add(SCMP_ACT_ALLOW, "execveat", conditions, to: filter)
        }
        try add(refusal(EPERM), "clone", [argument(0, SCMP_CMP_MASKED_EQ, thread, 0)], to: filter)
        let code = seccomp_load(filter)
        guard code == 0 else { throw SandboxError(action: "filter its system calls", code: -code) }
    }

    /// The flags with which open(2) can create or change a file.
    private static let writing = UInt64(O_ACCMODE | O_CREAT | O_TRUNC)
    /// The value of AT_EMPTY_PATH, for execveat(2).
    private static let byDescriptor: UInt64 = 0x1000
    /// The value of CLONE_THREAD in linux/sched.h.
    private static let thread: UInt64 = 0x10000

    /// Calls that are allowed only with certain arguments.
    private static var conditions: [(String, [scmp_arg_cmp])] {
        let own = UInt64(getpid())
        // PR_SET_NAME and PR_GET_NAME, and the option by which glibc names its own memory.
        let names: [UInt64] = [15, 16, 0x5356_4D41]
        let ownThread = argument(0, SCMP_CMP_EQ, 0)
        return names.map { ("prctl", [argument(0, SCMP_CMP_EQ, $0)]) } + descriptorCommands + [
            // Threads are allowed, but other processes are not.
            ("clone", [argument(0, SCMP_CMP_MASKED_EQ, thread, thread)]),
            // abort() calls tgkill.
            ("tgkill", [argument(0, SCMP_CMP_EQ, own)]),
            // For isatty(), and for the number of readable bytes.
            ("ioctl", [argument(1, SCMP_CMP_EQ, 0x5401)]), ("ioctl", [argument(1, SCMP_CMP_EQ, 0x541B)]),
            // Only the limits of this process.
            ("prlimit64", [argument(0, SCMP_CMP_EQ, 0)]),
            // Only the calling thread. With 0, PRIO_PGRP and PRIO_USER would affect other processes.
            ("setpriority", [argument(0, SCMP_CMP_EQ, UInt64(PRIO_PROCESS.rawValue)), argument(1, SCMP_CMP_EQ, 0)]),
            ("sched_setaffinity", [ownThread]),
        ]
    }

    /// The commands of fcntl(2) for descriptors of this process. F_SETOWN, F_SETOWN_EX, F_SETSIG and O_ASYNC are not
    /// included, because with them the kernel sends signals to another process.
    private static var descriptorCommands: [(String, [scmp_arg_cmp])] {
        let harmless = [
            F_DUPFD, F_DUPFD_CLOEXEC, F_GETFD, F_SETFD, F_GETFL, F_GETLK, F_SETLK, F_SETLKW,
        ]
        return harmless.map { ("fcntl", [argument(1, SCMP_CMP_EQ, UInt64($0))]) } + [
            (
                "fcntl",
                [
                    argument(1, SCMP_CMP_EQ, UInt64(F_SETFL)),
                    argument(2, SCMP_CMP_MASKED_EQ, UInt64(O_ASYNC), 0),
                ]
            )
        ]
    }

    private static func refusal(_ code: Int32) -> UInt32 {
        // The value of SCMP_ACT_ERRNO() in seccomp.h, which Swift cannot import.
        0x0005_0000 | UInt32(code) & 0xFFFF
    }

    private static func argument(
        _ number: UInt32, _ comparison: scmp_compare, _ first: UInt64, _ second: UInt64 = 0
    ) -> scmp_arg_cmp {
        scmp_arg_cmp(arg: number, op: comparison, datum_a: first, datum_b: second)
    }

    private static func add(
        _ action: UInt32, _ name: String, _ conditions: [scmp_arg_cmp] = [], to filter: scmp_filter_ctx
    ) throws(SandboxError) {
        let number = seccomp_syscall_resolve_name(name)
        // libseccomp does not know calls that are newer than itself. These are refused, like all calls that are not
        // listed.
        guard number != __NR_SCMP_ERROR else { return }
        let code = seccomp_rule_add_array(filter, action, number, UInt32(conditions.count), conditions)
        guard code == 0 else { throw SandboxError(action: "filter the system call \(name)", code: -code) }
    }
}

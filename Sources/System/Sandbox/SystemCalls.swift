/// The system calls by their treatment in a worker. Names that do not exist on a processor are ignored.
enum SystemCalls {
    static let allowed = memory + threads + signals + files + waiting + facts

    private static let memory = [
        "brk", "mmap", "munmap", "mprotect", "mremap", "madvise", "msync", "mincore", "membarrier",
        // For libnuma, which the HEIC decoder needs.
        "get_mempolicy", "set_mempolicy", "mbind",
    ]

    private static let threads = [
        "arch_prctl", "exit", "exit_group", "futex", "get_robust_list", "set_robust_list", "rseq", "set_tid_address",
        "gettid", "getpid", "getppid", "getpgrp", "getpgid", "sched_yield", "sched_getaffinity",
        "sched_getparam", "sched_getscheduler", "sched_get_priority_min", "sched_get_priority_max", "getpriority",
        "getcpu",
    ]

    private static let signals = [
        "rt_sigaction", "rt_sigprocmask", "rt_sigreturn", "rt_sigtimedwait", "sigaltstack", "restart_syscall",
    ]

    /// Calls for files. Landlock controls which paths are accessible. Files can only be opened for reading
    /// (`SystemCallFilter`). Calls that create, change, rename or remove files and folders are not included.
    private static let files = [
        "close", "close_range", "read", "write", "pread64", "readv", "writev", "preadv", "lseek", "dup",
        "dup2", "dup3", "stat", "lstat", "fstat", "newfstatat", "statx", "statfs",
        "fstatfs", "access", "faccessat", "faccessat2", "readlink", "readlinkat", "getdents", "getdents64", "getcwd",
        "fadvise64", "getxattr", "lgetxattr", "fgetxattr", "listxattr", "llistxattr", "flistxattr",
    ]

    private static let waiting = [
        "poll", "ppoll", "select", "pselect6", "epoll_create1", "epoll_ctl", "epoll_wait", "epoll_pwait", "eventfd2",
        "pipe", "pipe2", "timerfd_create", "timerfd_settime", "timerfd_gettime", "nanosleep", "clock_nanosleep",
    ]

    private static let facts = [
        "clock_gettime", "clock_getres", "gettimeofday", "time", "times", "getrandom", "getrusage", "getrlimit",
        "setrlimit", "sysinfo", "uname", "getuid", "geteuid", "getgid", "getegid", "getgroups", "getresuid",
        "getresgid",
    ]

    /// Calls that fail without ending the worker, because a library may make them for harmless reasons. They create
    /// temporary files, start programs, or use the network, which glibc does to look up users.
    static let refused = [
        "execve", "execveat", "fork", "vfork", "kill", "tkill", "socket", "socketpair", "connect", "bind", "listen",
        "accept", "accept4", "sendto", "sendmsg", "sendmmsg", "recvfrom", "recvmsg", "recvmmsg", "memfd_create",
        "rename", "renameat", "renameat2", "unlink", "unlinkat", "truncate", "ftruncate", "fallocate", "pwrite64",
        "pwritev", "pwritev2", "fsync", "fdatasync", "creat", "openat2", "mkdir", "mkdirat", "rmdir", "link", "linkat",
        "symlink", "symlinkat", "chmod", "fchmod", "fchmodat", "chown",
        "fchown", "lchown", "fchownat", "utimensat", "chdir", "fchdir", "umask", "setsid", "setpgid",
    ]

    /// Calls that no decoder makes. They change the system, other processes, or the privileges of this process.
    static let fatal = [
        "ptrace", "process_vm_readv", "process_vm_writev", "pidfd_open", "pidfd_getfd", "pidfd_send_signal", "kcmp",
        "mount", "umount2", "pivot_root", "chroot", "move_mount", "open_tree", "fsopen", "fsmount", "fsconfig",
        "unshare",
        "setns", "keyctl", "add_key", "request_key", "bpf", "perf_event_open", "userfaultfd", "io_uring_setup",
        "io_uring_enter", "io_uring_register", "init_module", "finit_module", "delete_module", "kexec_load",
        "kexec_file_load", "reboot", "swapon", "swapoff", "settimeofday", "clock_settime", "adjtimex", "sethostname",
        "setuid", "setgid", "setreuid", "setregid", "setresuid", "setresgid", "setgroups", "capset", "personality",
        "iopl", "ioperm", "modify_ldt", "mknod", "mknodat", "name_to_handle_at", "open_by_handle_at", "quotactl",
        "acct", "syslog", "vhangup",
    ]
}

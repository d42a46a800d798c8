import WorkerPool
import WorkerProtocol

extension Doctor {
    /// Checks whether the kernel supports the isolation of workers, and whether the isolation is effective.
    func isolation(_ found: SandboxSelfTest, of worker: WorkerCommand) -> [Check] {
        guard !worker.arguments.contains("--unconfined") else {
            return [Check("isolation", .warning, "turned off by STICKERD_SANDBOX", fix: "unset STICKERD_SANDBOX")]
        }
        return [files(found), systemCalls(found)]
    }

    private func files(_ found: SandboxSelfTest) -> Check {
        let name = "isolation of files (Landlock)"
        let version = found.protections.landlock
        let newer = "Linux 5.13 or newer with landlock in its lsm= parameter, and a container that allows it"
        guard version > 0 else {
            return Check(
                name, .warning, "not supported by this kernel; a worker can read all files of its user", fix: newer)
        }
        guard !found.readsOtherFiles, !found.writesOtherFiles else {
            return Check(name, .bad, "version \(version), but a worker could open a file of the user", fix: newer)
        }
        let missing = [(3, "truncation"), (4, "TCP"), (6, "signals")].filter { $0.0 > version }.map(\.1)
        let rest = missing.isEmpty ? "" : "; this version does not cover \(missing.joined(separator: ", "))"
        return Check(
            name, .good,
            "version \(version): a worker could not read the user's files or write any file\(rest)")
    }

    private func systemCalls(_ found: SandboxSelfTest) -> Check {
        let name = "isolation of system calls (seccomp)"
        guard found.protections.filtersSystemCalls else {
            return Check(
                name, .warning, "not supported by this kernel; a worker can reach the network and start programs",
                fix: "a kernel with CONFIG_SECCOMP_FILTER, and a container that allows it")
        }
        return found.reachesNetwork || found.startsProcesses
            ? Check(name, .bad, "a worker reached the network or started a program", fix: "please report this problem")
            : Check(name, .good, "a worker could not reach the network or start programs")
    }
}

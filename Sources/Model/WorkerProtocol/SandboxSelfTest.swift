/// The result of a worker's self-test: its identity, and what the sandbox allowed it to do.
package struct SandboxSelfTest: Codable, Hashable, Sendable {
    /// The protections that the kernel reports.
    package struct Protections: Codable, Hashable, Sendable {
        /// The version of Landlock. 0 if Landlock is not used.
        package var landlock: Int
        /// Whether seccomp filters system calls.
        package var filtersSystemCalls: Bool

        package init(landlock: Int, filtersSystemCalls: Bool) {
            self.landlock = landlock
            self.filtersSystemCalls = filtersSystemCalls
        }
    }

    /// The version of stickerd to which the worker belongs.
    package var version: RendererVersion

    /// The versions of the libraries that affect bytes, by name.
    package var libraries: [String: String]
    /// The formats that libvips can decode, by their usual names.
    package var decoders: [String]
    package var protections: Protections
    /// Whether the worker could read the user's files.
    package var readsOtherFiles: Bool
    /// Whether the worker could write, create or remove any file.
    package var writesOtherFiles: Bool
    /// Whether the worker could reach a network.
    package var reachesNetwork: Bool
    /// Whether the worker could start a process, or slow down or signal its parent process.
    package var startsProcesses: Bool

    package init(
        version: RendererVersion, libraries: [String: String], decoders: [String], protections: Protections,
        readsOtherFiles: Bool, writesOtherFiles: Bool, reachesNetwork: Bool, startsProcesses: Bool
    ) {
        self.version = version
        self.libraries = libraries
        self.decoders = decoders
        self.protections = protections
        self.readsOtherFiles = readsOtherFiles
        self.writesOtherFiles = writesOtherFiles
        self.reachesNetwork = reachesNetwork
        self.startsProcesses = startsProcesses
    }
}

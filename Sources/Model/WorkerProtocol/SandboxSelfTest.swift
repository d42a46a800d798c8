/// The result of a worker's self-test: its identity, and the tested restrictions.
package struct SandboxSelfTest: Codable, Hashable, Sendable {
    /// The protections that the kernel reports.
    package struct Protections: Codable, Hashable, Sendable {
        /// The version of Landlock; 0 without Landlock.
        package var landlock: Int
        /// Whether seccomp filters system calls.
        package var filtersSystemCalls: Bool

        package init(landlock: Int, filtersSystemCalls: Bool) {
            self.landlock = landlock
            self.filtersSystemCalls = filtersSystemCalls
        }
    }

    /// Which stickerd it belongs to.
    package var version: RendererVersion

    /// The versions of the libraries that decide bytes, by name.
    package var libraries: [String: String]
    /// The formats that libvips can decode here, as people call them.
    package var decoders: [String]
    package var protections: Protections
    /// Whether files of the user could be read.
    package var readsOtherFiles: Bool
    /// Whether any file could be opened for writing, made or removed.
    package var writesOtherFiles: Bool
    /// Whether it could reach a network.
    package var reachesNetwork: Bool
    /// Whether it could start a process, or slow down or signal the one that started it.
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

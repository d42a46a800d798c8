import Foundation
import JobModel
import Sandbox

/// What a worker finds of itself: what it renders with, and what it is kept from, having tried.
package struct SandboxSelfTest: Codable, Hashable, Sendable {
    /// What the kernel says it gives.
    package struct Protections: Codable, Hashable, Sendable {
        /// The version of Landlock; 0 where there is none.
        package var landlock: Int
        /// Whether seccomp filters system calls.
        package var filtersSystemCalls: Bool
    }

    /// The versions of the libraries that decide bytes, by name.
    package var libraries: [String: String]
    /// The formats that libvips can decode here, as people call them.
    package var decoders: [String]
    package var protections: Protections
    /// Whether files that no job names could be read.
    package var readsOtherFiles: Bool
    /// Whether files could be written where no job writes.
    package var writesOtherFiles: Bool
    /// Whether it could reach a network.
    package var reachesNetwork: Bool
    /// Whether it could start a process.
    package var startsProcesses: Bool
}

/// Which of its protections the kernel has given a process.
package struct Protections: Codable, Hashable, Sendable {
    /// The version of Landlock; 0 where the kernel has none.
    package var landlock: Int
    /// Whether seccomp filters its system calls.
    package var filtersSystemCalls: Bool

    package init(landlock: Int, filtersSystemCalls: Bool) {
        self.landlock = landlock
        self.filtersSystemCalls = filtersSystemCalls
    }
}

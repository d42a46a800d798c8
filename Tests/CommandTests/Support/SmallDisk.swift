/// Mounts that nobody else sees and that go away with the command they were made for.
enum SmallDisk {
    /// What to put before a command that mounts.
    static let wrapper = ["unshare", "--user", "--map-root-user", "--mount"]

    /// Whether the machine allows it.
    static let canBeMounted = (try? Command.run(wrapper + ["true"])) == 0
}

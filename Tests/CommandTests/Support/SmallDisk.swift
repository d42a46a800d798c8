/// Mounts that only one command can see, and that are removed when the command ends.
enum SmallDisk {
    /// The arguments that precede a command that mounts a disk.
    static let wrapper = ["unshare", "--user", "--map-root-user", "--mount"]

    /// Whether the machine allows such mounts.
    static let canBeMounted = (try? Command.run(wrapper + ["true"])) == 0
}

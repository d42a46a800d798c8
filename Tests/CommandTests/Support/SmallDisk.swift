/// Mounts that are private to a command and are removed with it.
enum SmallDisk {
    /// The words before a command that mounts.
    static let wrapper = ["unshare", "--user", "--map-root-user", "--mount"]

    /// Whether the machine allows it.
    static let canBeMounted = (try? Command.run(wrapper + ["true"])) == 0
}

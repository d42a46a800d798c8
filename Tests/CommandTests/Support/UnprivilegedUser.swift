import Glibc

/// A user for whom permissions count, which they do not for root.
enum UnprivilegedUser {
    /// The words before a command. Empty if the tests do not run as root.
    static let wrapper =
        geteuid() == 0 ? ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"] : []

    /// Whether the program can be run so, which fails where the checkout is in a folder that only root can read.
    static let canWork =
        (try? Command.run(wrapper + ["sh", "-c", "exec \"$1\" --version", "sh", CLIFixture.stickerd])) == 0

    /// Gives it write access to a fixture.
    static func grantAccess(_ cli: CLIFixture) {
        for name in ["", "/drop"] { chmod(cli.path + name, 0o777) }
    }
}

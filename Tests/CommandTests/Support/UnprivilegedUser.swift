import Glibc

/// An ordinary user, to whom file permissions apply. They do not apply to root.
enum UnprivilegedUser {
    /// The arguments that precede a command. Empty if the tests do not run as root.
    static let wrapper =
        geteuid() == 0 ? ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"] : []

    /// Whether this user can run the program. False if the checkout is in a folder that only root can read.
    static let canWork =
        (try? Command.run(wrapper + ["sh", "-c", "exec \"$1\" --version", "sh", CLIFixture.stickerd])) == 0

    /// Gives this user write access to a fixture.
    static func grantAccess(_ cli: CLIFixture) {
        for name in ["", "/drop"] { chmod(cli.path + name, 0o777) }
    }
}

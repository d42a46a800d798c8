import Glibc

/// A user without rights of its own, as whom to find out what permissions do. Root may do everything.
enum Nobody {
    /// What to put before a command; nothing for whoever is not root, who is nobody enough.
    static let wrapper =
        geteuid() == 0 ? ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"] : []

    /// Whether the program can be run so, by a process of nobody's too: not where the checkout is in root's own folder.
    static let canWork =
        (try? Command.run(wrapper + ["sh", "-c", "exec \"$1\" --version", "sh", Workshop.stickerd])) == 0

    /// Lets it write in a workshop.
    static func mayUse(_ workshop: Workshop) {
        for name in ["", "/drop"] { chmod(workshop.path + name, 0o777) }
    }
}

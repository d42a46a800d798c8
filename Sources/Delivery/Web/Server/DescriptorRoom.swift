import Glibc

/// How many connections the process has file descriptors for. One that runs out of them can neither take a connection nor
/// open what it is asked for.
package enum DescriptorRoom {
    /// What everything else may have open: workers' pipes, watched folders, databases, the log.
    private static let others = 128
    /// A connection, and the file that is sent on it.
    private static let each = 2

    /// Raises the process's own limit as far as it may for a number of connections.
    ///
    /// - Parameter connections: how many are wanted.
    /// - Returns: how many there is room for; at least 4.
    static func made(for connections: Int) -> Int {
        var limit = rlimit()
        let number = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        guard getrlimit(number, &limit) == 0 else { return connections }
        let wanted = rlim_t(others + each * connections)
        if limit.rlim_cur < wanted {
            limit.rlim_cur = min(wanted, limit.rlim_max)
            setrlimit(number, &limit)
            guard getrlimit(number, &limit) == 0 else { return connections }
        }
        return room(for: connections, descriptors: limit.rlim_cur)
    }

    /// - Parameter descriptors: how many the process may have open.
    package static func room(for connections: Int, descriptors: UInt) -> Int {
        let free = Int(clamping: descriptors) - others
        return min(connections, max(4, free / each))
    }
}

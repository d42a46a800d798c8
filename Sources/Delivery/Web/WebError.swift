import JobModel

/// A reason why something cannot be served.
package enum WebError: Error, Equatable, CustomStringConvertible {
    /// The port is taken or may not be used.
    case cannotListen(address: String, reason: String)
    /// There is no manifest in the output folder.
    case nothingPublished(out: String)
    /// A file became shorter, or cannot be read any more, while it was sent.
    case unreadable
    /// A file that may exist cannot be opened, because of its permissions or because too many files are open.
    case cannotOpen(path: String, reason: String)

    package var description: String {
        switch self {
        case .cannotListen(let address, let reason):
            "\(address): cannot listen: \(reason). Choose another address, or end what uses this port."
        case .nothingPublished(let out):
            NothingPublished(out: out).description
        case .unreadable:
            "A published file cannot be read to its end. Run `stickerd audit` to see which."
        case .cannotOpen(let path, let reason):
            "\(path): cannot be opened: \(reason). Check who may read it, and how many files may be open (`ulimit -n`)."
        }
    }
}

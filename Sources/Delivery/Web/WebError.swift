import JobModel

/// A reason why published files cannot be served.
package enum WebError: Error, Equatable, CustomStringConvertible {
    /// The port is in use or not permitted.
    case cannotListen(address: String, reason: String)
    /// The output folder contains no manifest.
    case nothingPublished(out: String)
    /// A file became shorter or unreadable while it was being sent.
    case unreadable
    /// A file may exist but cannot be opened, because of its permissions or because too many files are open.
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

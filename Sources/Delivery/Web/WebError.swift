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
            "\(address): the server cannot listen at this address (\(reason)). Choose another address, or stop the "
                + "program that uses the port."
        case .nothingPublished(let out):
            NothingPublished(out: out).description
        case .unreadable:
            "A published file cannot be read completely. Run `stickerd audit` to see which one."
        case .cannotOpen(let path, let reason):
            "\(path): the file cannot be opened (\(reason)). Check its permissions and the limit of open files "
                + "(`ulimit -n`)."
        }
    }
}

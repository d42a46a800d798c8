/// Why something cannot be served.
package enum WebError: Error, Equatable, CustomStringConvertible {
    /// The port is taken or may not be used.
    case cannotListen(address: String, reason: String)

    package var description: String {
        switch self {
        case .cannotListen(let address, let reason):
            "\(address): cannot listen: \(reason). Choose another port for service.address, or end what uses this one."
        }
    }
}

import HTTPTypes
import Hummingbird
import StickerConfiguration

/// Rejects requests to a loopback address whose host is not this machine. A web page whose host name resolves to
/// 127.0.0.1 (DNS rebinding) could otherwise read the served files. The requests of such a page contain its own host
/// name.
struct HostMiddleware: RouterMiddleware {
    typealias Context = BasicRequestContext

    /// The additional host names under which clients reach this server, for example through a proxy. In lower case,
    /// without a port.
    let names: Set<String>

    func handle(
        _ request: Request, context: BasicRequestContext,
        next: (Request, BasicRequestContext) async throws -> Response
    ) async throws -> Response {
        let authority = request.head.authority
        guard HostMiddleware.namesThisMachine(authority) || names.contains(HostMiddleware.name(authority)) else {
            throw HTTPError(
                .misdirectedRequest,
                message:
                    "This server answers only requests to names of this machine, such as localhost. If clients use a "
                    + "proxy, start stickerd with --allow-host and the name that they use.")
        }
        return try await next(request, context)
    }

    /// Whether the authority of a request is `localhost`, an address in 127.0.0.0/8, or `[::1]`, with or without a
    /// port.
    static func namesThisMachine(_ authority: String?) -> Bool {
        guard let authority else { return false }
        return LoopbackAddress(authority) != nil || LoopbackAddress(authority + ":80") != nil
    }

    static func name(_ authority: String?) -> String {
        (authority ?? "").replacing(/:[0-9]*$/, with: "").lowercased()
    }
}

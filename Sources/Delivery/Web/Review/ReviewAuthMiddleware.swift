import HTTPTypes
import Hummingbird

/// Lets nobody through who is not known, takes nothing from another site's page, and tells browsers to trust nothing but
/// what comes from here.
struct ReviewGuard: RouterMiddleware {
    typealias Context = BasicRequestContext

    let access: ReviewAccess
    /// What is shown to people who are not known.
    static let open: Set<String> = ["/review/login", "/review/login.css"]

    func handle(
        _ request: Request, context: BasicRequestContext,
        next: (Request, BasicRequestContext) async throws -> Response
    ) async throws -> Response {
        var response: Response
        do {
            response = try await answer(request, context: context, next: next)
        } catch let error as any HTTPResponseError {
            response = try error.response(from: request, context: context)
        }
        for (name, value) in ReviewGuard.headers { response.headers[name] = value }
        if response.headers[.cacheControl] == nil { response.headers[.cacheControl] = "no-store" }
        return response
    }

    private func answer(
        _ request: Request, context: BasicRequestContext,
        next: (Request, BasicRequestContext) async throws -> Response
    ) async throws -> Response {
        if request.method != .get, request.method != .head, !ReviewGuard.isFromHere(request) {
            throw HTTPError(.forbidden, message: "This was sent by another site's page.")
        }
        guard !access.isKnown(request) else { return try await next(request, context) }
        guard access.needsToken else {
            throw HTTPError(.forbidden, message: "Use the address that stickerd named: http://127.0.0.1:…/review/")
        }
        if ReviewGuard.open.contains(request.uri.path) { return try await next(request, context) }
        if request.method == .get, ["/review", "/review/"].contains(request.uri.path) {
            return Response(status: .seeOther, headers: [.location: "/review/login"])
        }
        throw HTTPError(.unauthorized)
    }

    /// Whether a request that changes something was made by a page of this server, as browsers say.
    private static func isFromHere(_ request: Request) -> Bool {
        if let site = HTTPField.Name("Sec-Fetch-Site").flatMap({ request.headers[$0] }), site != "same-origin" {
            return false
        }
        guard let authority = request.head.authority, let origin = request.headers[.origin] else { return false }
        return origin == "http://\(authority)" || origin == "https://\(authority)"
    }

    private static let headers: [(HTTPField.Name, String)] = [
        (
            "Content-Security-Policy",
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:; connect-src 'self'; "
                + "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
        ),
        ("X-Content-Type-Options", "nosniff"), ("X-Frame-Options", "DENY"),
        // Not "no-referrer", under which browsers send a form's origin as "null".
        ("Referrer-Policy", "same-origin"),
        ("Cross-Origin-Opener-Policy", "same-origin"), ("Cross-Origin-Resource-Policy", "same-origin"),
        ("Permissions-Policy", "camera=(), microphone=(), geolocation=()"),
    ].compactMap { name, value in HTTPField.Name(name).map { ($0, value) } }
}

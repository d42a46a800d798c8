import HTTPTypes
import Hummingbird

/// Authenticates requests to the review page, rejects cross-site requests with side effects, and adds security headers.
struct ReviewAuthMiddleware: RouterMiddleware {
    typealias Context = BasicRequestContext

    let access: ReviewAccess
    /// The paths that need no session.
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
        for (name, value) in ReviewAuthMiddleware.headers { response.headers[name] = value }
        if response.headers[.cacheControl] == nil { response.headers[.cacheControl] = "no-store" }
        return response
    }

    private func answer(
        _ request: Request, context: BasicRequestContext,
        next: (Request, BasicRequestContext) async throws -> Response
    ) async throws -> Response {
        if request.method != .get, request.method != .head, !ReviewAuthMiddleware.isSameOrigin(request) {
            throw HTTPError(.forbidden, message: "A page of another site sent this request.")
        }
        guard !access.isAuthenticated(request) else { return try await next(request, context) }
        guard access.needsToken else {
            throw HTTPError(.forbidden, message: "Use the address that stickerd printed: http://127.0.0.1:…/review/")
        }
        if ReviewAuthMiddleware.open.contains(request.uri.path) { return try await next(request, context) }
        if request.method == .get, ["/review", "/review/"].contains(request.uri.path) {
            return Response(status: .seeOther, headers: [.location: "/review/login"])
        }
        throw HTTPError(.unauthorized)
    }

    /// Whether the browser reports that the request comes from a page of this server.
    private static func isSameOrigin(_ request: Request) -> Bool {
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
        // With "no-referrer", browsers would send the origin of a form as "null".
        ("Referrer-Policy", "same-origin"),
        ("Cross-Origin-Opener-Policy", "same-origin"), ("Cross-Origin-Resource-Policy", "same-origin"),
        ("Permissions-Policy", "camera=(), microphone=(), geolocation=()"),
    ].compactMap { name, value in HTTPField.Name(name).map { ($0, value) } }
}

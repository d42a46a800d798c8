import Hummingbird
import JobModel
import Texts

/// The permission to use the review page: for anyone on this machine, or for anyone with the token.
package struct ReviewAccess: Sendable {
    /// The minimum number of characters in a token.
    package static let shortestToken = 16
    static let cookieName = "stickerd"

    /// The hash of the token. Nil if none is required.
    private let token: String?
    /// The value of the session cookie, derived from the token with a one-way function.
    private let session: String?

    /// Access for anyone on this machine. The server is bound to a loopback address, and the check of the request's
    /// host rejects pages whose own name resolves to it (DNS rebinding).
    package static let thisMachine = ReviewAccess(token: nil)

    /// Access for anyone with the token.
    package init(token: String?) {
        self.token = token.map { Digest.sha256("stickerd token\n" + $0) }
        session = token.map { Digest.sha256("stickerd session\n" + $0) }
    }

    var needsToken: Bool { token != nil }

    /// Whether the request has a valid session, or no token is required.
    func isAuthenticated(_ request: Request) -> Bool {
        guard let session else { return HostMiddleware.namesThisMachine(request.head.authority) }
        guard let shown = request.cookies[ReviewAccess.cookieName]?.value else { return false }
        return ReviewAccess.isEqual(shown, session)
    }

    /// The session cookie for a correct token. Nil for a wrong token.
    func cookie(for given: String) -> String? {
        guard let token, let session, ReviewAccess.isEqual(Digest.sha256("stickerd token\n" + given), token) else {
            return nil
        }
        return "\(ReviewAccess.cookieName)=\(session); Path=/review; HttpOnly; SameSite=Strict; Max-Age=2592000"
    }

    /// Compares in constant time.
    private static func isEqual(_ first: String, _ second: String) -> Bool {
        let (first, second) = (Array(first.utf8), Array(second.utf8))
        guard first.count == second.count else { return false }
        return zip(first, second).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
    }
}

/// Delays wrong tokens, and limits the number of waiting clients. The right token is never delayed.
actor LoginThrottle {
    private var waiting = 0
    private let penalty: Duration

    init(penalty: Duration = .milliseconds(500)) {
        self.penalty = penalty
    }

    /// Calls `body`, which checks a token, and delays its answer if the token is wrong.
    ///
    /// - Returns: the cookie; `.some(nil)` for a wrong token; nil if too many clients are waiting.
    func check(_ body: @Sendable () -> String?) async -> String?? {
        if let cookie = body() { return .some(cookie) }
        guard waiting < 8 else { return nil }
        waiting += 1
        defer { waiting -= 1 }
        try? await Task.sleep(for: penalty)
        return .some(nil)
    }
}

/// The login page for the token.
enum LoginPage {
    private struct LoginView {
        let language: String
        let failed: Bool
    }

    /// - Parameter failed: whether a wrong token was entered.
    /// - Throws: the parser's error; a test checks that there is none.
    static func html(_ texts: Texts, failed: Bool) throws -> String {
        let template = try WebTemplate(PackageResources.login_mustache, texts)
        return template.render(LoginView(language: texts.language.rawValue, failed: failed))
    }
}

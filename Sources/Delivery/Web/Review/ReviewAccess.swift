import Hummingbird
import JobModel
import Texts

/// Decides who may use the review page: everyone on this machine, or everyone who has the token.
package struct ReviewAccess: Sendable {
    /// The minimum number of characters in a token.
    package static let shortestToken = 16
    static let cookieName = "stickerd"

    /// The SHA-256 of the token. Nil if no token is required.
    private let token: String?
    /// The value of the session cookie, which is derived from the token by hashing. Nil if no token is required.
    private let session: String?

    /// Access for everyone on this machine. The server is bound to a loopback address. The check of the request's
    /// host rejects pages of other sites whose host name resolves to this address (DNS rebinding).
    package static let thisMachine = ReviewAccess(token: nil)

    /// Access for everyone who has the token.
    package init(token: String?) {
        self.token = token.map { Digest.sha256("stickerd token\n" + $0) }
        session = token.map { Digest.sha256("stickerd session\n" + $0) }
    }

    var needsToken: Bool { token != nil }

    /// Whether the request has a valid session. If no token is required, whether it is addressed to this machine.
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

    /// Compares in constant time, so that the duration reveals nothing about the token.
    private static func isEqual(_ first: String, _ second: String) -> Bool {
        let (first, second) = (Array(first.utf8), Array(second.utf8))
        guard first.count == second.count else { return false }
        return zip(first, second).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
    }
}

/// Delays the response to a wrong token, and limits the number of delayed requests. A correct token is never delayed.
actor LoginThrottle {
    private var waiting = 0
    private let penalty: Duration

    init(penalty: Duration = .milliseconds(500)) {
        self.penalty = penalty
    }

    /// Calls `body`, which checks a token. If the token is wrong, waits before returning.
    ///
    /// - Returns: the cookie; `.some(nil)` for a wrong token; nil if too many requests are already being delayed.
    func check(_ body: @Sendable () -> String?) async -> String?? {
        if let cookie = body() { return .some(cookie) }
        guard waiting < 8 else { return nil }
        waiting += 1
        defer { waiting -= 1 }
        try? await Task.sleep(for: penalty)
        return .some(nil)
    }
}

/// The login page, which asks for the token.
enum LoginPage {
    private struct LoginView {
        let language: String
        let failed: Bool
    }

    /// The HTML text of the page.
    ///
    /// - Parameter failed: whether the last token was wrong.
    /// - Throws: the errors of the template parser. A test ensures that the template has none.
    static func html(_ texts: Texts, failed: Bool) throws -> String {
        let template = try WebTemplate(PackageResources.login_mustache, texts)
        return template.render(LoginView(language: texts.language.rawValue, failed: failed))
    }
}

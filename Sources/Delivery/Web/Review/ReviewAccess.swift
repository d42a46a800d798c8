import Hummingbird
import JobModel

/// Who may see the review page: everybody who reaches it on this machine, or who knows a token.
package struct ReviewAccess: Sendable {
    /// The fewest characters that a token may have.
    package static let shortestToken = 16
    static let cookieName = "stickerd"

    /// The digest of the token; nil where none is needed.
    private let token: String?
    /// What a browser shows to be known: made of the token, and nobody gets the token from it.
    private let session: String?

    /// Everybody on this machine, and nobody else: the address that is listened on sees to it, and that a request names
    /// this machine keeps out pages whose own name leads here (DNS rebinding).
    package static let thisMachine = ReviewAccess(token: nil)

    /// Who knows the token.
    package init(token: String?) {
        self.token = token.map { Digest.sha256("stickerd token\n" + $0) }
        session = token.map { Digest.sha256("stickerd session\n" + $0) }
    }

    var needsToken: Bool { token != nil }

    /// Whether the request comes from somebody who is known.
    func isKnown(_ request: Request) -> Bool {
        guard let session else { return HostGuard.namesThisMachine(request.head.authority) }
        guard let shown = request.cookies[ReviewAccess.cookieName]?.value else { return false }
        return ReviewAccess.isSame(shown, session)
    }

    /// The cookie for somebody who gave this token; nil when it is not the right one.
    func cookie(for given: String) -> String? {
        guard let token, let session, ReviewAccess.isSame(Digest.sha256("stickerd token\n" + given), token) else {
            return nil
        }
        return "\(ReviewAccess.cookieName)=\(session); Path=/review; HttpOnly; SameSite=Strict; Max-Age=2592000"
    }

    /// Compares in a time that does not depend on where the texts differ.
    private static func isSame(_ first: String, _ second: String) -> Bool {
        let (first, second) = (Array(first.utf8), Array(second.utf8))
        guard first.count == second.count else { return false }
        return zip(first, second).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
    }
}

import FarmProtocol
import FileAccess
import GRPCChannel
import Glibc

/// The address and the credentials of a farm.
package struct FarmEndpoint: Sendable {
    /// The target of gRPC: `host:port` or `unix:/path`.
    package let target: String
    /// The name of the farm that messages use.
    package let name: String
    let security: GRPCChannel.Security

    /// The maximum size of a certificate file, in bytes.
    private static let certificateLimit = 1 << 20

    /// Parses the address, and reads the certificates and the key.
    ///
    /// - Throws: `FarmError` with `FarmRefusal.Reason.settings`.
    package init(_ settings: FarmSettings) throws(FarmError) {
        let (scheme, rest) = try FarmEndpoint.parts(settings.url)
        switch scheme {
        case "unix": (target, name) = ("unix:" + rest, "unix:" + rest)
        case "grpc", "grpcs":
            let isSecure = scheme == "grpcs"
            let (host, port) = FarmEndpoint.hostAndPort(rest)
            guard isSecure || settings.insecure || FarmEndpoint.isThisMachine(host) else {
                throw .settings(
                    "\(settings.url): the connection to another machine is not encrypted. Use grpcs://, or set "
                        + "\"insecure\": true in \"engine\".")
            }
            (target, name) = ("\(host):\(port ?? (isSecure ? "443" : "80"))", host)
        default:
            throw .settings("\(settings.url): the address of a farm begins with grpc://, grpcs:// or unix:.")
        }
        guard scheme == "grpcs" else {
            security = .none
            return
        }
        guard (settings.certificate == nil) == (settings.key == nil) else {
            throw .settings("A client certificate needs both \"certificate\" and \"key\" in \"engine\".")
        }
        security = .tls(
            roots: try settings.authority.map(FarmEndpoint.text),
            certificate: try settings.certificate.map(FarmEndpoint.text),
            key: try settings.key.map(FarmEndpoint.text))
    }

    private static func parts(_ url: String) throws(FarmError) -> (scheme: String, rest: String) {
        guard let colon = url.firstIndex(of: ":") else {
            throw .settings("\(url): the address of a farm begins with grpc://, grpcs:// or unix:.")
        }
        let scheme = String(url[..<colon])
        var rest = url[url.index(after: colon)...]
        if scheme != "unix" {
            guard rest.hasPrefix("//") else { throw .settings("\(url): write \(scheme)://HOST:PORT.") }
            rest = rest.dropFirst(2)
            if rest.hasSuffix("/") { rest.removeLast() }
            guard !rest.isEmpty, !rest.contains(where: { "/@?# ".contains($0) }) else {
                throw .settings("\(url): write \(scheme)://HOST:PORT.")
            }
        }
        return (scheme, String(rest))
    }

    /// Splits `host`, `host:port`, `[::1]` or `[::1]:port`.
    private static func hostAndPort(_ text: String) -> (host: String, port: String?) {
        guard let colon = text.lastIndex(of: ":"), !text.hasSuffix("]") else { return (text, nil) }
        return (String(text[..<colon]), String(text[text.index(after: colon)...]))
    }

    private static func isThisMachine(_ host: String) -> Bool {
        host == "localhost" || host == "[::1]" || host.hasPrefix("127.")
    }

    private static func text(_ path: String) throws(FarmError) -> String {
        do throws(SystemCallError) {
            return String(
                decoding: try OpenFile.contents(ofFileAt: path, limit: certificateLimit), as: UTF8.self)
        } catch {
            throw .settings("\(path): the file cannot be read (\(error)).")
        }
    }
}

/// The file with the bearer token of a farm.
package struct TokenFile: Sendable {
    let path: String

    package init(path: String) { self.path = path }

    /// The maximum size of a token, in bytes.
    private static let limit = 64 << 10

    /// Reads the token.
    ///
    /// - Throws: `FarmError` with `FarmRefusal.Reason.token` if other users can read the file, or if it has no token.
    package func token() throws(FarmError) -> String {
        var status = stat()
        guard stat(path, &status) == 0 else { throw unreadable(.latest) }
        guard status.st_mode & 0o077 == 0 else {
            throw .token("\(path): other users can read the token. Run `chmod 600` for the file.")
        }
        let bytes: [UInt8]
        do throws(SystemCallError) {
            bytes = try OpenFile.contents(ofFileAt: path, limit: TokenFile.limit)
        } catch {
            throw unreadable(error)
        }
        let isSpace: (UInt8) -> Bool = { $0 == 0x20 || (0x09...0x0D).contains($0) }
        let token = bytes.drop(while: isSpace).reversed().drop(while: isSpace).reversed()
        guard !token.isEmpty, token.allSatisfy({ (0x21...0x7E).contains($0) }) else {
            throw .token("\(path): the file must contain one token, in printable ASCII.")
        }
        return String(decoding: token, as: UTF8.self)
    }

    private func unreadable(_ error: SystemCallError) -> FarmError {
        .token("\(path): the token cannot be read (\(error)).")
    }
}

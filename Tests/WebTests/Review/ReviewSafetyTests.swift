import Foundation
import TestSupport
import Testing
import Web

@Suite("The review page is protected")
struct ReviewSafetyTests {
    private static let token = "0123456789abcdef0123"

    @Test("every answer forbids the browser to load anything else")
    func headers() async throws {
        try await ReviewSite.serving { (site) async throws in
            for path in ["/review/", "/review/review.js", "/review/api/stickers", "/review/nothing"] {
                let answer = try site.ask(path)
                let policy = answer.headers["content-security-policy"] ?? ""
                #expect(policy.hasPrefix("default-src 'none'; script-src 'self';"), "\(path)")
                #expect(policy.contains("frame-ancestors 'none'") && !policy.contains("unsafe"), "\(path)")
                #expect(answer.headers["x-content-type-options"] == "nosniff", "\(path)")
                #expect(answer.headers["referrer-policy"] == "same-origin", "\(path)")
            }
        }
    }

    @Test("without the token only the login is accessible")
    func login() async throws {
        try await ReviewSite.serving(token: Self.token) { (site) async throws in
            let page = try site.ask("/review/")
            #expect(page.status == 303 && page.headers["location"] == "/review/login")
            #expect(try site.ask("/review/login").status == 200)
            #expect(try site.ask("/review/login.css").status == 200)
            for path in Self.everything {
                for method in ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE"] {
                    let answer = try site.ask("/review/" + path, method, headers: [site.origin])
                    // For unknown routes, every client gets the status 404.
                    let isRead = ["GET", "HEAD"].contains(method)
                    #expect(isRead ? answer.status == 401 : [401, 404].contains(answer.status), "\(method) \(path)")
                    #expect(!answer.body.contains("cats") && !answer.body.contains("picture"), "\(method) \(path)")
                }
            }
            #expect(try site.decide().status == 401)
            #expect(try site.ask("/review/api/decisions.csv").status == 401)
            let forged = "Cookie: stickerd=" + String(repeating: "0", count: 64)
            #expect(try site.ask("/review/api/stickers", headers: [forged]).status == 401)
        }
    }

    /// All paths below /review/ that answer known clients, and some paths that do not exist.
    private static let everything =
        [
            "api/stickers", "api/events", "api/events?after=", "api/history?pack=cats&sticker=one",
            "api/decisions", "api/decisions/bulk", "api/decisions.json", "api/decisions.csv",
            "assets/\(ReviewSite.file)",
            "backgrounds/white", "nothing",
            "login/", "login.css/..", "login/../api/stickers", "./api/stickers", "api//stickers", "%61pi/stickers",
            "login%2f..%2fapi/stickers", "index.html",
        ] + ["icon.svg", "review.css", "sticker.css", "messages.css", "tools.css", "phone.css"]
        + [
            "review", "store", "dom", "stage", "preview-canvas", "grid", "sticker", "messages", "decide", "keys",
            "memory", "queue", "bulk", "address", "pins", "touch", "pixels", "registration", "changes", "vanish",
            "frames",
            "apng", "texts", "letters",
        ].map { $0 + ".js" }

    @Test("a decision that is too long is answered with 413")
    func longDecision() async throws {
        try await ReviewSite.serving(token: nil) { (site) async throws in
            #expect(try site.decide("approved", pixels: String(repeating: "0", count: 33 << 10)).status == 413)
        }
    }

    @Test("the token opens a session that scripts and other sites cannot have")
    func session() async throws {
        try await ReviewSite.serving(token: Self.token) { (site) async throws in
            func login(_ token: String) throws -> Client.Answer {
                try site.ask(
                    "/review/login", "POST",
                    headers: [
                        site.origin, "Content-Type: application/x-www-form-urlencoded",
                    ], body: "token=" + token)
            }
            #expect(try login("0123456789abcdef0124").status == 403)
            let answer = try login(Self.token)
            let cookie = answer.headers["set-cookie"] ?? ""
            #expect(answer.status == 303)
            #expect(cookie.contains("HttpOnly") && cookie.contains("SameSite=Strict") && !cookie.contains(Self.token))
            let shown = "Cookie: " + (cookie.split(separator: ";").first ?? "")
            #expect(try site.ask("/review/api/stickers", headers: [shown]).status == 200)
        }
    }

    @Test(
        "a foreign host name that resolves to this machine (DNS rebinding) is not served",
        arguments: ["evil.example", "evil.example:80", ""])
    func rebinding(host: String) async throws {
        try await ReviewSite.serving { (site) async throws in
            #expect([400, 421].contains(try site.ask("/review/api/stickers", host: host).status))
            #expect(try site.ask("/review/api/stickers", host: "localhost").status == 200)
        }
    }

    @Test("nothing that another site's page sends is taken")
    func forgery() async throws {
        try await ReviewSite.serving { (site) async throws in
            #expect(try site.decide(headers: []).status == 403)
            #expect(try site.decide(headers: ["Origin: https://evil.example"]).status == 403)
            #expect(try site.decide(headers: ["Origin: null"]).status == 403)
            let origin = "Origin: http://127.0.0.1:\(site.port)"
            #expect(try site.decide(headers: [origin, "Sec-Fetch-Site: cross-site"]).status == 403)
            #expect(try site.decide(headers: [origin]).status == 204)
        }
    }

    @Test("no path leaves the published folder, in any notation")
    func traversal() async throws {
        try await ReviewSite.serving { (site) async throws in
            try FileManager.default.createSymbolicLink(
                atPath: "\(site.folder)/out/assets/\(String(repeating: "c", count: 64)).png",
                withDestinationPath: site.folder + "/secret.txt")
            let paths = Self.escapes(secret: site.folder + "/secret.txt")
            #expect(paths.count >= 1000)
            for path in paths {
                let answer = try site.ask(path)
                #expect(answer.status >= 400 && !answer.body.contains("a secret"), "\(path)")
            }
            #expect(try site.ask("/review/assets/\(ReviewSite.file)").body == "the picture")
        }
    }

    /// Paths in different notations that lead out of a folder.
    private static func escapes(secret: String) -> [String] {
        let dots = [
            "..", "%2e%2e", ".%2e", "%2E.", "..%00", "%252e%252e", "..;", "%c0%ae%c0%ae", "．．", "..%5c", "....",
        ]
        let slashes = ["/", "%2f", "%2F", "%5c", "//", "/./", "%252f", "%c0%af", "\\"]
        let starts = ["assets/", "backgrounds/", "", "api/"]
        let targets = ["secret.txt", "catalog.json", "state/decisions.sqlite"]
        var paths: [String] = []
        for start in starts {
            for dot in dots {
                for slash in slashes {
                    for target in targets {
                        for depth in 1...2 {
                            paths.append("/review/" + start + String(repeating: dot + slash, count: depth) + target)
                        }
                    }
                }
            }
        }
        let link = String(repeating: "c", count: 64) + ".png"
        let encoded = secret.replacing("/", with: "%2f")
        return paths.filter { $0.allSatisfy { $0 != " " } } + [
            "/review/assets/" + link, "/review/assets/" + encoded, "/review/assets//" + secret,
            "/review/assets/\(ReviewSite.file)%00.txt", "/review/assets/",
            "/review/assets/" + ReviewSite.file.uppercased(), "/review/assets/%2e", "/review/backgrounds/photo",
        ]
    }

    @Test("a decision about pixels other than the current ones is refused")
    func stale() async throws {
        try await ReviewSite.serving { (site) async throws in
            #expect(try site.decide(pixels: String(repeating: "d", count: 64)).status == 409)
            #expect(try site.decide("maybe").status == 400)
            #expect(try site.ask("/review/api/decisions.csv").body.split(separator: "\r\n").count == 1)
            #expect(try site.decide().status == 204)
            #expect(try site.ask("/review/api/decisions.csv").body.split(separator: "\r\n").count == 2)
            #expect(FileManager.default.fileExists(atPath: "\(site.folder)/state/approved/\(ReviewSite.file)"))
        }
    }

    @Test("the picture of a sticker that was sent back is stored")
    func keptSendBack() async throws {
        try await ReviewSite.serving { (site) async throws in
            #expect(try site.decide("sentBack").status == 204)
            #expect(FileManager.default.fileExists(atPath: "\(site.folder)/state/approved/\(ReviewSite.file)"))
        }
    }

    @Test(
        "new art for a sticker that was sent back has the earlier picture and the comment's author, until it is reviewed"
    )
    func newVersion() async throws {
        try await ReviewSite.serving { (site) async throws in
            #expect(try site.decide("sentBack").status == 204)
            #expect(try !site.ask("/review/api/stickers").body.contains("\"sentBack\":{"))
            let pixels = String(repeating: "d", count: 64)
            _ = try await site.hear("\"sentBack\":{", after: try site.revision()) {
                try site.publish(label: "One", pixels: pixels)
            }
            let earlier = try #require(try site.ask("/review/api/stickers").body.firstMatch(of: /"sentBack":\{[^}]*\}/))
            #expect(earlier.0.contains("\"file\":\"\(ReviewSite.file)\"") && earlier.0.contains("\"reviewer\":\"Ada\""))
            #expect(try site.decide("approved", pixels: pixels).status == 204)
            #expect(try !site.ask("/review/api/stickers").body.contains("\"sentBack\":{"))
        }
    }

    @Test("a sticker whose picture is missing can be sent back, but not approved")
    func gonePicture() async throws {
        try await ReviewSite.serving { (site) async throws in
            try FileManager.default.removeItem(atPath: "\(site.folder)/out/assets/\(ReviewSite.file)")
            #expect(try site.decide("approved").status != 204)
            #expect(try site.decide("sentBack").status == 204)
        }
    }

    @Test("requests that are malformed, too large or endless cause no harm")
    func malformed() async throws {
        try await ReviewSite.serving(limits: WebLimits(request: .seconds(1), connections: 1024)) {
            (site) async throws in
            let head = "POST /review/api/decisions HTTP/1.1\r\nHost: 127.0.0.1\r\nOrigin: http://127.0.0.1\r\n"
            for request in [
                "GET /review/ HTTP/9.9\r\n\r\n", "\0\0\0\r\n\r\n", "GET \r\n\r\n",
                "GET /review/ HTTP/1.1\r\n bad\r\n\r\n",
                head + "Content-Length: -1\r\n\r\n", head + "Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\nx",
                head + "Transfer-Encoding: chunked\r\n\r\nFFFFFFFFFFFF\r\n",
                "GET /review/" + String(repeating: "a", count: 100_000) + " HTTP/1.1\r\n\r\n",
            ] {
                let client = try Client(port: site.port)
                client.send(request)
                #expect(!client.rest().hasPrefix("HTTP/1.1 2"), "\(request.prefix(60))")
            }
            let large = try Client(port: site.port)
            large.send(head + "Content-Type: application/json\r\nContent-Length: 10000000\r\n\r\n")
            for _ in 0..<200 where large.send(String(repeating: "x", count: 50_000)) {}
            #expect(!large.rest().hasPrefix("HTTP/1.1 2"))
            let slow = try (0..<200).map { _ in try Client(port: site.port) }
            for client in slow { client.send("GET /review/ HTTP/1.1\r\nX-Slow: ") }
            #expect(try site.ask("/review/").status == 200)
            try await eventually("the slow clients are not disconnected") { slow.allSatisfy(\.isEnded) }
        }
    }

    @Test("pictures can be cached forever, and ranges of them are served")
    func pictures() async throws {
        try await ReviewSite.serving { (site) async throws in
            let path = "/review/assets/" + ReviewSite.file
            let whole = try site.ask(path)
            #expect(whole.headers["cache-control"] == "private, max-age=31536000, immutable")
            let tag = try #require(whole.headers["etag"])
            #expect(try site.ask(path, headers: ["If-None-Match: " + tag]).status == 304)
            let part = try site.ask(path, headers: ["Range: bytes=4-6"])
            #expect(part.status == 206 && part.body == "pic" && part.headers["content-range"] == "bytes 4-6/11")
            #expect(try site.ask(path, headers: ["Range: bytes=99-"]).status == 416)
        }
    }
}

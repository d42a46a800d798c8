import Decisions
import Foundation
import PublishedSamples
import Publishing
import StickerConfiguration
import StickerManifest
import TestSupport
import Testing
import Web

/// A review page for an output folder with one sticker, `cats/one`. The test writes the folder without a build.
struct ReviewSite {
    let folder: String
    let port: Int
    /// The hash of the sticker's pixels.
    static let pixels = String(repeating: "a", count: 64)
    static let file = String(repeating: "b", count: 64) + ".png"

    /// Runs `body` while the page is served.
    ///
    /// - Parameters:
    ///   - token: the required token. Nil if no token is required.
    ///   - sheets: draws preview sheets. Nil if they are not drawn.
    ///   - largestWhole: the number of stickers above which a library is sent pack by pack.
    static func serving(
        token: String? = nil, limits: WebLimits = .people, sheets: (any SheetSource)? = nil, largestWhole: Int = 1_000,
        _ body: @escaping @Sendable (ReviewSite) async throws -> Void
    ) async throws {
        let folder = NSTemporaryDirectory() + "review-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try fill(folder)
        let configuration = Configuration(drop: folder + "/drop", out: folder + "/out")
        let store = try await DecisionStore.open(folder: folder + "/state")
        let logger = Serving.silent
        let tree = PublishedTree(out: folder + "/out")
        let routes = ReviewRoutes(
            configuration: configuration, stateFolder: folder + "/state", access: ReviewAccess(token: token),
            store: store, sheets: sheets, logger: logger, largestWhole: largestWhole, onDecision: { _ in })
        let server = WebServer(
            address: try #require(BindAddress("127.0.0.1:0")),
            routes: [CatalogRoutes(tree: tree, logger: logger), routes], limits: limits, logger: logger)
        try await Serving.run(server) { try await body(ReviewSite(folder: folder, port: $0)) }
    }

    private static func fill(_ folder: String) throws {
        try FileManager.default.createDirectory(atPath: folder + "/out/assets", withIntermediateDirectories: true)
        try Data("the picture".utf8).write(to: URL(fileURLWithPath: "\(folder)/out/assets/\(file)"))
        try Data("a secret".utf8).write(to: URL(fileURLWithPath: folder + "/secret.txt"))
        try publish(label: "One", in: folder)
    }

    /// Publishes another manifest.
    func publish(label: String, pixels: String = ReviewSite.pixels) throws {
        try ReviewSite.publish(label: label, pixels: pixels, in: folder)
    }

    private static func publish(label: String, pixels: String = ReviewSite.pixels, in folder: String) throws {
        let path = URL(fileURLWithPath: folder + "/out/catalog.json")
        try catalog(["cats": label], pixels: pixels).json().write(to: path, options: .atomic)
    }

    /// Publishes a divided manifest.
    ///
    /// - Parameter packs: the label of the sticker of each pack, by pack id. The id of each sticker is `one`.
    func publish(packs: [String: String]) throws {
        let text = try ReviewSite.catalog(packs).written()
        var publication = Publication(catalog: text.bytes, names: PublishedNames([:]))
        publication.manifest = text
        publication.kept = ["assets/\(ReviewSite.file)"]
        _ = try Publisher(out: folder + "/out").apply(publication)
    }

    private static func catalog(_ packs: [String: String], pixels: String = ReviewSite.pixels) -> Catalog {
        let packs = packs.sorted { $0.key < $1.key }.map { id, label in
            Pack(
                id: id, title: id.capitalized, titles: [:], size: .regular, icon: [],
                stickers: [sticker(label: label, pack: id, pixels: pixels)])
        }
        return Catalog(generator: "stickerd 0", packs: packs, rejected: [])
    }

    private static func sticker(label: String, pack: String, pixels: String) -> Sticker {
        Sticker(
            id: "one", label: label, labels: [:], size: .regular,
            source: SourceArt(path: "\(pack)/One.svg", sha256: "", bytes: 1, format: "svg", width: 1, height: 1),
            animation: nil,
            renditions: [
                Rendition(
                    scale: 3, path: "assets/\(file)", name: "packs/\(pack)/one@3x.png", width: 1, height: 1, bytes: 11,
                    sha256: String(file.prefix(64)), format: "png", colours: nil, fidelity: 1)
            ], previews: [], fit: Fit(summary: "", gaveUp: "nothing", attempts: []), findings: [], fingerprint: "",
            pixels: pixels)
    }

    /// Sends a complete request, and returns the answer.
    func ask(
        _ path: String, _ method: String = "GET", headers: [String] = [], body: String = "", host: String? = nil
    ) throws -> Client.Answer {
        let client = try Client(port: port)
        let lines =
            ["\(method) \(path) HTTP/1.1", "Host: \(host ?? "127.0.0.1:\(port)")", "Connection: close"] + headers
            + (body.isEmpty ? [] : ["Content-Length: \(body.utf8.count)"])
        client.send(lines.joined(separator: "\r\n") + "\r\n\r\n" + body)
        return Client.Answer(client.restOfBytes())
    }

    /// The revision of the state that the page shows.
    func revision() throws -> String {
        let body = try ask("/review/api/stickers").body
        let head = try #require(body.firstMatch(of: /"revision":"([^"]+)"/))
        return String(head.1)
    }

    /// Receives changes until one contains a text, and returns the whole received text.
    func hear(_ text: String, after revision: String, meanwhile: () throws -> Void) async throws -> String {
        let client = try Client(port: port)
        client.send("GET /review/api/events?after=\(revision) HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
        var heard = ""
        try await eventually("the server does not answer") {
            heard += client.arrived()
            return heard.contains("retry:")
        }
        try meanwhile()
        try await eventually("\(text) does not arrive: \(heard)") {
            heard += client.arrived()
            return heard.contains(text)
        }
        return heard
    }

    /// The header in which a browser reports the origin of a request.
    var origin: String { "Origin: http://127.0.0.1:\(port)" }

    /// Sends a decision in the same way as the page.
    func decide(
        _ verdict: String = "approved", pixels: String = ReviewSite.pixels, headers: [String]? = nil
    ) throws -> Client.Answer {
        try ask(
            "/review/api/decisions", "POST",
            headers: ["Content-Type: application/json"]
                + (headers ?? ["Origin: http://127.0.0.1:\(port)", "Sec-Fetch-Site: same-origin"]),
            body: """
                {"sticker":"cats/one","pixels":"\(pixels)","verdict":"\(verdict)","reviewer":"Ada","comment":""}
                """)
    }
}

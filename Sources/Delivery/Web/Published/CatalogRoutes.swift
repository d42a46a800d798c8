import Hummingbird
import Logging
import NIOCore
import NIOPosix
import StickerCatalog

/// `/v1/catalog.json` and `/v1/assets/<sha256>.<ext>`: what apps download. The manifest is asked for again and again, and
/// answered with 304 while it is the same; a file by its digest is kept for ever.
package struct CatalogRoutes: WebRoutes {
    private let tree: PublishedTree
    private let logger: Logger
    /// How much of a file is in memory at a time for one client.
    private static let part = 64 << 10

    package init(tree: PublishedTree, logger: Logger) {
        self.tree = tree
        self.logger = logger
    }

    package func add(to router: Router<BasicRequestContext>) {
        router.get("v1/catalog.json") { request, _ in try await answered { try await catalog(request) } }
        router.get("v1/assets/:name") { request, context in
            try await answered { try await asset(context.parameters.get("name") ?? "", request) }
        }
    }

    /// What keeps the tree from being read is the server's fault, and told to its log and not to the client.
    private func answered(_ answer: () async throws -> Response) async throws -> Response {
        do {
            return try await answer()
        } catch let error as HTTPError {
            throw error
        } catch {
            logger.error("\(error)")
            throw HTTPError(.serviceUnavailable, headers: [.cacheControl: "no-store", .retryAfter: "5"])
        }
    }

    private func catalog(_ request: Request) async throws -> Response {
        let manifest = try await tree.state().delivered
        let packs = AcceptedEncodings.takeGzip(request.headers[.acceptEncoding])
        // A packed answer is another one, and its tag too.
        let tags = [manifest.sha256, manifest.sha256 + "-gzip"]
        var headers: HTTPFields = [
            .contentType: "application/json", .eTag: "\"\(tags[packs ? 1 : 0])\"", .cacheControl: "no-cache",
            .vary: "Accept-Encoding", .xContentTypeOptions: "nosniff",
        ]
        if EntityTags.match(request.headers[.ifNoneMatch], tags[0], tags[1]) {
            return Response(status: .notModified, headers: headers)
        }
        if packs { headers[.contentEncoding] = "gzip" }
        return Response(
            status: .ok, headers: headers, body: .init(byteBuffer: packs ? manifest.packed : manifest.plain))
    }

    private func asset(_ name: String, _ request: Request) async throws -> Response {
        guard let asset = try await tree.state().assets[name] else { throw HTTPError(.notFound) }
        var headers: HTTPFields = [
            .contentType: asset.mediaType, .eTag: "\"\(asset.sha256)\"", .acceptRanges: "bytes",
            .cacheControl: "public, max-age=31536000, immutable", .xContentTypeOptions: "nosniff",
        ]
        if EntityTags.match(request.headers[.ifNoneMatch], asset.sha256) {
            return Response(status: .notModified, headers: headers)
        }
        guard let file = try await tree.open(asset) else {
            logger.error("\(name): the manifest names it, and it is missing or damaged. Run `stickerd audit`.")
            throw HTTPError(.notFound)
        }
        switch range(request, asset) {
        case .whole:
            return Response(status: .ok, headers: headers, body: body(file, 0..<asset.bytes))
        case .part(let range):
            headers[.contentRange] = "bytes \(range.lowerBound)-\(range.upperBound - 1)/\(asset.bytes)"
            return Response(status: .partialContent, headers: headers, body: body(file, range))
        case .unsatisfiable:
            return Response(status: .rangeNotSatisfiable, headers: [.contentRange: "bytes */\(asset.bytes)"])
        }
    }

    private func range(_ request: Request, _ asset: PublishedAsset) -> ByteRange {
        // A part of another file is of no use to a client that has the rest of this one.
        if let condition = request.headers[.ifRange], condition != "\"\(asset.sha256)\"" { return .whole }
        return ByteRange(request.headers[.range], size: asset.bytes)
    }

    private func body(_ file: ServedFile, _ range: Range<Int>) -> ResponseBody {
        ResponseBody(contentLength: range.count) { writer in
            for offset in stride(from: range.lowerBound, to: range.upperBound, by: Self.part) {
                let count = min(Self.part, range.upperBound - offset)
                let bytes = try await NIOThreadPool.singleton.runIfActive { try file.bytes(at: offset, count: count) }
                try await writer.write(bytes)
            }
            try await writer.finish(nil)
        }
    }
}

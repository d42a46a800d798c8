import Hummingbird
import Logging
import NIOCore
import NIOPosix
import StickerManifest

/// `/v1/catalog.json` and `/v1/assets/<sha256>.<ext>`, for apps. The manifest is revalidated (304 while it is unchanged);
/// files are named by their digest and cached for ever.
package struct CatalogRoutes: WebRoutes {
    private let tree: PublishedTree
    private let logger: Logger
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

    /// Errors of reading the tree are the server's: they are logged, and the client gets 503.
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
        let packs = AcceptedEncodings.includeGzip(request.headers[.acceptEncoding])
        // The compressed response is another representation with its own tag.
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
        let headers: HTTPFields = [
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
        return file.response(to: request, sha256: asset.sha256, headers: headers)
    }
}

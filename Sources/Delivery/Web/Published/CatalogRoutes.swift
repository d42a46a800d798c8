import Deflate
import Foundation
import Hummingbird
import JobModel
import Logging
import NIOCore
import NIOPosix
import Publishing
import StickerManifest

/// The routes for apps. The index is at `/v2/catalog.json`; parts and stickers are at `/v2/assets/<sha256>.<ext>`.
/// Apps that do not support an index use the single document at `/v1/catalog.json`, and the files at `/v1/assets/…`.
/// Clients revalidate the manifest and get status 304 if it is unchanged. All other files have their hash in the
/// name, so clients cache them permanently.
package struct CatalogRoutes: WebRoutes {
    private let tree: PublishedTree
    private let logger: Logger
    package init(tree: PublishedTree, logger: Logger) {
        self.tree = tree
        self.logger = logger
    }

    package func add(to router: Router<BasicRequestContext>) {
        router.get("v1/catalog.json") { request, _ in try await answered { try await catalog(request) } }
        router.get("v2/catalog.json") { request, _ in
            try await answered { answer(try await tree.index.state().index, to: request) }
        }
        router.get("v2/assets/:name") { request, context in
            try await answered { try await indexed(context.parameters.get("name") ?? "", request) }
        }
        router.get("v2/messages/:pack/:name") { request, context in
            try await answered {
                try await page(context.parameters.get("pack") ?? "", context.parameters.get("name") ?? "", request)
            }
        }
        router.get("v1/assets/:name") { request, context in
            try await answered { try await asset(context.parameters.get("name") ?? "", request) }
        }
    }

    /// Runs a handler. If the published files cannot be read, logs the error and responds with status 503.
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
        guard try await mayFit() else { throw CatalogRoutes.tooLarge }
        let manifest = try await tree.state().delivered
        guard manifest.plain.readableBytes <= CatalogRoutes.largestDocument else { throw CatalogRoutes.tooLarge }
        return answer(manifest, to: request)
    }

    private static let tooLarge = HTTPError(
        .gone, headers: [.cacheControl: "no-store"],
        message:
            "There are too many stickers for one document. Update the app's StickerCatalog, and use /v2/ instead of "
            + "/v1/.")

    /// The minimum size of one sticker in the document, in bytes.
    private static let smallestSticker = 1_000

    /// Whether the document may fit into the size limit. A document that is certainly too large is neither read nor
    /// created.
    private func mayFit() async throws -> Bool {
        try await tree.index.state().stickers * CatalogRoutes.smallestSticker <= CatalogRoutes.largestDocument
    }

    /// The maximum size of the single document for apps, in bytes.
    private static let largestDocument = 64_000_000

    private func answer(_ manifest: PublishedTree.Delivered, to request: Request) -> Response {
        let packs = AcceptedEncodings.includeGzip(request.headers[.acceptEncoding])
        // The compressed response is a separate representation with its own entity tag.
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
        // Most requests are for files to which the index refers.
        if case .file(let asset)? = try await tree.index.file(name), asset.mediaType != "application/json" {
            return try await response(asset, to: request)
        }
        guard try await mayFit(), let asset = try await tree.state().assets[name] else { throw CatalogRoutes.notFound }
        return try await response(asset, to: request)
    }

    /// Serves a file that the index or one of its parts references.
    private func indexed(_ name: String, _ request: Request) async throws -> Response {
        switch try await tree.index.file(name) {
        case .file(let asset): return try await response(asset, to: request)
        case .bytes(let bytes): return part(ByteBuffer(bytes: bytes), sha256: Digest.sha256(bytes), to: request)
        case nil: throw CatalogRoutes.notFound
        }
    }

    /// Serves the web page of a message. The page has the URL of the message; the query contains the app's state.
    private func page(_ pack: String, _ name: String, _ request: Request) async throws -> Response {
        guard let pack = pack.removingPercentEncoding, let name = name.removingPercentEncoding,
            case .bytes(let bytes)? = try await tree.index.file("\(MessagePage.folder)/\(pack)/\(name)")
        else { throw CatalogRoutes.notFound }
        let sha256 = Digest.sha256(bytes)
        let headers: HTTPFields = [
            .contentType: "text/html; charset=utf-8", .eTag: "\"\(sha256)\"", .cacheControl: "no-cache",
            .xContentTypeOptions: "nosniff", .contentSecurityPolicy: MessagePage.contentSecurityPolicy,
        ]
        if EntityTags.match(request.headers[.ifNoneMatch], sha256) {
            return Response(status: .notModified, headers: headers)
        }
        return Response(status: .ok, headers: headers, body: .init(byteBuffer: ByteBuffer(bytes: bytes)))
    }

    /// Caches must not store this response, because the file may exist later.
    private static let notFound = HTTPError(.notFound, headers: [.cacheControl: "no-store"])

    private func response(_ asset: PublishedAsset, to request: Request) async throws -> Response {
        let headers: HTTPFields = [
            .contentType: asset.mediaType, .eTag: "\"\(asset.sha256)\"", .acceptRanges: "bytes",
            .cacheControl: "public, max-age=31536000, immutable", .xContentTypeOptions: "nosniff",
        ]
        if EntityTags.match(request.headers[.ifNoneMatch], asset.sha256) {
            return Response(status: .notModified, headers: headers)
        }
        guard let file = try await tree.open(asset) else {
            logger.error(
                "\(asset.name): the manifest refers to this file, but it is missing or damaged. Run `stickerd audit`.")
            throw CatalogRoutes.notFound
        }
        if asset.mediaType == "application/json" {
            let bytes = try await blocking { try file.bytes(at: 0, count: file.identity.size) }
            return part(bytes, sha256: asset.sha256, to: request)
        }
        return file.response(to: request, sha256: asset.sha256, headers: headers)
    }

    /// Serves a part of the manifest, compressed for clients that accept it.
    private func part(_ bytes: ByteBuffer, sha256: String, to request: Request) -> Response {
        let packed =
            AcceptedEncodings.includeGzip(request.headers[.acceptEncoding])
            ? try? Gzip.compress(Array(bytes.readableBytesView)) : nil
        var headers: HTTPFields = [
            .contentType: "application/json", .eTag: "\"\(sha256)\(packed == nil ? "" : "-gzip")\"",
            .cacheControl: "public, max-age=31536000, immutable", .vary: "Accept-Encoding",
            .xContentTypeOptions: "nosniff",
        ]
        if EntityTags.match(request.headers[.ifNoneMatch], sha256, sha256 + "-gzip") {
            return Response(status: .notModified, headers: headers)
        }
        if packed != nil { headers[.contentEncoding] = "gzip" }
        return Response(
            status: .ok, headers: headers, body: .init(byteBuffer: packed.map { ByteBuffer(bytes: $0) } ?? bytes))
    }
}

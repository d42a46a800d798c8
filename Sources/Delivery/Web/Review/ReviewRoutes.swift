import Decisions
import Foundation
import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import Publishing
import StickerConfiguration

/// The routes of the review page and its API, below `/review/`.
package struct ReviewRoutes: WebRoutes {
    private let access: ReviewAccess
    private let stream: ReviewEventStream
    private let store: DecisionStore
    private let decisionHandler: DecisionHandler
    private let files: ReviewImages
    private let sheets: SheetRoutes?
    private let logger: Logger
    private let attempts = LoginThrottle()

    /// - Parameters:
    ///   - stateFolder: the folder that contains the decisions and the kept pictures.
    ///   - sheets: draws the pages of preview sheets. Nil if the server draws no sheets.
    ///   - waiting: returns the files that cannot be used yet.
    ///   - largestWhole: the number of stickers above which a library is sent to the page pack by pack.
    ///   - onDecision: called after each decision, to publish the manifest again. The decision is already stored.
    package init(
        configuration: Configuration, stateFolder: String, access: ReviewAccess,
        store: DecisionStore, sheets: (any SheetSource)? = nil,
        waiting: @escaping @Sendable () async -> [WaitingFile] = { [] }, logger: Logger, largestWhole: Int = 20_000,
        onDecision: @escaping @Sendable (DecisionStore) -> Void
    ) {
        self.access = access
        self.store = store
        self.logger = logger
        stream = ReviewEventStream(
            out: configuration.out, store: store, stateFolder: stateFolder,
            settings: ReviewSettings(configuration, drawsSheets: sheets != nil),
            largestWhole: largestWhole, waiting: waiting, logger: logger)
        // Reads the manifest now, so that the first visitor need not wait.
        Task { [stream] in _ = try? await stream.current() }
        decisionHandler = DecisionHandler(
            stream: stream, store: store, pictures: ReviewedPictures(stateFolder: stateFolder),
            published: OutputFolder(configuration.out), onDecision: onDecision)
        files = ReviewImages(configuration, stateFolder: stateFolder)
        self.sheets = sheets.map { SheetRoutes(source: $0) }
    }

    package func add(to router: Router<BasicRequestContext>) {
        router.get("/") { _, _ in Response(status: .seeOther, headers: [.location: "/review/"]) }
        let group = router.group("review").add(middleware: ReviewAuthMiddleware(access: access))
        group.get("/") { request, _ in
            // Links on the page are relative to /review/, so the slash at the end is required.
            request.uri.path == "/review"
                ? Response(status: .seeOther, headers: [.location: "/review/"]) : page(.index, request)
        }
        group.get("login") { request, _ in try login(request, failed: false) }
        group.post("login") { request, _ in try await login(request) }
        group.get("api/stickers") { request, _ in try await answered(request) { try await stickers(request) } }
        group.get("sheet") { request, _ in
            try await answered(request) { try await sheet(request) { try await $0.html($1) } }
        }
        group.get("api/sheet") { request, _ in
            try await answered(request) { try await sheet(request) { try await $0.page($1) } }
        }
        group.get("api/events") { request, _ in try await answered(request) { try await events(request) } }
        group.get("api/history") { request, _ in try await answered(request) { try await history(request) } }
        group.post("api/decisions") { request, _ in try await answered(request) { try await decide(request) } }
        group.post("api/decisions/bulk") { request, _ in try await answered(request) { try await decideInBulk(request) }
        }
        group.get("api/decisions.json") { request, _ in try await answered(request) { try await export(asCSV: false) } }
        group.get("api/decisions.csv") { request, _ in try await answered(request) { try await export(asCSV: true) } }
        group.get("assets/:name") { request, context in
            try await answered(request) { try await files.picture(context.parameters.get("name") ?? "", request) }
        }
        group.get("backgrounds/:name") { request, context in
            try await answered(request) { try await files.background(context.parameters.get("name") ?? "", request) }
        }
        group.get(":file") { request, context in
            guard let file = PageFile.named[context.parameters.get("file") ?? ""] else { throw HTTPError(.notFound) }
            return page(file, request)
        }
        // Unknown paths, and GET requests to paths for decisions, use the same middleware. A response therefore does
        // not reveal whether a path exists.
        for path in ["api/decisions", "api/decisions/bulk", "**"] {
            group.get(RouterPath(path)) { _, _ -> Response in throw HTTPError(.notFound) }
        }
    }

    /// Runs a handler. Logs errors of the server, and responds to them with status 503.
    private func answered(_ request: Request, _ answer: () async throws -> Response) async throws -> Response {
        do {
            return try await answer()
        } catch let error as HTTPError {
            throw error
        } catch let error as CancellationError {
            throw error
        } catch is NIOTooManyBytesError {
            throw HTTPError(.contentTooLarge, message: request.texts("answer.longComment"))
        } catch DecisionError.refused(let sentence) {
            throw HTTPError(.conflict, message: sentence)
        } catch {
            logger.error("\(error)")
            throw HTTPError(
                .serviceUnavailable, headers: [.retryAfter: "5"],
                message: request.texts("answer.failed"))
        }
    }

    private func page(_ file: PageFile, _ request: Request) -> Response {
        let headers: HTTPFields = [
            .contentType: file.contentType, .eTag: "\"\(file.sha256)\"", .cacheControl: "private, no-cache",
        ]
        if EntityTags.match(request.headers[.ifNoneMatch], file.sha256) {
            return Response(status: .notModified, headers: headers)
        }
        return Response(status: .ok, headers: headers, body: .init(byteBuffer: file.body))
    }

    private func stickers(_ request: Request) async throws -> Response {
        if let pack = request.uri.queryParameters["pack"] { return try await stickers(of: String(pack), request) }
        let (json, packed, revision) = try await stream.current()
        let packs = AcceptedEncodings.includeGzip(request.headers[.acceptEncoding])
        // The compressed response is a separate representation with its own entity tag.
        let tags = [revision, revision + "-gzip"]
        var headers: HTTPFields = [
            .contentType: "application/json", .eTag: "\"\(tags[packs ? 1 : 0])\"", .cacheControl: "private, no-cache",
            .vary: "Accept-Encoding",
        ]
        if EntityTags.match(request.headers[.ifNoneMatch], tags[0], tags[1]) {
            return Response(status: .notModified, headers: headers)
        }
        if packs { headers[.contentEncoding] = "gzip" }
        return Response(status: .ok, headers: headers, body: .init(byteBuffer: packs ? packed : json))
    }

    private func stickers(of pack: String, _ request: Request) async throws -> Response {
        guard let (json, packed) = try await stream.pack(pack) else { throw HTTPError(.notFound) }
        let packs = AcceptedEncodings.includeGzip(request.headers[.acceptEncoding])
        var headers: HTTPFields = [
            .contentType: "application/json", .cacheControl: "private, no-store", .vary: "Accept-Encoding",
        ]
        if packs { headers[.contentEncoding] = "gzip" }
        return Response(status: .ok, headers: headers, body: .init(byteBuffer: packs ? packed : json))
    }

    private func sheet(
        _ request: Request, _ answer: (SheetRoutes, Request) async throws -> Response
    ) async throws -> Response {
        guard let sheets else { throw HTTPError(.notFound) }
        return try await answer(sheets, request)
    }

    private func events(_ request: Request) async throws -> Response {
        let known = HTTPField.Name("Last-Event-ID").flatMap { request.headers[$0] }
        let asked = known ?? request.uri.queryParameters["after"].map(String.init) ?? ""
        guard let changes = await stream.changes(after: asked) else {
            throw HTTPError(
                .serviceUnavailable, headers: [.retryAfter: "10"],
                message:
                    "\(ReviewEventStream.maximumListeners) people are already viewing this page. Try again in a moment."
            )
        }
        return Response(
            status: .ok, headers: [.contentType: "text/event-stream", .cacheControl: "no-store"],
            body: ResponseBody { writer in
                try await writer.write(ByteBuffer(string: "retry: 1000\n\n"))
                for await change in changes { try await writer.write(change) }
                try await writer.finish(nil)
            })
    }

    private func history(_ request: Request) async throws -> Response {
        guard let pack = request.uri.queryParameters["pack"], let sticker = request.uri.queryParameters["sticker"]
        else {
            throw HTTPError(.badRequest)
        }
        let file = DecisionFile(try await store.history(pack: String(pack), sticker: String(sticker)))
        return ReviewRoutes.json(try file.json())
    }

    private func decide(_ request: Request) async throws -> Response {
        try ReviewRoutes.expectJSON(request)
        let body = try await request.body.collect(upTo: 32 << 10)
        try await decisionHandler.handle(Data(body.readableBytesView), request.texts)
        return Response(status: .noContent)
    }

    /// The maximum size in bytes of a decision about several stickers, sufficient for about 8,000 stickers.
    private static let largestBulk = 2 << 20

    private func decideInBulk(_ request: Request) async throws -> Response {
        struct Answer: Encodable {
            /// The keys of the stickers that were changed, removed, or decided about by another reviewer.
            var left: [String]
        }
        try ReviewRoutes.expectJSON(request)
        let body: ByteBuffer
        do {
            body = try await request.body.collect(upTo: ReviewRoutes.largestBulk)
        } catch is NIOTooManyBytesError {
            throw HTTPError(.contentTooLarge, message: request.texts("answer.fewer"))
        }
        let left = try await decisionHandler.handleBulk(Data(body.readableBytesView))
        return ReviewRoutes.json(try JSONEncoder().encode(Answer(left: left)))
    }

    private static func expectJSON(_ request: Request) throws {
        guard request.headers[.contentType]?.hasPrefix("application/json") == true else {
            throw HTTPError(.unsupportedMediaType)
        }
    }

    private func export(asCSV: Bool) async throws -> Response {
        let file = DecisionFile(try await store.all())
        var response = asCSV ? ReviewRoutes.csv(file.csv) : ReviewRoutes.json(try file.json())
        response.headers[.contentDisposition] = "attachment; filename=\"decisions.\(asCSV ? "csv" : "json")\""
        return response
    }

    private func login(_ request: Request, failed: Bool) throws -> Response {
        Response(
            status: failed ? .forbidden : .ok, headers: [.contentType: "text/html; charset=utf-8"],
            body: .init(byteBuffer: ByteBuffer(string: try LoginPage.html(request.texts, failed: failed))))
    }

    private func login(_ request: Request) async throws -> Response {
        struct Form: Decodable { var token: String }
        let body = try await request.body.collect(upTo: 4 << 10)
        guard let form = try? URLEncodedFormDecoder().decode(Form.self, from: String(buffer: body)) else {
            throw HTTPError(.badRequest)
        }
        guard let result = await attempts.check({ [access] in access.cookie(for: form.token) }) else {
            throw HTTPError(.tooManyRequests, message: "Try again in a minute.")
        }
        guard let cookie = result else { return try login(request, failed: true) }
        return Response(status: .seeOther, headers: [.location: "/review/", .setCookie: cookie])
    }

    private static func json(_ data: Data) -> Response {
        Response(
            status: .ok, headers: [.contentType: "application/json"], body: .init(byteBuffer: ByteBuffer(bytes: data)))
    }

    private static func csv(_ text: String) -> Response {
        Response(
            status: .ok, headers: [.contentType: "text/csv; charset=utf-8"],
            body: .init(byteBuffer: ByteBuffer(string: text)))
    }
}

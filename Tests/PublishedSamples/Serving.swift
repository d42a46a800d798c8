import Logging
import Web

/// Runs a server while `body` runs.
package enum Serving {
    /// - Parameters:
    ///   - address: the address of the server. By default, it is a free port of this machine.
    ///   - body: called with the port of the server.
    package static func routes(
        _ routes: [any WebRoutes], limits: WebLimits = WebLimits(), at address: String = "127.0.0.1:0",
        _ body: @escaping @Sendable (_ port: Int) async throws -> Void
    ) async throws {
        guard let address = BindAddress(address) else { throw WebError.cannotListen(address: address, reason: "") }
        try await run(WebServer(address: address, routes: routes, limits: limits, logger: silent), body)
    }

    /// - Parameter body: called with the port of the server.
    package static func run(
        _ server: WebServer, _ body: @escaping @Sendable (_ port: Int) async throws -> Void
    ) async throws {
        let (ports, port) = AsyncStream.makeStream(of: Int.self)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                try await server.run { port.yield($0) }
                port.finish()
            }
            group.addTask {
                for await port in ports { return try await body(port) }
            }
            _ = try await group.next()
            group.cancelAll()
        }
    }

    /// Serves an output folder.
    package static func tree(
        _ tree: SampleTree, limits: WebLimits = WebLimits(), at address: String = "127.0.0.1:0",
        _ body: @escaping @Sendable (_ port: Int) async throws -> Void
    ) async throws {
        try await routes(
            [CatalogRoutes(tree: PublishedTree(out: tree.path), logger: silent)], limits: limits, at: address, body)
    }

    /// A log without output.
    package static var silent: Logger { Logger(label: "test") { _ in SwiftLogNoOpLogHandler() } }
}

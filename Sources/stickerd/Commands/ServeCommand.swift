import ArgumentParser
import Foundation
import Logging
import Pipeline
import Service
import Web

/// `stickerd serve`: what is published, over HTTP.
struct ServeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve", abstract: "Serve what is published to apps over HTTP, without watching.",
        discussion: """
            /v1/catalog.json is the manifest, /v1/assets/… the files that it names, and nothing else is served. What \
            `stickerd build` or `stickerd watch` publishes meanwhile is served at once. Other machines reach it only \
            where --address says so. See docs/serve.md.
            """)

    @OptionGroup var folders: FolderOptions

    @Option(
        help: ArgumentHelp(
            "Where to listen: 127.0.0.1:9819 if not given, 0.0.0.0:9819 for all networks.", valueName: "host:port"),
        transform: ListenAddress.parsed)
    var address: ListenAddress?

    @OptionGroup var signing: SigningOptions

    @Flag(help: "Print one JSON object per event on standard output.")
    var json = false

    func run() async throws {
        try await Ending.reporting(json: json) {
            let out = try folders.configuration().out
            let address = address ?? .standard
            let logger = Logger.service(ServiceSettings(logLevel: .warning), metrics: Metrics())
            let tree = PublishedTree(out: out, deliver: try signing.delivery())
            let server = WebServer(
                address: address, routes: [CatalogRoutes(tree: tree, logger: logger)], logger: logger)
            _ = try await ServiceSignals.serving(stopWithin: .seconds(20), reload: {}) { [json] in
                try await server.run { port in
                    let url = address.url(port: port) + "/v1/catalog.json"
                    if json { JSONLines.write(["event": .text("serving"), "port": .number(port), "url": .text(url)]) }
                    Console.standardError.write("Serving \(SummaryText.oneLine(out)) at \(url)\n")
                }
            }
            return 0
        }
    }
}

extension ListenAddress {
    /// - Throws: `ValidationError`.
    static func parsed(_ text: String) throws -> ListenAddress {
        guard let address = ListenAddress(text) else {
            throw ValidationError("expected \(expectation), found \"\(text)\"")
        }
        return address
    }
}

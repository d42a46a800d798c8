import ArgumentParser
import BuildEngine
import Foundation
import Logging
import Service
import StickerConfiguration
import Web

/// `stickerd serve`: serves published files and the review page over HTTP.
struct ServeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve",
        abstract: "Serve the review page, and what is published to apps, over HTTP, without watching.",
        discussion: """
            /review/ is the page on which people look at stickers and decide (docs/guides/review.md). /v2/catalog.json is the \
            manifest for apps, /v2/assets/… the files that it names; /v1/ is the same for apps with an older library. What `stickerd build` or `stickerd watch` publishes meanwhile is served at once. Other machines reach it only \
            where --address says so. See docs/operate/serve.md.
            """)

    @OptionGroup var folders: PublishedFolderOptions
    @OptionGroup var review: ReviewOptions

    @Option(
        help: ArgumentHelp(
            "The address to listen on: 127.0.0.1:9819 by default, 0.0.0.0:9819 for all networks.",
            valueName: "host:port"),
        transform: BindAddress.parsed)
    var address: BindAddress?

    @OptionGroup var signing: SigningOptions

    @Flag(help: "Print one JSON object per event on standard output.")
    var json = false

    func run() async throws {
        try await CommandRunner.run(json: json) {
            let configuration = try folders.configuration()
            let out = configuration.out
            let address = address ?? .standard
            let settings = ServiceSettings(logLevel: .warning)
            try await Console.writeInBackground(settings)
            let logger = Logger.service(settings, metrics: Metrics())
            let deliver = try signing.delivery()
            let pass = ApprovalUpdate(configuration: configuration, command: "stickerd serve")
            let decisions = DecisionFollower(pass: pass) { logger.error("\($0)") }
            let follower = Task { await decisions.run() }
            defer { follower.cancel() }
            let routes = try await review.routes(
                at: address, configuration: configuration, deliver: deliver,
                signers: try signing.keys().map(\.indexSigner), logger: logger
            ) {
                await decisions.publish()
            }
            let server = WebServer(
                address: address, routes: routes, limits: .people, hosts: review.allowHost, logger: logger)
            _ = try await ServiceSignals.serving(stopWithin: .seconds(20), reload: {}) { [json] in
                try await server.run { port in
                    if json {
                        let url = address.url(port: port) + "/v2/catalog.json"
                        JSONLines.write(["event": .text("serving"), "port": .number(port), "url": .text(url)])
                    }
                    for line in ServingText.lines(address, port: port, out: out, hasReview: routes.count > 1) {
                        Console.standardError.write(line + "\n")
                    }
                }
            }
            return 0
        }
    }
}

extension BindAddress {
    /// - Throws: `ValidationError`.
    static func parsed(_ text: String) throws -> BindAddress {
        guard let address = BindAddress(text) else {
            throw ValidationError("expected \(expectation), found \"\(text)\"")
        }
        return address
    }
}

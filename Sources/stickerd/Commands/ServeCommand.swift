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
        abstract: "Serve the review page and the published files over HTTP, without watching the drop folder.",
        discussion: """
            /review/ is the review page (docs/guides/review.md). /v2/catalog.json is the manifest for apps, and \
            /v2/assets/… are its files; /v1/ is the same for apps with an older library. New publications of `stickerd \
            build` and `stickerd watch` are served immediately. Only this machine reaches the server unless --listen \
            names another address. See docs/operate/serve.md.
            """)

    @OptionGroup var folders: PublishedFolderOptions
    @OptionGroup var review: ReviewOptions

    @Option(
        help: ArgumentHelp(
            "The address to listen on: 127.0.0.1:9819 by default, 0.0.0.0:9819 for all networks.",
            valueName: "host:port"),
        transform: BindAddress.parsed)
    var listen: BindAddress?

    @OptionGroup var signing: SigningOptions
    @OptionGroup var output: OutputOptions

    func run() async throws {
        try await CommandRunner.run(output.settings) {
            let configuration = try folders.projectConfiguration()
            let out = configuration.out
            let address = listen ?? .standard
            var settings = ServiceSettings()
            settings.logLevel = output.verbose ? .debug : .warning
            try await Console.writeInBackground(settings)
            let logger = Logger.service(settings, metrics: Metrics())
            let deliver = try signing.delivery()
            let update = ApprovalUpdate(configuration: configuration, command: "stickerd serve")
            let decisions = DecisionFollower(update: update) { logger.error("\($0)") }
            let follower = Task { await decisions.run() }
            defer { follower.cancel() }
            let routes = try await review.routes(
                at: address, configuration: configuration, deliver: deliver,
                signers: try signing.keys().map(\.indexSigner), logger: logger
            ) {
                decisions.publish($0)
            }
            let server = WebServer(
                address: address, routes: routes, limits: .people, hosts: review.allowHost, logger: logger)
            _ = try await ServiceSignals.serving(stopWithin: .seconds(20), reload: {}) { [output] in
                try await server.run { port in
                    if output.json {
                        let url = address.url(port: port) + "/v2/catalog.json"
                        JSONLines.write(["event": .text("serving"), "port": .number(port), "url": .text(url)])
                    }
                    for line in ServingText.lines(address, port: port, out: out, hasReview: routes.count > 1) {
                        if !output.quiet { Console.standardError.write(line + "\n") }
                    }
                }
            }
            // The last decisions are published before the process ends, unless another process is using the output
            // folder.
            decisions.finish()
            let timeout = Task {
                try await Task.sleep(for: .seconds(10))
                follower.cancel()
            }
            await follower.value
            timeout.cancel()
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

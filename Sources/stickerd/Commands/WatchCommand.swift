import ArgumentParser
import BuildEngine
import Foundation
import StickerConfiguration
import Web

/// `stickerd watch`: renders and publishes the drop folder, and follows its changes.
struct WatchCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "watch", abstract: "Process the drop folder, and keep watching it.",
        discussion: """
            Ctrl-C and SIGTERM stop it cleanly; SIGHUP makes it read its configuration again. See docs/operate/service.md for \
            running it as a service.
            """)

    @OptionGroup var folders: FolderOptions
    @OptionGroup var service: ServiceOptions
    @OptionGroup var review: ReviewOptions

    @OptionGroup var workers: JobsOption

    @Option(
        help: ArgumentHelp(
            "Also serve the review page and the published files, at an address such as 127.0.0.1:9819. See `stickerd serve`.",
            valueName: "host:port"),
        transform: BindAddress.parsed)
    var listen: BindAddress?

    @OptionGroup var signing: SigningOptions
    @OptionGroup var output: OutputOptions

    func validate() throws {
        guard listen == nil else { return }
        if review.tokenFile != nil { throw ValidationError("--token-file needs --listen.") }
        if !signing.signWith.isEmpty { throw ValidationError("--sign-with needs --listen.") }
    }

    func run() async throws {
        try await CommandRunner.run(output.settings) {
            // The note is not a log line, so it is printed only for a person at a terminal.
            _ = try folders.startingConfiguration(withNotes: Console.standardError.isTerminal)
            let site = try listen.map {
                WatchService.Site(
                    address: $0, deliver: try signing.delivery(), signers: try signing.keys().map(\.indexSigner))
            }
            let page = try listen.flatMap { address in
                try review.access(at: address) == nil ? nil : address.url(port: address.port) + "/review/"
            }
            let watch = WatchService(
                options: service, serving: site, review: review, console: WatchConsole(json: output.json, page: page)
            ) { [folders, workers] in
                var configuration = try folders.configuration()
                if let jobs = workers.jobs { configuration.jobs = jobs }
                return configuration
            }
            try await watch.run()
            return 0
        }
    }
}

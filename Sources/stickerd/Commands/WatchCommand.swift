import ArgumentParser
import BuildEngine
import Foundation
import StickerConfiguration
import Web

/// `stickerd watch`: renders and publishes the drop folder, and follows its changes.
struct WatchCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "watch", abstract: "Process what is in the drop folder, and keep watching it.",
        discussion: """
            Ctrl-C and SIGTERM stop it in good order; SIGHUP makes it read its configuration again. See \
            docs/operate/service.md for running it as a service.
            """)

    @OptionGroup var folders: FolderOptions
    @OptionGroup var service: ServiceOptions
    @OptionGroup var review: ReviewOptions

    @Option(
        name: [.customShort("j", allowingJoined: true), .long],
        help: "The number of sources rendered at once; 0 for one per core.")
    var jobs: Int?

    @Option(
        help: ArgumentHelp(
            "Serve what is published too, and the review page, at an address such as 127.0.0.1:9819. See `stickerd serve`.",
            valueName: "host:port"),
        transform: BindAddress.parsed)
    var serve: BindAddress?

    @OptionGroup var signing: SigningOptions

    @Flag(help: "Print one JSON object per event on standard output.")
    var json = false

    func validate() throws {
        if let jobs, !(0...256).contains(jobs) {
            throw ValidationError("--jobs: expected a number from 0 to 256, found \(jobs).")
        }
    }

    func run() async throws {
        try await CommandRunner.run(json: json) {
            let site = try serve.map {
                WatchService.Site(
                    address: $0, deliver: try signing.delivery(), signers: try signing.keys().map(\.indexSigner))
            }
            let page = try serve.flatMap { address in
                try review.access(at: address) == nil ? nil : address.url(port: address.port) + "/review/"
            }
            let watch = WatchService(
                options: service, serving: site, review: review, console: WatchConsole(json: json, page: page)
            ) { [folders, jobs] in
                var configuration = try folders.configuration()
                if let jobs { configuration.jobs = jobs }
                return configuration
            }
            try await watch.run()
            return 0
        }
    }
}

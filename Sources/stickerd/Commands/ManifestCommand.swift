import ArgumentParser
import Foundation
import JobModel
import Publishing
import Web

/// `stickerd manifest`: prints the published manifest as one JSON document.
struct ManifestCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "manifest", abstract: "Print the published manifest as one JSON document.",
        discussion: """
            catalog.json in the output folder is an index that refers to files for each pack and sticker. This command \
            prints the content of these files as one document of schema version 1 (`stickerd schema catalog`), for \
            scripts such as: stickerd manifest | jq '.packs[].stickers[].id'. With --apps, it prints only what apps \
            need.
            """)

    @OptionGroup var folders: PublishedFolderOptions

    @Flag(help: "Print only the data for apps.")
    var apps = false

    /// Ignored, because the output is always JSON.
    @Flag(help: .hidden)
    var json = false

    @OptionGroup var output: PlainOutputOptions

    func run() async throws {
        try await CommandRunner.run(output.settings) {
            let out = OutputFolder(try folders.configuration().out)
            guard try out.printManifest(apps: apps, to: Output.document) else {
                throw WebError.nothingPublished(out: out.path)
            }
            return 0
        }
    }
}

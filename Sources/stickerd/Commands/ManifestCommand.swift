import ArgumentParser
import Foundation
import JobModel
import Publishing
import Web

/// `stickerd manifest`: prints the published manifest as one document.
struct ManifestCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "manifest", abstract: "Print the published manifest as one JSON document.",
        discussion: """
            catalog.json in the output folder is an index, which names a file for each pack and for each sticker. This \
            prints everything that they say as one document, of schema version 1 (schemas/catalog.schema.json), for \
            scripts: stickerd manifest | jq '.packs[].stickers[].id'. With --apps, what apps need of it.
            """)

    @OptionGroup var folders: PublishedFolderOptions

    @Flag(help: "Print only what apps get.")
    var apps = false

    func run() async throws {
        try await CommandRunner.run {
            let out = OutputFolder(try folders.configuration().out)
            guard try out.printManifest(apps: apps, to: FileHandle.standardOutput.write(contentsOf:)) else {
                throw WebError.nothingPublished(out: out.path)
            }
            return 0
        }
    }
}

import AppExport
import ArgumentParser
import Foundation

/// `stickerd keygen`: creates a key for signing manifests.
struct KeygenCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "keygen", abstract: "Create a key that signs the manifest for apps.",
        discussion: """
            Writes the key to a file that only you can read, and prints its public part for the app. An existing key \
            is not changed. Keep the file, because apps built with the public part accept only manifests that this key \
            signed.
            """)

    @Argument(help: "The file in which the key is stored.", completion: .file())
    var file: String

    @OptionGroup var output: OutputOptions

    func run() async throws {
        try await CommandRunner.run(output.settings) {
            let path = FolderOptions.absolute(file)
            let exists = FileManager.default.fileExists(atPath: path)
            let key = try exists ? SigningKey(contentsOf: path) : SigningKey.make(at: path)
            guard !output.json else {
                JSONLines.write([
                    "event": .text("key"), "file": .text(path), "isNew": .flag(!exists),
                    "publicKey": .text(key.publicKey),
                ])
                return 0
            }
            if !output.quiet {
                Console.standardError.write(
                    exists
                        ? "\(SummaryText.oneLine(file)): this file already contains a key, which was not changed. "
                            + "Its public key:\n"
                        : "\(SummaryText.oneLine(file)): a new key was written. Its public key:\n")
            }
            Output.result(key.publicKey)
            return 0
        }
    }
}

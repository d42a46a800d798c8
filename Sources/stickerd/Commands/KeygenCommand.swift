import AppExport
import ArgumentParser
import Foundation

/// `stickerd keygen`: a key to sign manifests with.
struct KeygenCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "keygen", abstract: "Make a key that signs the manifest for apps.",
        discussion: """
            Writes the key to a file that only you can read, unless there is one, and prints its public part for the app. \
            Keep the file: apps that were built with its public part take no other's manifests.
            """)

    @Argument(help: "The key's file.", completion: .file())
    var file: String

    func run() async throws {
        try await CommandRunner.run {
            let path = FolderOptions.absolute(file)
            let exists = FileManager.default.fileExists(atPath: path)
            let key = try exists ? SigningKey(contentsOf: path) : SigningKey.make(at: path)
            Console.standardError.write(
                exists
                    ? "\(SummaryText.oneLine(file)): the key that is there already was left as it is. Its public key:\n"
                    : "\(SummaryText.oneLine(file)): a new key was written. Its public key:\n")
            print(key.publicKey)
            return 0
        }
    }
}

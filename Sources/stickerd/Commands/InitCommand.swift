import ArgumentParser
import Daemon
import Foundation
import Pipeline

/// `stickerd init`: a place to begin.
struct InitCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "init", abstract: "Write a commented starter: pipeline.json, drop/ and out/.")

    @Argument(
        help: ArgumentHelp("Where; the current folder if not given.", valueName: "folder"), completion: .directory)
    var folder = "."

    func run() async throws {
        try await Ending.reporting {
            let root = URL(filePath: folder, directoryHint: .isDirectory).standardizedFileURL
            let file = root.appending(component: "pipeline.json")
            let path = file.path(percentEncoded: false)
            guard !FileManager.default.fileExists(atPath: path) else {
                Console.standardError.write(
                    "stickerd: \(path) is there already and was left alone. Edit it, or name another folder.\n")
                return 2
            }
            let target = OutputFolder(root.path(percentEncoded: false))
            do {
                try target.makeFolder("")
                for name in StarterFiles.folders { try target.makeFolder(name) }
                try target.write(Array(StarterFiles.configuration.utf8), to: StarterFiles.configurationName)
            } catch let error as PublishError {
                throw DaemonError(error)
            }
            Console.standardError.write(
                """
                Made \(path), drop/ and out/.
                Put art into drop/<pack>/ (a folder is a pack) and run `stickerd build`.

                """)
            return 0
        }
    }
}

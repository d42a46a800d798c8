import ArgumentParser
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
            for name in ["drop", "out"] {
                try FileManager.default.createDirectory(
                    at: root.appending(component: name), withIntermediateDirectories: true)
            }
            try Data(StarterFiles.configuration.utf8).write(to: file, options: .withoutOverwriting)
            Console.standardError.write(
                """
                Made \(path), drop/ and out/.
                Put art into drop/<pack>/ (a folder is a pack) and run `stickerd build`.

                """)
            return 0
        }
    }
}

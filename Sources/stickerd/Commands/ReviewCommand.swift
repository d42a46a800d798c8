import ArgumentParser
import Daemon
import Decisions
import Foundation
import Pipeline

/// `stickerd review`: decisions about stickers, in and out.
struct ReviewCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "review", abstract: "Take in and give out what people decided about stickers.",
        subcommands: [Import.self, Export.self])

    /// `stickerd review import`.
    struct Import: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "import", abstract: "Take in the decisions that a review file gave.",
            discussion: "Decisions that are known already are left out, so that a file may be taken in twice.")

        @OptionGroup var folders: FolderOptions
        @Argument(help: "The file with the decisions.", completion: .file(extensions: ["json"]))
        var file: String

        func run() async throws {
            try await Ending.reporting {
                let configuration = try folders.configuration()
                guard let data = FileManager.default.contents(atPath: file) else {
                    throw DecisionError.unreadable(path: file, detail: "it cannot be read")
                }
                let decisions = try DecisionFile(json: data, path: file).decisions
                let book = try await DecisionBook.open(folder: configuration.stateFolder)
                let pictures = ApprovedPictures(stateFolder: configuration.stateFolder)
                for decision in decisions where decision.verdict == .approved {
                    // A picture that is gone is missed in comparisons only.
                    if let picture = decision.picture {
                        try? pictures.keep(picture, from: OutputFolder(configuration.out))
                    }
                }
                let added = try await book.add(decisions)
                pictures.prune(try await book.all())
                try await DecisionPass(configuration: configuration, command: "stickerd review import").run()
                print("\(added) of \(decisions.count) decisions were new.")
                return 0
            }
        }
    }

    /// `stickerd review export`.
    struct Export: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "export", abstract: "Print all decisions as JSON or CSV, the oldest first.")

        @OptionGroup var folders: FolderOptions
        @Flag(help: "Print CSV.")
        var csv = false

        func run() async throws {
            try await Ending.reporting {
                let configuration = try folders.configuration()
                let file = DecisionFile(try await DecisionBook.decisions(folder: configuration.stateFolder))
                let text = csv ? Data(file.csv.utf8) : try file.json()
                try FileHandle.standardOutput.write(contentsOf: text)
                return 0
            }
        }
    }
}

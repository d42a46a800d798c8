import ArgumentParser
import BuildEngine
import EngineSupport
import Foundation
import Publishing
import StickerConfiguration

/// `stickerd init`: creates the folders and an initial configuration.
struct InitCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "init",
        abstract:
            "Create the files of a project: a commented pipeline.json, drop/, out/, and a photo as a background of "
            + "previews."
    )

    @Argument(
        help: ArgumentHelp("The folder; by default the current one.", valueName: "folder"), completion: .directory)
    var folder = "."

    @Flag(help: "Also put two drawings into drop/, so that the first build has something to show.")
    var example = false

    @OptionGroup var output: OutputOptions

    func run() async throws {
        try await CommandRunner.run(output.settings) {
            let root = URL(filePath: folder, directoryHint: .isDirectory).standardizedFileURL
            let file = root.appending(component: "pipeline.json")
            let path = file.path(percentEncoded: false)
            guard !FileManager.default.fileExists(atPath: path) else {
                throw EngineError.configuration(
                    "\(path) already exists and was not changed. Edit it, or give another folder.")
            }
            let target = OutputFolder(root.path(percentEncoded: false))
            do {
                try target.makeFolder("")
                for name in StarterFiles.folders { try target.makeFolder(name) }
                try write(PackageResources.photo_jpg, to: StarterFiles.photoName, in: target)
                if example { try writeExample(in: target) }
                try target.makeFolder(StarterSchemas.folder)
                for (name, schema) in StarterSchemas.files { try write(schema, to: name, in: target) }
                try target.write(Array(StarterFiles.configuration.utf8), to: StarterFiles.configurationName)
            } catch let error as PublishError {
                throw EngineError(error)
            }
            let next =
                example
                ? "Two drawings are in drop/cats/. Run" : "Put art into drop/<pack>/ (a folder is a pack) and run"
            report(
                path, "Made \(path), drop/, out/, schemas/ and \(StarterFiles.photoName).\n\(next) `stickerd build`.")
            return 0
        }
    }

    private func report(_ path: String, _ text: String) {
        guard output.json else { return Output.confirm(text) }
        JSONLines.write(["event": .text("initialized"), "configuration": .text(path), "message": .text(text)])
    }

    private func writeExample(in target: OutputFolder) throws {
        try target.makeFolder("drop/cats")
        try write(PackageResources.happy_cat_svg, to: "drop/cats/Happy Cat.svg", in: target)
        try write(PackageResources.sleepy_cat_svg, to: "drop/cats/Sleepy Cat.svg", in: target)
    }

    /// Writes a file unless it already exists.
    private func write(_ bytes: [UInt8], to name: String, in target: OutputFolder) throws {
        guard !target.exists(name) else { return }
        try target.write(bytes, to: name)
    }
}

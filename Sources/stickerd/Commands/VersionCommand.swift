import ArgumentParser
import JobModel
import WorkerProtocol

/// `stickerd version`: prints the version.
struct VersionCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "version", abstract: "Print the version.")

    @Flag(help: "Print JSON on standard output, one object per line.")
    var json = false

    func run() async throws {
        try await CommandRunner.run(OutputOptions.Settings(isJSON: json)) {
            guard json else {
                Output.result("stickerd \(RendererVersion.current)")
                return 0
            }
            JSONLines.write([
                "event": .text("version"), "version": .text(StickerdVersion.number),
                "renderer": .text(RendererVersion.current.description),
            ])
            return 0
        }
    }
}

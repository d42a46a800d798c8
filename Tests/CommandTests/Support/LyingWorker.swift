import BuildEngine
import Foundation
import StickerConfiguration
import TestSupport
import WorkerPool

/// A worker that behaves like stickerd's worker, but gives false answers about sources with `evil` in their path, as if
/// such a source had taken control of it.
struct LyingWorker {
    let command: WorkerCommand

    /// - Parameters:
    ///   - lie: Python code that changes `result`, which is the answer about a sticker, or `frames`, which are all
    ///     frames of the answer. `number` counts the false answers of all processes, from 1.
    ///   - fixture: the fixture that contains the script.
    init(_ lie: String, in cli: CLIFixture) throws {
        let script = """
            \(FakeRenderer.relay)
            def change(request, frames):
                if "sticker" not in request or "evil" not in request["sticker"]["_0"]["name"]: return
                with open(__file__ + ".lies", "a") as lies: lies.write("1")
                number = os.path.getsize(__file__ + ".lies")
                response = result_of(frames)
                result = response["sticker"]["_0"]
            \(lie.split(separator: "\n").map { "    " + $0 }.joined(separator: "\n"))
                for answer in frames:
                    if answer[0] == RESULT: answer[1] = json.dumps(response).encode()
            relay(change)
            """
        try cli.put(script, at: "worker.py")
        command = .relay(cli.file("worker.py"))
    }
}

extension WorkerCommand {
    /// Creates a command that runs a script between stickerd and its render program.
    static func relay(_ script: String) -> WorkerCommand {
        WorkerCommand(
            executable: "/usr/bin/env", arguments: ["python3", script, CLIFixture.renderer, "--unconfined"])
    }
}

extension CLIFixture {
    /// The content of pipeline.json.
    func configuration() throws -> Configuration {
        var configuration = try Configuration(contentsOf: file("pipeline.json"))
        try configuration.checkFolders()
        // The state folder is set like in a command, so that a build of a test continues after a build of the program.
        configuration.state = configuration.stateFolder
        return configuration
    }

    /// Runs a build in this process with the given worker.
    @discardableResult
    func build(with worker: LyingWorker) async throws -> BuildSummary {
        let run = BuildRun(configuration: try configuration(), command: worker.command, observer: { _ in })
        return try await ConcurrencyLimit.runs.withPermit { try await run.run() }
    }
}

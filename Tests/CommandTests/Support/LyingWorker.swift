import BuildEngine
import Foundation
import StickerConfiguration
import TestSupport
import WorkerPool

/// A worker that works like stickerd's own, but gives false answers about art with `evil` in its path, as if that had
/// taken it over.
struct LyingWorker {
    let command: WorkerCommand

    /// - Parameters:
    ///   - lie: Python that changes `result`, the answer about a sticker, or `frames`, everything that is sent for it. `number`
    ///     counts the false answers of all processes from 1.
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
    /// A script between stickerd and its render program.
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
        // As commands do, so that a build of a test continues from one of the program.
        configuration.state = configuration.stateFolder
        return configuration
    }

    /// A build in this process, with workers of the test's own.
    @discardableResult
    func build(with worker: LyingWorker) async throws -> BuildSummary {
        let run = BuildRun(configuration: try configuration(), command: worker.command, observer: { _ in })
        return try await ConcurrencyLimit.runs.withPermit { try await run.run() }
    }
}

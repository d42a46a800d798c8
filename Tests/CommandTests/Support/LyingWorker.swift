import Daemon
import Foundation
import StickerConfiguration

/// A worker that works as stickerd's own do, and lies about art that has `evil` in its path: as one does that was taken
/// over by it.
struct LyingWorker {
    let command: WorkerCommand

    /// - Parameters:
    ///   - lie: Python that changes `result`, the answer about a sticker; `work` is the folder it writes to, and `number`
    ///     counts the lies of all processes from 1.
    ///   - fixture: takes the script.
    init(_ lie: String, in cli: CLIFixture) throws {
        let script = """
            import json, os, subprocess, sys
            args = sys.argv[2:]
            work = args[args.index("--write") + 1] if "--write" in args else ""
            real = subprocess.Popen([sys.argv[1], "--unconfined"] + args, stdin=subprocess.PIPE,
                                    stdout=subprocess.PIPE)
            for line in sys.stdin.buffer:
                real.stdin.write(line)
                real.stdin.flush()
                answer = real.stdout.readline()
                request = json.loads(line)
                if "sticker" in request and "evil" in request["sticker"]["_0"]["name"]:
                    with open(__file__ + ".lies", "a") as lies: lies.write("1")
                    number = os.path.getsize(__file__ + ".lies")
                    response = json.loads(answer)
                    result = response["sticker"]["_0"]
            \(lie.split(separator: "\n").map { "        " + $0 }.joined(separator: "\n"))
                    answer = (json.dumps(response) + "\\n").encode()
                sys.stdout.buffer.write(answer)
                sys.stdout.buffer.flush()
            """
        try cli.put(script, at: "worker.py")
        command = WorkerCommand(
            executable: "/usr/bin/env", arguments: ["python3", cli.file("worker.py"), CLIFixture.renderer])
    }
}

extension CLIFixture {
    /// What pipeline.json says.
    func configuration() throws -> Configuration {
        try Configuration(contentsOf: file("pipeline.json"))
    }

    /// A build in this process, with workers of the test's own.
    @discardableResult
    func build(with worker: LyingWorker) async throws -> BuildSummary {
        let run = BuildRun(configuration: try configuration(), command: worker.command, observer: { _ in })
        return try await ConcurrencyLimit.runs.withPermit { try await run.run() }
    }
}

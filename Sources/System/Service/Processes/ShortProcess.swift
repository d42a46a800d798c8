import Subprocess

/// A process that is given something to read and is expected to end soon. It never goes through a shell, sees only the
/// environment it is given, and is ended, with the processes it started in its group, when it takes too long.
struct ShortProcess: Sendable {
    /// How it ended.
    struct Ending: Sendable, Equatable {
        /// What it exited with; as a shell would say it, 128 and the number of the signal that killed it.
        var status: Int32
        /// The ends of what it wrote.
        var output: String
        var complaint: String
    }

    enum Failure: Error, Equatable {
        case couldNotStart(String)
        case tookTooLong
    }

    /// The absolute path of the executable, and its arguments.
    var command: [String]
    var environment: [String: String]
    /// How long it may take.
    var limit: Duration

    /// How long it may take to end once it was asked to, before it is killed.
    private static let patience = Duration.seconds(2)

    /// - Throws: `Failure`, or `CancellationError` when the task was cancelled; the process has then been ended.
    func run(reading input: [UInt8]) async throws -> Ending {
        try await withThrowingTaskGroup(of: Ending?.self) { group in
            group.addTask { try await converse(input) }
            group.addTask {
                try await Task.sleep(for: limit)
                return nil
            }
            defer { group.cancelAll() }
            guard let first = try await group.next() else { throw CancellationError() }
            // Asked last: when both have happened, the process was not too late by much.
            guard let ending = first else { throw Failure.tookTooLong }
            try Task.checkCancellation()
            return ending
        }
    }

    private func converse(_ input: [UInt8]) async throws -> Ending {
        let output = LastWords()
        let complaint = LastWords()
        do {
            let result = try await Subprocess.run(
                configuration, input: .inputWriter, output: .sequence, error: .sequence
            ) { process in
                await withTaskGroup(of: Void.self) { group in
                    group.addTask { await Self.listen(to: process.standardOutput, output) }
                    group.addTask { await Self.listen(to: process.standardError, complaint) }
                    // One that does not care to read is none the worse for it.
                    _ = try? await process.standardInputWriter.write(input)
                    try? await process.standardInputWriter.finish()
                }
            }
            let status: Int32 =
                switch result.terminationStatus {
                case .exited(let code): code
                case .signaled(let number): 128 + number
                }
            return Ending(status: status, output: output.text, complaint: complaint.text)
        } catch {
            try Task.checkCancellation()
            throw Failure.couldNotStart("\(error)")
        }
    }

    private var configuration: Subprocess.Configuration {
        var options = PlatformOptions()
        options.processGroupID = 0
        options.teardownSequence = [
            .send(signal: .terminate, toProcessGroup: true, allowedDurationToNextStep: Self.patience),
            .send(signal: .kill, toProcessGroup: true, allowedDurationToNextStep: .zero),
        ]
        // In one order always; and each with the NUL at its end that swift-subprocess copies up to.
        let entries = environment.map { "\($0.key)=\($0.value)\0" }.sorted().map { Array($0.utf8) }
        return Subprocess.Configuration(
            executable: .path(.init(command.first ?? "")), arguments: .init(Array(command.dropFirst())),
            environment: .custom(entries), workingDirectory: "/", platformOptions: options)
    }

    private static func listen(to output: SubprocessOutputSequence, _ words: LastWords) async {
        do {
            for try await piece in output { piece.withUnsafeBytes { words.append($0) } }
        } catch {
            // A pipe that cannot be read has ended.
        }
    }
}

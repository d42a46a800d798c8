import Subprocess
import Synchronization

/// A short-lived process with input on standard input and a time limit. It runs without a shell and with only the given
/// environment; after the limit, its whole process group is ended.
struct ShortProcess: Sendable {
    /// The result of the process.
    struct Ending: Sendable, Equatable {
        /// The exit status. As in a shell, 128 plus the signal number for a killed process.
        var status: Int32
        /// The last parts of standard output and of standard error.
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
    /// The time limit.
    var limit: Duration

    /// The time between SIGTERM and SIGKILL.
    private static let gracePeriod = Duration.seconds(2)

    /// - Throws: `Failure`, or `CancellationError` if the task was cancelled, in which case the process has been ended.
    func run(reading input: [UInt8]) async throws -> Ending {
        try await withThrowingTaskGroup(of: Ending?.self) { group in
            group.addTask { try await exchange(input) }
            group.addTask {
                try await Task.sleep(for: limit)
                return nil
            }
            defer { group.cancelAll() }
            guard let first = try await group.next() else { throw CancellationError() }
            // If the process ends at about the time of the limit, the first of both results decides.
            guard let ending = first else { throw Failure.tookTooLong }
            try Task.checkCancellation()
            return ending
        }
    }

    private func exchange(_ input: [UInt8]) async throws -> Ending {
        let output = OutputTail()
        let complaint = OutputTail()
        do {
            let result = try await Subprocess.run(
                configuration, input: .inputWriter, output: .sequence, error: .sequence
            ) { process in
                await withTaskGroup(of: Void.self) { group in
                    group.addTask { await Self.drain(process.standardOutput, into: output) }
                    group.addTask { await Self.drain(process.standardError, into: complaint) }
                    // A process that does not read its input is not an error.
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
            .send(signal: .terminate, toProcessGroup: true, allowedDurationToNextStep: Self.gracePeriod),
            .send(signal: .kill, toProcessGroup: true, allowedDurationToNextStep: .zero),
        ]
        // Sorted, so that the order is always the same. Each entry ends with the NUL up to which swift-subprocess copies.
        let entries = environment.map { "\($0.key)=\($0.value)\0" }.sorted().map { Array($0.utf8) }
        return Subprocess.Configuration(
            executable: .path(.init(command.first ?? "")), arguments: .init(Array(command.dropFirst())),
            environment: .custom(entries), workingDirectory: "/", platformOptions: options)
    }

    private static func drain(_ output: SubprocessOutputSequence, into tail: OutputTail) async {
        do {
            for try await piece in output { piece.withUnsafeBytes { tail.append($0) } }
        } catch {
            // A pipe that cannot be read counts as ended.
        }
    }
}

/// The last bytes of a process's output, for the message about its end.
package final class OutputTail: Sendable {
    /// The maximum number of bytes kept.
    package static let limit = 4096

    private let bytes = Mutex<[UInt8]>([])

    package init() {}

    /// Appends bytes, and drops the oldest above the limit.
    package func append(_ piece: UnsafeRawBufferPointer) {
        bytes.withLock { kept in
            kept.append(contentsOf: piece.suffix(Self.limit))
            if kept.count > Self.limit { kept.removeFirst(kept.count - Self.limit) }
        }
    }

    /// The text without white space at its ends. Invalid UTF-8, for example after a cut within a character, is
    /// replaced.
    package var text: String {
        let kept = bytes.withLock { $0 }
        let text = String(decoding: kept, as: UTF8.self)
        guard let first = text.firstIndex(where: { !$0.isWhitespace }),
            let last = text.lastIndex(where: { !$0.isWhitespace })
        else { return "" }
        return String(text[first...last])
    }
}

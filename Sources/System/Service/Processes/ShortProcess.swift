import Subprocess
import Synchronization

/// A process that reads standard input and has a time limit. It runs without a shell, and with only the given
/// environment. After the time limit, all processes of its group are ended.
struct ShortProcess: Sendable {
    /// The result of a process that has ended.
    struct Ending: Sendable, Equatable {
        /// The exit status. As in a shell, it is 128 plus the number of the signal if a signal killed the process.
        var status: Int32
        /// The last part of standard output, and of standard error.
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
    /// The time after which the process is ended.
    var limit: Duration

    /// The time between SIGTERM and SIGKILL.
    private static let gracePeriod = Duration.seconds(2)

    /// - Throws: `Failure`; `CancellationError` if the task was cancelled. In each case, the process has been ended.
    func run(reading input: [UInt8]) async throws -> Ending {
        try await withThrowingTaskGroup(of: Ending?.self) { group in
            group.addTask { try await exchange(input) }
            group.addTask {
                try await Task.sleep(for: limit)
                return nil
            }
            defer { group.cancelAll() }
            guard let first = try await group.next() else { throw CancellationError() }
            // If the process ends at about the time limit, the earlier of the two results is used.
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
                    // It is not an error if a process does not read its input.
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
        // The entries are sorted, so that their order is always the same. Each entry ends with a NUL, because
        // swift-subprocess copies the bytes up to it.
        let entries = environment.map { "\($0.key)=\($0.value)\0" }.sorted().map { Array($0.utf8) }
        return Subprocess.Configuration(
            executable: .path(.init(command.first ?? "")), arguments: .init(Array(command.dropFirst())),
            environment: .custom(entries), workingDirectory: "/", platformOptions: options)
    }

    private static func drain(_ output: SubprocessOutputSequence, into tail: OutputTail) async {
        do {
            for try await piece in output { piece.withUnsafeBytes { tail.append($0) } }
        } catch {
            // A pipe that cannot be read is treated like one that has ended.
        }
    }
}

/// The last bytes of a process's output, for the message about the end of the process.
package final class OutputTail: Sendable {
    /// The maximum number of bytes that are kept.
    package static let limit = 4096

    private let bytes = Mutex<[UInt8]>([])

    package init() {}

    /// Appends bytes. If there are more than the limit, the oldest are removed.
    package func append(_ piece: UnsafeRawBufferPointer) {
        bytes.withLock { kept in
            kept.append(contentsOf: piece.suffix(Self.limit))
            if kept.count > Self.limit { kept.removeFirst(kept.count - Self.limit) }
        }
    }

    /// The text without white space at its ends. Invalid UTF-8 is replaced. It can occur because the start of the
    /// output was cut off.
    package var text: String {
        let kept = bytes.withLock { $0 }
        let text = String(decoding: kept, as: UTF8.self)
        guard let first = text.firstIndex(where: { !$0.isWhitespace }),
            let last = text.lastIndex(where: { !$0.isWhitespace })
        else { return "" }
        return String(text[first...last])
    }
}

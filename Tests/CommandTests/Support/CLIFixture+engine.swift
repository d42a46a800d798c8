import BuildEngine
import EngineSupport
import Foundation
import StickerConfiguration
import Synchronization
import TestSupport
import Testing
import WorkerPool

extension CLIFixture {
    /// Runs a build in this process. The build reuses stickers that other tests have rendered from the same inputs.
    ///
    /// - Parameter arguments: `--allow-empty` and `--retry-failed`.
    func engineBuild(_ arguments: [String] = []) async throws -> BuildResult {
        let lines = EventLines()
        let (status, complaint) = try await CLIFixture.outcome(lines) {
            let configuration = try self.configuration()
            let run = BuildRun(
                configuration: configuration, command: RememberingWorkers.command,
                allowsEmpty: arguments.contains("--allow-empty"),
                retriesFailures: arguments.contains("--retry-failed"),
                observer: { event in event.fields().forEach(lines.add) })
            let summary = try await run.run()
            summary.fields(out: configuration.out).forEach(lines.add)
            return summary.exitStatus
        }
        return try BuildResult(status: status, complaint: complaint, output: lines.text)
    }

    /// The exit status of a command, and the text that it would write to standard error.
    private static func outcome(
        _ lines: EventLines, _ work: @Sendable () async throws -> Int32
    ) async throws -> (Int32, String) {
        do {
            return (try await work(), "")
        } catch let error as CancellationError {
            throw error
        } catch {
            lines.add(["event": .text("error"), "message": .text("\(error)")])
            let status = (error as? EngineError)?.exitStatus ?? (error is ConfigurationError ? 2 : 3)
            return (status, "stickerd: \(error)\n")
        }
    }
}

/// Collects the lines that a command would print.
final class EventLines: Sendable {
    private let bytes = Mutex(Data())

    func add(_ event: EventFields) {
        guard let line = event.line else { return }
        bytes.withLock { $0 += line }
    }

    var text: String { bytes.withLock { String(decoding: $0, as: UTF8.self) } }
}

/// A watch in this process. The watch reuses stickers that other tests have rendered from the same inputs.
final class EngineWatch: RunningWatch {
    private let lines: EventLines
    private let task: Task<Void, any Error>

    /// Starts a watch, and waits until every file of the drop folder has been processed.
    ///
    /// - Parameters:
    ///   - timing: the pauses of the watch.
    ///   - clock: the clock of the watch.
    init(_ cli: CLIFixture, timing: WatchTiming = WatchTiming(), clock: WatchClock = .system) async throws {
        let lines = EventLines()
        let configuration = try cli.configuration()
        let run = WatchRun(
            configuration: configuration, command: RememberingWorkers.command, timing: timing,
            clock: clock,
            observer: { event in
                if let fields = event.fields { lines.add(fields) }
            })
        self.lines = lines
        task = Task { try await run.run() }
        try await eventually("the watch does not become ready: \(lines.text)") { try count("ready") > 0 }
    }

    var events: [Event] {
        get throws { lines.text.isEmpty ? [] : try Event.read(lines.text) }
    }

    /// Stops the watch in the same way as a signal.
    func stop() async throws {
        task.cancel()
        try await task.value
    }
}

/// A clock that a test can advance, so that a test does not have to wait for delayed actions of a watch.
final class JumpingClock: Sendable {
    private struct State {
        var offset = Duration.zero
        /// The tasks that are waiting for a time, by number.
        var waiting: [Int: Task<Void, any Error>] = [:]
        var next = 0
    }

    private let state = Mutex(State())

    var clock: WatchClock {
        WatchClock(now: { self.now }, sleepUntil: { try await self.sleep(until: $0) })
    }

    private var now: ContinuousClock.Instant { .now.advanced(by: state.withLock { $0.offset }) }

    /// Advances the clock, and wakes the tasks whose time has come.
    func advance(by duration: Duration) {
        state.withLock { state in
            state.offset += duration
            for sleep in state.waiting.values { sleep.cancel() }
        }
    }

    private func sleep(until deadline: ContinuousClock.Instant) async throws {
        while now < deadline {
            try Task.checkCancellation()
            let (number, sleep) = state.withLock { state in
                let offset = state.offset
                let sleep = Task { try await Task.sleep(until: deadline.advanced(by: .zero - offset)) }
                state.next += 1
                state.waiting[state.next] = sleep
                return (state.next, sleep)
            }
            _ = await withTaskCancellationHandler {
                await sleep.result
            } onCancel: {
                sleep.cancel()
            }
            state.withLock { $0.waiting[number] = nil }
        }
    }
}

extension WatchTiming {
    /// The pauses of a watch that does not read incomplete files during a test, however busy the machine is.
    static var withoutIncompleteFiles: WatchTiming {
        var timing = WatchTiming()
        timing.unfinished = .seconds(3_600)
        return timing
    }
}

extension CLIFixture {
    /// Starts a watch in this process, and waits until every file of the drop folder has been processed.
    ///
    /// - Parameters:
    ///   - timing: the pauses of the watch.
    ///   - clock: the clock of the watch.
    func engineWatch(timing: WatchTiming = WatchTiming(), clock: WatchClock = .system) async throws -> EngineWatch {
        try await EngineWatch(self, timing: timing, clock: clock)
    }
}

import Foundation
import Logging
import Service
import StickerConfiguration
import Web

/// A service for tests that does no work. It handles signals, sends heartbeats and writes events to standard output.
/// Its arguments select a misbehaviour.
@main
struct ServiceProbe {
    static func main() async throws {
        let arguments = CommandLine.arguments.dropFirst()
        let metrics = Metrics()
        let logger = Logger.service(format: .text, level: .info, metrics: metrics)
        let notifier = ServiceNotifier()
        let health = Health(cycleLimit: .seconds(60))
        let heart = Heartbeat(health: health, notifier: notifier)
        let limit = arguments.contains("deaf") ? Duration.milliseconds(300) : .seconds(60)
        if arguments.contains("run") {
            return await run(within: limit) { try await serve(arguments, health, heart, notifier, metrics, logger) }
        }
        let ending = try await ServiceSignals.serving(
            stopWithin: limit,
            reload: {
                notifier.reloading()
                say("reloading")
                // A reload that never ends must not prevent a stop.
                if arguments.contains("slow-reload") { try? await Task.sleep(for: .seconds(1000)) }
                notifier.ready()
            },
            stopping: {
                notifier.stopping()
                say("stopping")
            },
            {
                try await Hooks.withHooks(HookSettings(), logger: logger, metrics: metrics) { _ in
                    try await serve(arguments, health, heart, notifier, metrics, logger)
                }
            })
        if case .stopped = ending { say("stopped") } else { say("finished") }
    }

    /// Runs work that ends normally or after a signal.
    private static func run(within limit: Duration, _ work: @escaping @Sendable () async throws -> Void) async {
        do {
            try await SignalCancellation.run(within: limit, work)
            say("finished")
        } catch {
            say("stopped")
        }
    }

    private static func serve(
        _ arguments: ArraySlice<String>, _ health: Health, _ heart: Heartbeat, _ notifier: ServiceNotifier,
        _ metrics: Metrics, _ logger: Logger
    ) async throws {
        if arguments.contains("brief") { return }
        try await withThrowingTaskGroup(of: Void.self) { group in
            if arguments.contains("web"), let address = LoopbackAddress("127.0.0.1:0") {
                let server = WebServer.service(address, health: health, metrics: metrics, logger: logger)
                group.addTask { try await server.run { say("port \($0)") } }
            }
            group.addTask {
                notifier.ready()
                say("ready")
                while !arguments.contains("hang") {
                    heart.beat()
                    try await Task.sleep(for: heart.interval)
                }
                // This blocks the thread itself, like a lock that is never released.
                while true { sleep(1000) }
            }
            if arguments.contains("deaf") {
                // This task is not cancelled together with the group.
                group.addTask { await Task { try? await Task.sleep(for: .seconds(1000)) }.value }
            }
            try await group.waitForAll()
        }
    }

    private static func say(_ line: String) {
        try? FileHandle.standardOutput.write(contentsOf: Data("\(line)\n".utf8))
    }
}

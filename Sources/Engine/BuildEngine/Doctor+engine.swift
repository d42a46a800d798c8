import EngineSupport
import Foundation
import JobModel
import StickerConfiguration
import Synchronization
import WorkerPool

/// The checks of the Remote Execution engine.
extension Doctor {
    private static let patience = Duration.seconds(30)

    func engine(_ worker: WorkerCommand) async -> [Check] {
        guard let url = configuration.engine.url else {
            return [Check("engine", .good, "none: only this machine renders (engine.url)")]
        }
        var settings = configuration.engine
        // `compareFarm` compares the renderings, so the pool does not need to verify them.
        settings.verifyShare = 0
        let sentences = Mutex<[String]>([])
        let folder = "\(configuration.stateFolder)/engine"
        let use = FarmUse(settings: settings, purpose: .test, folder: folder) { text in
            sentences.withLock { $0.append(text) }
        }
        do {
            return try await StickerPool.withWorkers(count: 1, command: worker, farm: use) { pool in
                guard let farm = pool.farm else { return [] }
                let deadline = ContinuousClock.now + Doctor.patience
                while farm.work.state == .connecting, sentences.withLock({ $0.isEmpty }), .now < deadline {
                    try await Task.sleep(for: .milliseconds(20))
                }
                let said = sentences.withLock { $0 }
                guard let functions = farm.functions else {
                    return [
                        Check(
                            "engine", .bad, said.first ?? "\(url) does not answer",
                            fix: "check \"engine\" in pipeline.json, and that the engine runs")
                    ]
                }
                let state: Check.State = functions.stores || !settings.write ? .good : .warning
                let reached = Check(
                    "engine", state,
                    "\(url), Remote Execution \(functions.versions.joined(separator: " to ")); it "
                        + (functions.executes ? "executes jobs" : "does not execute jobs") + " and "
                        + (functions.stores ? "stores results" : "does not store results of clients"),
                    fix: state == .good ? "" : "allow action cache updates in the engine, or set engine.write to false")
                guard functions.executes, settings.jobs > 0 else { return [reached] }
                let found = try await pool.compareFarm(in: "\(folder)/test")
                return [reached, Doctor.check(found, farm.work, sentences.withLock { $0 })]
            }
        } catch {
            return [Check("engine", .bad, "\(error)", fix: "stickerd doctor")]
        }
    }

    /// The result of the test picture, as a check.
    ///
    /// - Parameter said: the messages of the pool about the farm.
    package static func check(_ found: FarmComparison?, _ work: RemoteWork, _ said: [String]) -> Check {
        guard let found else {
            return Check(
                "engine worker", .bad, said.last ?? work.lastError ?? "no worker rendered the test picture",
                fix: "check engine.platform and the workers of the engine")
        }
        let worker = found.worker.isEmpty ? "a worker" : "worker \(found.worker)"
        let (there, here) = (Int(found.timeThere / .milliseconds(1)), Int(found.timeHere / .milliseconds(1)))
        let times =
            "\(worker) needed \(there) ms for a test picture, including a wait of "
            + "\(Int(clamping: found.queueSeconds * 1000)) ms; this machine needed \(here) ms; "
            + "\(NumberFormat.size(work.bytesSent)) were sent and "
            + "\(NumberFormat.size(work.bytesReceived)) received"
        return found.isEqual
            ? Check("engine worker", .good, times + "; both results are equal")
            : Check(
                "engine worker", .bad, times + "; the results differ",
                fix: "give the workers the same packages as this machine, then change engine.salt")
    }
}

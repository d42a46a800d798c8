import BuildEngine
import Foundation
import Glibc
import Publishing
import StickerConfiguration
import WorkerPool

/// A program for tests that starts a run, and ends immediately when a publication reaches a step. The arguments are the
/// folder with pipeline.json, the run, the step, the render program, and the id of a snapshot for a rollback.
@main
struct PublishProbe {
    /// The exit status with which the process ends at the step.
    static let status: Int32 = 86

    static func main() async throws {
        let arguments = CommandLine.arguments
        let step = PublishStep(rawValue: arguments[3])
        let configuration = try Configuration(contentsOf: arguments[1] + "/pipeline.json")
        let worker = WorkerCommand(executable: arguments[4])
        try await PublishSession.observing({ if $0 == step { _exit(status) } }) {
            switch arguments[2] {
            case "build":
                _ = try await BuildRun(configuration: configuration, command: worker, observer: { _ in }).run()
            case "watch":
                try await WatchRun(configuration: configuration, command: worker, observer: { _ in }).run()
            case "rebuild":
                _ = try await RebuildRun(
                    configuration: configuration, command: worker, mode: .publish, observer: { _ in }
                ).run()
            case "rollback":
                _ = try await RollbackRun(configuration: configuration, notice: { _ in }).run(to: arguments[5])
            case "decisions":
                _ = try await ApprovalUpdate(configuration: configuration, command: "a test").run { _ in }
            default: Glibc.exit(64)
            }
        }
    }
}

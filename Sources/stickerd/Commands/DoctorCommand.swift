import ArgumentParser
import BuildEngine
import EngineSupport
import Foundation
import WorkerPool

/// `stickerd doctor`: checks this machine, and prints the command that fixes a problem.
struct DoctorCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor", abstract: "Examine libraries, decoders, limits, disk and permissions.")

    @OptionGroup var folders: FolderOptions

    @Flag(help: "Print one JSON object per check on standard output.")
    var json = false

    @Flag(help: "Also start an agent of each pool in workers.pools, and compare it with this machine.")
    var workers = false

    func run() async throws {
        try await CommandRunner.run(json: json) {
            let doctor = Doctor(
                configuration: try folders.configuration(),
                worker: Result { () throws(EngineError) in try WorkerCommand.installed() })
            var checks = await doctor.examine()
            if workers { checks += await doctor.examineWorkers() }
            for check in checks { json ? printJSON(check) : show(check) }
            return checks.contains { $0.state == .bad } ? 3 : 0
        }
    }

    private func show(_ check: Doctor.Check) {
        let mark = ["good": "✓", "warning": "!", "bad": "✗"][check.state.rawValue] ?? " "
        print("\(mark) \(check.name): \(check.detail)")
        if !check.fix.isEmpty { print("  → \(check.fix)") }
    }

    private func printJSON(_ check: Doctor.Check) {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        if let line = try? encoder.encode(check) { print(String(decoding: line, as: UTF8.self)) }
    }
}

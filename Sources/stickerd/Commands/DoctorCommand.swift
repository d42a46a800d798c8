import ArgumentParser
import BuildEngine
import EngineSupport
import Foundation
import WorkerPool

/// `stickerd doctor`: checks this machine, and prints the command that fixes a problem.
struct DoctorCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor", abstract: "Check libraries, decoders, limits, disk space and permissions.")

    @OptionGroup var folders: FolderOptions

    @OptionGroup var output: OutputOptions

    @Flag(help: "Also check the engine at engine.url, and compare its result with the result of this machine.")
    var engine = false

    func run() async throws {
        try await CommandRunner.run(output.settings) {
            let doctor = Doctor(
                configuration: try folders.configuration(),
                worker: Result { () throws(EngineError) in try WorkerCommand.installed() })
            var checks = await doctor.examine()
            if engine { checks += await doctor.examineEngine() }
            for check in checks { output.json ? JSONLines.write(value: check) : show(check) }
            return checks.contains { $0.state == .bad } ? 3 : 0
        }
    }

    private func show(_ check: Doctor.Check) {
        if output.quiet, check.state == .good { return }
        let mark = ["good": "✓", "warning": "!", "bad": "✗"][check.state.rawValue] ?? " "
        Output.result("\(mark) \(check.name): \(check.detail)")
        if !check.fix.isEmpty { Output.result("  → \(check.fix)") }
    }
}

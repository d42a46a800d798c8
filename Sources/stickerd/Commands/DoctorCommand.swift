import ArgumentParser
import Daemon
import FileAccess
import Foundation

/// `stickerd doctor`: what is wrong with this machine, and the command that mends it.
struct DoctorCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor", abstract: "Examine libraries, decoders, limits, disk and permissions.")

    @OptionGroup var folders: FolderOptions

    @Flag(help: "Print one JSON object per check on standard output.")
    var json = false

    func run() async throws {
        try await Ending.reporting(json: json) {
            let doctor = Doctor(configuration: try folders.configuration(), worker: try WorkerCommand.ownWorker())
            let checks = try await OwnThread.run { doctor.examine() }
            for check in checks { json ? printJSON(check) : show(check) }
            return checks.contains { $0.state == .bad } ? 3 : 0
        }
    }

    private func show(_ check: Doctor.Check) {
        let mark = ["good": "✓", "warning": "!", "bad": "✗"][check.state.rawValue] ?? " "
        print("\(mark) \(check.name): \(check.detail)")
        if !check.mend.isEmpty { print("  → \(check.mend)") }
    }

    private func printJSON(_ check: Doctor.Check) {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        if let line = try? encoder.encode(check) { print(String(decoding: line, as: UTF8.self)) }
    }
}

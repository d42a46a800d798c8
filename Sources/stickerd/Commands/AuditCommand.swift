import ArgumentParser
import BuildEngine
import Foundation
import JobModel
import Service

/// `stickerd audit`: checks that every source is accounted for and that published files are intact.
struct AuditCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "audit",
        abstract: "Check that every input file is accounted for and every published file is intact.")

    @OptionGroup var folders: FolderOptions
    @OptionGroup var output: OutputOptions

    func run() async throws {
        try await CommandRunner.run(output.settings) {
            let audit = Audit(
                configuration: try folders.configuration(),
                notice: { Output.note($0) })
            let result = try await SignalCancellation.run { try await audit.run() }
            if output.json {
                JSONLines.write([
                    "event": .text("audit"), "balanced": .flag(result.faults.isEmpty),
                    "arrivals": .number(result.balance.totalArrivals), "files": .number(result.checkedFiles),
                    "awaitingApproval": .number(result.awaitingApproval),
                    "faults": .list(result.faults),
                ])
            } else {
                for (outcome, count) in result.counts { Output.confirm("\(count)\t\(outcome)") }
                Output.confirm("\(result.balance.totalArrivals)\tinput files in all")
                Output.confirm("\(result.checkedFiles)\tpublished files, every checksum matches")
                for fault in result.faults { Output.result("✗ \(SummaryText.oneLine(fault))") }
                Output.confirm(
                    result.faults.isEmpty
                        ? "Every file is accounted for." : "\(NumberFormat.count(result.faults.count, "fault")).")
            }
            return result.faults.isEmpty ? 0 : 1
        }
    }
}

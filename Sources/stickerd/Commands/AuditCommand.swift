import ArgumentParser
import BuildEngine
import Foundation
import Service

/// `stickerd audit`: checks that every source is accounted for and that published files are intact.
struct AuditCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "audit",
        abstract: "Check that every input file is accounted for and every published file is intact.")

    @OptionGroup var folders: FolderOptions

    @Flag(help: "Print one JSON object on standard output.")
    var json = false

    func run() async throws {
        try await CommandRunner.run(json: json) {
            let audit = Audit(
                configuration: try folders.configuration(),
                notice: { Console.standardError.write("note: \($0)\n") })
            let result = try await SignalCancellation.run { try await audit.run() }
            if json {
                JSONLines.write([
                    "event": .text("audit"), "balanced": .flag(result.faults.isEmpty),
                    "arrivals": .number(result.balance.totalArrivals), "files": .number(result.checkedFiles),
                    "awaitingApproval": .number(result.awaitingApproval),
                    "faults": .list(result.faults),
                ])
            } else {
                for (outcome, count) in result.counts { print("\(count)\t\(outcome)") }
                print("\(result.balance.totalArrivals)\tinput files in all")
                print("\(result.checkedFiles)\tpublished files, every digest checked")
                for fault in result.faults { print("✗ \(SummaryText.oneLine(fault))") }
                print(
                    result.faults.isEmpty
                        ? "Every file is accounted for."
                        : "\(result.faults.count) \(result.faults.count == 1 ? "fault" : "faults").")
            }
            return result.faults.isEmpty ? 0 : 1
        }
    }
}

import ArgumentParser
import Daemon
import Foundation
import JobModel
import Service
import StickerCatalog
import StickerConfiguration

/// `stickerd check`: what would become of some files.
struct CheckCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check", abstract: "Check files or folders against the rules; write nothing.")

    @OptionGroup var folders: FolderOptions

    @Option(help: "The sticker size to check for: small, regular or large; the configured one if not given.")
    var size: StickerSize?

    @Flag(help: "Print one JSON object per file on standard output.")
    var json = false

    @Argument(help: "The files to check; a folder stands for all art in it.", completion: .file())
    var files: [String]

    func run() async throws {
        try await Ending.reporting(json: json) {
            var configuration = try folders.configuration()
            configuration.size = size ?? configuration.size
            let check = Check(configuration: configuration, command: try WorkerCommand.ownWorker())
            let verdicts = try await Interruption.stopping { [files] in try await check.run(files) }
            for verdict in verdicts { json ? print(verdict) : show(verdict) }
            if verdicts.contains(where: { $0.failure != nil }) { return 3 }
            return verdicts.contains { $0.isRejected } ? 1 : 0
        }
    }

    private func show(_ verdict: Check.Verdict) {
        if let failure = verdict.failure {
            Console.standardError.write("stickerd: \(SummaryText.oneLine(failure))\n")
            return
        }
        let mark = verdict.isRejected ? "✗" : verdict.findings.isEmpty ? "✓" : "!"
        var lines = ["\(mark) \(SummaryText.oneLine(verdict.file))"]
        for scale in verdict.output?.scales ?? [] {
            let colours = scale.colours.map { "\($0) colours" } ?? "truecolour"
            lines.append(
                "  @\(scale.scale)x  \(scale.width) × \(scale.height) px  \(Wording.number(scale.file.bytes)) bytes  "
                    + "\(colours)  fidelity \(Wording.number(scale.fidelity, digits: 4))")
        }
        if let fit = verdict.output?.fit { lines.append("  \(fit.summary)") }
        for finding in verdict.findings {
            lines.append("  \(finding.level.rawValue) \(finding.rule): \(SummaryText.oneLine(finding.message))")
            lines.append("    → \(finding.mend)")
        }
        print(lines.joined(separator: "\n"))
    }

    private func print(_ text: String) {
        Swift.print(text)
    }

    private func print(_ verdict: Check.Verdict) {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        guard let line = try? encoder.encode(verdict) else { return }
        Swift.print(String(decoding: line, as: UTF8.self))
    }
}

extension StickerSize: ExpressibleByArgument {}

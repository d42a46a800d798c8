import ArgumentParser
import BuildEngine
import Foundation
import JobModel
import Service
import StickerConfiguration
import StickerManifest
import WorkerPool

/// `stickerd check`: a dry run of single files.
struct CheckCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check", abstract: "Check files or folders against the rules; write nothing.",
        discussion: """
            A file is checked as in a build, with its sidecar and the pack.json of its folder. Only a build finds \
            problems between files, such as two files with the same picture.
            """)

    @OptionGroup var folders: FolderOptions

    @Option(help: "The size to check all stickers for: small, regular or large. Default: each sticker's own size.")
    var size: StickerSize?

    @OptionGroup var output: OutputOptions

    @Argument(help: "The files to check. If a folder is given, all art in it is checked.", completion: .file())
    var files: [String]

    func run() async throws {
        try await CommandRunner.run(output.settings) {
            let check = FileCheck(
                configuration: try folders.configuration(), size: size, command: try WorkerCommand.installed())
            let results = try await SignalCancellation.run { [files] in try await check.run(files) }
            for result in results { output.json ? printJSON(result) : show(result) }
            if results.contains(where: { $0.failure != nil }) { return 3 }
            return results.contains { $0.isRejected } ? 1 : 0
        }
    }

    private func show(_ result: FileCheck.Result) {
        if let failure = result.failure {
            return Output.warn(SummaryText.oneLine(failure))
        }
        if output.quiet, result.findings.isEmpty { return }
        let mark = result.isRejected ? "✗" : result.findings.isEmpty ? "✓" : "!"
        var lines = ["\(mark) \(SummaryText.oneLine(result.file))"]
        for scale in result.output?.scales ?? [] {
            let colours = scale.colours.map { "\($0) colours" } ?? "truecolour"
            lines.append(
                "  @\(scale.scale)x  \(scale.width) × \(scale.height) px  \(NumberFormat.number(scale.file.bytes)) bytes  "
                    + "\(colours)  fidelity \(NumberFormat.number(scale.fidelity, digits: 4))")
        }
        if let fit = result.output?.fit { lines.append("  \(fit.summary)") }
        for finding in result.findings {
            lines.append("  \(finding.level.rawValue) \(finding.rule): \(SummaryText.oneLine(finding.message))")
            lines.append("    → \(finding.fix)")
        }
        Output.result(lines.joined(separator: "\n"))
    }

    private func printJSON(_ result: FileCheck.Result) {
        JSONLines.write(value: result)
    }
}

extension StickerSize: ExpressibleByArgument {}

import ArgumentParser
import BuildEngine
import FileAccess
import Foundation
import JobModel
import Verify

/// `stickerd verify`: checks published trees, asset catalogs, Xcode projects and built apps.
struct VerifyCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "verify",
        abstract: "Check published stickers, sticker catalogs, Xcode projects and built apps; write nothing.",
        discussion: """
            Checks an output folder with its catalog.json, a folder that `stickerd export` wrote, any .xcstickers, \
            .xcassets or .xcodeproj, a folder that contains some of these, or a built .app, .appex, .xcarchive or \
            .ipa. Exit status: 0 no errors; 1 errors.
            """)

    @OptionGroup var output: OutputOptions

    @Option(
        help: ArgumentHelp("Also write a SARIF file for code review; - for standard output.", valueName: "file"),
        completion: .file())
    var sarif: String?

    @Flag(help: "Treat warnings as errors.")
    var strict = false

    @Argument(help: "The folders or files to check.", completion: .directory)
    var paths: [String]

    func run() async throws {
        try await CommandRunner.run(output.settings) {
            let targets = paths.map { ($0, absolute($0)) }
            let checked = try await BlockingExecutor.run {
                try targets.map { (path: $0.0, verification: try Verifier.run($0.1)) }
            }
            if let sarif { try write(checked, to: sarif) }
            for (path, verification) in checked where sarif != "-" {
                output.json ? report(verification, of: path) : show(verification, of: path)
            }
            let isWrong = checked.contains { $0.verification.errors + (strict ? $0.verification.warnings : 0) > 0 }
            return isWrong ? 1 : 0
        }
    }

    private func absolute(_ path: String) -> String {
        let absolute = URL(filePath: path).standardizedFileURL.path(percentEncoded: false)
        return absolute.count > 1 && absolute.hasSuffix("/") ? String(absolute.dropLast()) : absolute
    }

    private func show(_ verification: Verification, of path: String) {
        for violation in verification.violations {
            Output.result("\(violation.level.rawValue) \(violation.check.id): \(SummaryText.oneLine(violation.path))")
            Output.result("  \(SummaryText.oneLine(violation.message))")
            Output.result("  → \(violation.fix)")
        }
        let (errors, warnings) = (verification.errors, verification.warnings)
        Output.confirm(
            "\(SummaryText.oneLine(path)): \(verification.subjects.count) checked, \(errors) "
                + "\(errors == 1 ? "error" : "errors"), \(warnings) \(warnings == 1 ? "warning" : "warnings")")
    }

    private func report(_ verification: Verification, of path: String) {
        for violation in verification.violations {
            JSONLines.write([
                "event": .text("finding"), "check": .text(violation.check.id), "level": .text(violation.level.rawValue),
                "path": .text(violation.path), "message": .text(violation.message), "mend": .text(violation.fix),
            ])
        }
        JSONLines.write([
            "event": .text("verified"), "path": .text(path), "checked": .list(verification.subjects),
            "errors": .number(verification.errors), "warnings": .number(verification.warnings),
        ])
    }

    /// Writes the SARIF file. Its paths are relative to the current folder, which is the root of the repository in
    /// code review.
    private func write(_ checked: [(path: String, verification: Verification)], to file: String) throws {
        let here = FileManager.default.currentDirectoryPath
        let placed = checked.map { item in
            var folder = absolute(item.path)
            if Verifier.namesItself(folder) {
                folder = URL(filePath: folder).deletingLastPathComponent().path(percentEncoded: false)
                if folder.hasSuffix("/") { folder.removeLast() }
            }
            if folder == here { return (path: "", verification: item.verification) }
            let isBelow = folder.hasPrefix(here + "/")
            return (path: isBelow ? String(folder.dropFirst(here.count + 1)) : folder, verification: item.verification)
        }
        let data = try SARIFLog(placed, toolVersion: StickerdVersion.number).json()
        if file == "-" {
            try Output.document(data)
        } else {
            try data.write(to: URL(filePath: file), options: .atomic)
        }
    }
}

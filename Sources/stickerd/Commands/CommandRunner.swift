import AppExport
import ArgumentParser
import BuildEngine
import Decisions
import EngineSupport
import Foundation
import SheetModel
import StickerConfiguration
import Verify
import XcodeExport

/// Runs a command's work: maps errors to a message and an exit status.
enum CommandRunner {
    /// Runs the work and exits with the status that it returns, or with that of its error.
    static func run(json: Bool = false, _ work: () async throws -> Int32) async throws {
        defer { Console.flush() }
        do {
            let status = try await work()
            if status != 0 { throw ExitCode(status) }
        } catch let code as ExitCode {
            throw code
        } catch is CancellationError {
            say("Stopped. What was published before is unchanged, and what was finished is not rendered again.", json)
            throw ExitCode(130)
        } catch {
            say("\(error)", json)
            throw ExitCode(status(of: error))
        }
    }

    private static func status(of error: any Error) -> Int32 {
        (error as? EngineError)?.exitStatus ?? (error as? XcodeExportError)?.exitStatus
            ?? (error as? AppExportError)?.exitStatus ?? (error as? SheetError)?.exitStatus
            ?? (error as? DecisionError)?.exitStatus
            ?? (error is ConfigurationError || error is VerifyError ? 2 : 3)
    }

    private static func say(_ text: String, _ json: Bool) {
        Console.standardError.finishProgress()
        Console.standardError.write("stickerd: \(text)\n")
        if json { JSONLines.write(["event": .text("error"), "message": .text(text)]) }
    }
}

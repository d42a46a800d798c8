import AppExport
import ArgumentParser
import BuildEngine
import Decisions
import EngineSupport
import FileAccess
import Foundation
import SheetModel
import StickerConfiguration
import Synchronization
import Verify
import XcodeExport

/// Runs the work of a command, and maps errors to a message and an exit status.
enum CommandRunner {
    /// Locked by the thread that ends the process.
    private static let ending = Mutex(())

    /// Runs the work. Exits with the status that it returns, or with the status of its error.
    static func run(
        _ output: OutputOptions.Settings = OutputOptions.Settings(), _ work: () async throws -> Int32
    ) async throws {
        Output.use(output)
        let json = output.isJSON
        defer { Console.flush() }
        do {
            let status = try await work()
            try Output.checkWritten()
            if status != 0 { throw ExitCode(status) }
        } catch let code as ExitCode {
            throw code
        } catch is CancellationError {
            say("Interrupted. Published files are unchanged, and finished stickers will not be rendered again.", json)
            throw ExitCode(130)
        } catch let refusal as ThreadRefusal {
            // Here the process ends immediately, because throwing the error to the caller could require another thread.
            end(refusal)
        } catch {
            say("\(error)", json)
            throw ExitCode(status(of: error))
        }
    }

    /// Ends the process immediately because of an error that no command can handle. Can be called on any thread.
    static func end(_ error: any Error) -> Never {
        // The lock is never released, so that only one thread reports an error.
        ending.withLock { _ in
            say("\(error)", Output.isJSON)
            Console.flush()
            _exit(status(of: error))
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

import FileAccess
import Synchronization

/// The output of the current command. Results are printed on standard output, and everything else on standard error.
enum Output {
    /// The output settings of the current command.
    private static let settings = Mutex(OutputOptions.Settings())

    static func use(_ chosen: OutputOptions.Settings) { settings.withLock { $0 = chosen } }

    static var isQuiet: Bool { settings.withLock(\.isQuiet) }
    static var isVerbose: Bool { settings.withLock(\.isVerbose) }
    static var isJSON: Bool { settings.withLock(\.isJSON) }

    /// Prints one line of the result.
    static func result(_ line: String) {
        Console.standardError.finishProgress()
        Console.standardOutput.write(line + "\n")
    }

    /// Writes a part of a document to standard output.
    ///
    /// - Throws: `OutputFailure`.
    static func document(_ bytes: some Sequence<UInt8>) throws {
        Console.standardOutput.write(bytes: bytes)
        try checkWritten()
    }

    /// - Throws: `OutputFailure` if a write to standard output has failed.
    static func checkWritten() throws {
        if let reason = Console.standardOutput.writeError { throw OutputFailure(reason: reason) }
    }

    /// Prints a line that confirms an action. Prints nothing with `--quiet`.
    static func confirm(_ line: String) {
        if !isQuiet { result(line) }
    }

    /// Prints a note on standard error. Prints nothing with `--quiet`.
    static func note(_ text: String) {
        if !isQuiet { Console.standardError.write("note: \(text)\n") }
    }

    /// Prints a detail on standard error, only with `--verbose`. Otherwise the text is not composed, because a build has
    /// one detail per source.
    static func detail(_ text: @autoclosure () -> String) {
        if isVerbose { Console.standardError.write(text() + "\n") }
    }

    /// Prints a warning on standard error, even with `--quiet`.
    static func warn(_ text: String) {
        Console.standardError.write("stickerd: \(text)\n")
    }
}

/// Standard output cannot be written.
struct OutputFailure: Error, CustomStringConvertible {
    let reason: SystemCallError

    var description: String { "cannot write to standard output: \(reason)." }
}

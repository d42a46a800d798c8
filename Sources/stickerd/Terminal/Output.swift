import FileAccess
import Synchronization

/// The output of the command that runs: its results on standard output, everything else on standard error.
enum Output {
    /// The settings of the command that runs.
    private static let settings = Mutex(OutputOptions.Settings())

    static func use(_ chosen: OutputOptions.Settings) { settings.withLock { $0 = chosen } }

    static var isQuiet: Bool { settings.withLock(\.isQuiet) }
    static var isVerbose: Bool { settings.withLock(\.isVerbose) }
    static var isJSON: Bool { settings.withLock(\.isJSON) }

    /// Prints a line of the result for people.
    static func result(_ line: String) {
        Console.standardError.finishProgress()
        Console.standardOutput.write(line + "\n")
    }

    /// Writes a part of a document on standard output.
    ///
    /// - Throws: `OutputFailure`.
    static func document(_ bytes: some Sequence<UInt8>) throws {
        Console.standardOutput.write(bytes: bytes)
        try checkWritten()
    }

    /// - Throws: `OutputFailure` if something could not be written to standard output.
    static func checkWritten() throws {
        if let reason = Console.standardOutput.writeError { throw OutputFailure(reason: reason) }
    }

    /// Prints a line that confirms an action. Nothing with `--quiet`.
    static func confirm(_ line: String) {
        if !isQuiet { result(line) }
    }

    /// Prints a remark on standard error. Nothing with `--quiet`.
    static func note(_ text: String) {
        if !isQuiet { Console.standardError.write("note: \(text)\n") }
    }

    /// Prints a detail on standard error if `--verbose` asks for it.
    static func detail(_ text: String) {
        if isVerbose { Console.standardError.write(text + "\n") }
    }

    /// Prints a warning on standard error, also with `--quiet`.
    static func warn(_ text: String) {
        Console.standardError.write("stickerd: \(text)\n")
    }
}

/// Standard output takes no more bytes.
struct OutputFailure: Error, CustomStringConvertible {
    let reason: SystemCallError

    var description: String { "cannot write to standard output: \(reason)." }
}

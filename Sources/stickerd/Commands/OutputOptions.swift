import ArgumentParser

/// The options for the amount and the format of the output.
struct OutputOptions: ParsableArguments {
    @Flag(name: .shortAndLong, help: "Print only problems: no progress, notes or confirmations.")
    var quiet = false

    @Flag(name: .shortAndLong, help: "Also print the configuration that is used, and every source on its own line.")
    var verbose = false

    @Flag(help: "Print JSON on standard output, one object per line.")
    var json = false

    func validate() throws {
        if quiet, verbose { throw ValidationError("--quiet and --verbose: choose one of them.") }
    }

    struct Settings: Sendable {
        var isQuiet = false
        var isVerbose = false
        var isJSON = false
    }

    var settings: Settings { Settings(isQuiet: quiet, isVerbose: verbose, isJSON: json) }
}

/// The options for the amount of output, for a command without `--json`.
struct PlainOutputOptions: ParsableArguments {
    @Flag(name: .shortAndLong, help: "Print only problems: no notes.")
    var quiet = false

    @Flag(name: .shortAndLong, help: "Also print the configuration that is used.")
    var verbose = false

    func validate() throws {
        if quiet, verbose { throw ValidationError("--quiet and --verbose: choose one of them.") }
    }

    var settings: OutputOptions.Settings { OutputOptions.Settings(isQuiet: quiet, isVerbose: verbose) }
}

import ArgumentParser

/// The option for the number of sources that are rendered at the same time.
struct JobsOption: ParsableArguments {
    @Option(
        name: [.customShort("j", allowingJoined: true), .long], parsing: .unconditional,
        help: ArgumentHelp("The number of sources rendered at once; 0 for one per core.", valueName: "number"),
        transform: JobsOption.parsed)
    var jobs: Int?

    private static func parsed(_ text: String) throws -> Int {
        guard let jobs = Int(text), (0...256).contains(jobs) else {
            throw ValidationError("expected a number from 0 to 256, found \"\(text)\"")
        }
        return jobs
    }
}

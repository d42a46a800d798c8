import TestSupport

/// A build that is shared by all tests that only read its results.
enum SharedBuild {
    static var built: (cli: CLIFixture, build: BuildResult) {
        get async throws { try await building.value }
    }

    /// Fills a drop folder with packs of all three sizes, an icon, labels, warnings, a rejected source, a duplicate, a
    /// superseded version, and files that are not art.
    static func fill(_ cli: CLIFixture, inReverse: Bool = false) throws {
        let files: [(name: String, bytes: [UInt8])] = [
            ("cats/Happy Cat.svg", Array(Art.disc(1).utf8)),
            ("cats/Happy Cat.json", Array(#"{ "label": "A happy cat", "labels": { "de": "Frohe Katze" } }"#.utf8)),
            ("cats/Happy Cat.png", Art.png()),
            ("cats/Opaque.png", Art.png(24, opaque: true)),
            ("cats/Torn.png", Array(Art.png().prefix(80))),
            ("cats/pack.json", Array(#"{ "title": "Cats!", "titles": { "de": "Katzen!" }, "size": "small" }"#.utf8)),
            ("cats/icon.svg", Array(Art.disc(2).utf8)),
            ("dogs/Rex.svg", Array(Art.disc(3).utf8)),
            ("dogs/Rex again.svg", Array(Art.disc(3).utf8)),
            ("dogs/pack.json", Array(#"{ "size": "large" }"#.utf8)),
            ("dogs/notes.txt", Array("no art".utf8)),
            ("At the Root.svg", Array(Art.disc(4).utf8)),
        ]
        for file in inReverse ? files.reversed() : files { try cli.drop(file.bytes, as: file.name) }
    }

    static let settings = Settings(size: "regular", backgrounds: ["white": "#ffffff", "red": "#ff3b30"])

    private static let building = Task {
        let cli = try CLIFixture(settings, startsPrograms: true)
        ExitCleanup.register(cli.path)
        try fill(cli)
        return (cli: cli, build: try await cli.build())
    }
}

import Foundation
import TestSupport
import Testing

/// Tests a state database that is outdated, lost or from another library, and an output folder that was restored or
/// edited. No published sticker may be lost or get an older version. A build must have the same result as a complete
/// build.
@Suite struct OldStateTests {
    /// The change of the state database.
    enum Database: CaseIterable {
        /// No change.
        case kept
        /// A copy from before the last changes was restored.
        case older
        case lost
        /// The state database of another library, whose folders have the same names.
        case foreign
    }

    /// The change of the output folder.
    enum Output: CaseIterable {
        /// No change.
        case kept
        /// A watch was killed after it published a change.
        case killed
        /// A copy from before the last changes was restored.
        case restored
        /// A person edited the manifest.
        case edited
    }

    private func library(first: Int) async throws -> CLIFixture {
        let cli = try CLIFixture(Settings.withoutGrace, startsPrograms: true)
        for number in 0..<3 { try cli.drop(Art.disc(first + number), as: "cats/Cat \(number).svg") }
        for number in 2..<5 { try cli.drop(Art.disc(first + number), as: "dogs/Dog \(number).svg") }
        #expect(try await cli.build().total("published") == 6)
        return cli
    }

    private func copy(_ source: String, to target: String) async throws {
        let ending = try await Command(["/bin/cp", "-a", source, target], in: "/").ending()
        #expect(ending.status == 0, "\(ending.complaint)")
    }

    /// Starts a watch, waits until it has published a changed sticker and a new pack, and kills it.
    private func publishAndKill(_ cli: CLIFixture) async throws {
        let watch = try await cli.watch()
        try cli.drop(["cats/Cat 1.svg": 30, "mice/Mouse.svg": 31])
        try await eventually("cats/Cat 1.svg is not published") {
            try watch.count("published", "cats/Cat 1.svg") == 1 && watch.count("published", "mice/Mouse.svg") == 1
        }
        try await watch.command.end(by: SIGKILL)
    }

    @Test(
        "the next build has the result of a build of everything", arguments: Database.allCases, Output.allCases)
    func build(database: Database, output: Output) async throws {
        let cli = try await library(first: 1)
        let ledger = ".out.stickerd/ledger.sqlite"
        try await copy(cli.file(ledger), to: cli.file("older.sqlite"))
        try await copy(cli.file("out"), to: cli.file("older"))
        try cli.drop(Art.disc(20), as: "cats/Cat 0.svg")
        try cli.remove("drop/dogs/Dog 4.svg")
        #expect(try await cli.build().total("published") == 5)
        var published = 5
        switch output {
        case .kept: break
        case .killed:
            try await publishAndKill(cli)
            published = 6
        case .restored:
            try cli.remove("out")
            try await copy(cli.file("older"), to: cli.file("out"))
        case .edited:
            let index = try cli.text("out/catalog.json")
            try cli.put(index.replacing("\"cats\"", with: "\"caps\""), at: "out/catalog.json")
        }
        if database != .kept {
            for suffix in ["", "-wal", "-shm", "-journal"] where cli.has(ledger + suffix) {
                try cli.remove(ledger + suffix)
            }
        }
        switch database {
        case .kept, .lost: break
        case .older: try await copy(cli.file("older.sqlite"), to: cli.file(ledger))
        case .foreign:
            let other = try await library(first: 10)
            try await copy(other.file(ledger), to: cli.file(ledger))
        }
        let build = try await cli.build()
        #expect(build.status == 0, "\(build.complaint)")
        #expect(build.total("published") == published)
        try await cli.expectSameAsColdBuild()
    }
}

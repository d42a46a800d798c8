import Foundation
import TestSupport
import Testing

/// A state database that is older than the published state, lost or of another library, and an output folder that was
/// restored or edited: no published sticker is lost or gets an older version, and a build has the same result as a
/// complete build.
@Suite struct OldStateTests {
    /// The damage to the state database.
    enum Database: CaseIterable {
        /// Nothing.
        case kept
        /// It was restored from before the last changes.
        case older
        case lost
        /// It is that of another library, whose folders have the same names.
        case foreign
    }

    /// The damage to the output folder.
    enum Output: CaseIterable {
        /// Nothing.
        case kept
        /// A watch that published a change was killed.
        case killed
        /// It was restored from before the last changes.
        case restored
        /// Somebody changed the manifest.
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

    /// A watch publishes a changed sticker and a new pack, and is killed.
    private func publishAndKill(_ cli: CLIFixture) async throws {
        let watch = try await cli.watch()
        try cli.drop(["cats/Cat 1.svg": 30, "mice/Mouse.svg": 31])
        try await eventually("it is not published") {
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

import Foundation
import TestSupport
import Testing

@Suite("Folders of a watch that are removed while it runs")
struct RemovedOutputTests {
    private func watched() async throws -> (CLIFixture, WatchProcess) {
        let cli = try CLIFixture(discs: ["cats/One.svg": 1, "cats/Two.svg": 2])
        return (cli, try await cli.watch())
    }

    @Test(
        "a removed output folder, or a removed part of it, is completely published again",
        arguments: ["out", "out/assets"])
    func output(path: String) async throws {
        let (cli, watch) = try await watched()
        try cli.removeAtOnce(path)
        try await eventually("the removed output is not published again") {
            // The staging folder of a running watch contains its lock file, which is not a fault.
            cli.has("out/catalog.json") && (try? cli.out.faults().filter { !$0.contains(".staging") }) == []
                && (try? cli.catalog().packs.first?.stickers.map(\.id)) == ["one", "two"]
        }
        try cli.drop(Art.disc(3), as: "cats/Three.svg")
        try await eventually("the sticker cats/three is not published") { try cli.sticker("cats", "three") != nil }
        try await watch.stop()
        #expect(try watch.count("problem") == 0)
        #expect(try watch.events.contains { $0.text("message")?.contains("was removed or replaced") == true })
        #expect(try cli.out.faults() == [])
    }

    @Test("a removed state folder is created again, and excludes a second watch")
    func state() async throws {
        let (cli, watch) = try await watched()
        try cli.removeAtOnce(".out.stickerd")
        try await eventually("the state folder is not created again") { cli.has(".out.stickerd/ledger.sqlite") }
        try cli.drop(Art.disc(3), as: "cats/Three.svg")
        try await eventually("the sticker cats/three is not published") { try cli.sticker("cats", "three") != nil }
        let second = try await cli.run("watch")
        #expect(second.status != 0)
        #expect(second.complaint.contains("stickerd watch"))
        try await watch.stop()
        #expect(try cli.out.faults() == [])
    }
}

extension CLIFixture {
    /// Removes a folder in one step. If its files were removed one by one, a running watch could write into it at
    /// the same time, and the removal would fail.
    fileprivate func removeAtOnce(_ name: String) throws {
        try move(name, to: "removed")
        try remove("removed")
    }
}

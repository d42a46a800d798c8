import Foundation
import Glibc
import TestSupport
import Testing

/// Tests workers that end in the middle of an answer. No part of this answer is published, but all other stickers are.
@Suite struct KilledWorkerTests {
    /// The kinds of protocol frames after which the worker ends.
    private static let kinds = ["START", "FILE", "DATA", "FILE_END"]

    /// Python code that ends the worker after the first frame of a kind.
    ///
    /// - Parameters:
    ///   - last: the kind of frame.
    ///   - signal: the signal that ends the worker. If nil, the worker exits with a status.
    private func cut(after kind: String, signal: Int32? = nil) -> String {
        """
            place = next(i for i, f in enumerate(frames) if f[0] == \(kind))
            frames[place + 1:] = [[0, bytes(\(signal.map { "[\($0)]" } ?? "[]"))]]
        """
    }

    private func build(_ lie: String) async throws -> CLIFixture {
        let cli = try CLIFixture(startsPrograms: true, discs: ["cats/evil.svg": 2, "cats/Later.svg": 3])
        try await cli.build(with: try LyingWorker(lie, in: cli))
        #expect(try cli.out.faults() == [])
        let names = try FileManager.default.contentsOfDirectory(atPath: cli.file("out"))
        #expect(names.allSatisfy { !$0.hasPrefix(".") }, "\(names)")
        #expect(try cli.sticker("cats", "later") != nil)
        return cli
    }

    @Test("one that ends once, after any frame, is tried again, and the art is published", arguments: kinds)
    func once(kind: String) async throws {
        for signal in [nil, SIGKILL, SIGSEGV] {
            let cli = try await build("if number == 1:\n" + cut(after: kind, signal: signal))
            #expect(try cli.sticker("cats", "evil") != nil && cli.catalog().rejected.isEmpty)
        }
    }

    @Test("one that ends every time, after any frame, rejects the art", arguments: kinds)
    func always(kind: String) async throws {
        let cli = try await build("if True:\n" + cut(after: kind))
        #expect(try cli.catalog().rejected.map(\.path) == ["cats/evil.svg"])
    }

    @Test("stickerd's own, killed while it works, is tried again and then the art is rejected, and a watch continues")
    func own() async throws {
        let cli = try CLIFixture(Settings(seconds: 600), startsPrograms: true, discs: ["cats/One.svg": 1])
        let watch = try await cli.watch()
        try await eventually("the sticker cats/one is not published") { (try? cli.sticker("cats", "one")) != nil }
        try cli.drop(Art.endless, as: "cats/Endless.svg")
        try await eventually("cats/Endless.svg is not rejected: \(watch.command.output)", within: 300) {
            // Kills the worker in both attempts, after it has started to render.
            for pid in WorkerProcesses.renderers(of: watch.command.pid) where WorkerProcesses.ticks(of: pid) > 100 {
                kill(pid, SIGSEGV)
            }
            return try cli.catalog().rejected.map(\.path) == ["cats/Endless.svg"]
        }
        try cli.drop(Art.disc(2), as: "cats/Two.svg")
        try await eventually("the sticker cats/two is not published") { try cli.sticker("cats", "two") != nil }
        try await watch.stop()
        #expect(try cli.out.faults() == [])
    }
}

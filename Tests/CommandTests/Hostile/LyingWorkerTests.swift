import Daemon
import Foundation
import Synchronization
import TestSupport
import Testing

/// What a worker says is not relied on: it may have been taken over by the art that it decodes.
@Suite struct LyingWorkerTests {
    /// A sticker that was published before anything hostile came.
    private func built() async throws -> CLIFixture {
        let cli = try CLIFixture()
        try cli.drop(Art.disc(1), as: "cats/Good.svg")
        #expect(try await cli.build().status == 0)
        return cli
    }

    private static let lies: [(name: String, python: String)] = [
        ("a file that is missing", #"result["output"]["scales"][0]["file"]["sha256"] = "0" * 64"#),
        ("a name that leads elsewhere", #"result["output"]["scales"][0]["file"]["sha256"] = "../../decisions""#),
        ("an unknown extension", #"result["output"]["scales"][0]["file"]["fileExtension"] = "sqlite""#),
        ("another size in bytes", #"result["output"]["scales"][0]["file"]["bytes"] += 1"#),
        ("more pixels than were asked for", #"result["output"]["scales"][0]["width"] = 5000"#),
        ("a scale less", #"del result["output"]["scales"][2]"#),
        ("a preview that nobody asked for", #"result["output"]["previews"] *= 2"#),
        ("no digest of the pixels", #"result["output"]["pixels"] = "approved""#),
        ("an unknown rule", #"result["findings"] = [{"rule": "no-such-rule", "message": "x", "mend": "y"}]"#),
        (
            "a link instead of a file",
            #"""
            path = work + "/" + result["output"]["scales"][0]["file"]["sha256"] + ".png"
            os.rename(path, path + ".real")
            os.symlink(path + ".real", path)
            """#
        ),
        (
            "a pipe instead of a file",
            #"""
            path = work + "/" + result["output"]["scales"][0]["file"]["sha256"] + ".png"
            os.unlink(path)
            os.mkfifo(path)
            """#
        ),
    ]

    @Test("a lie rejects the art it is about, and everything else is published", arguments: lies.indices)
    func rejected(lie: Int) async throws {
        let cli = try await built()
        try cli.drop(Art.disc(2), as: "cats/evil.svg")
        try cli.drop(Art.disc(3), as: "cats/Later.svg")
        let summary = try await cli.build(with: try LyingWorker(Self.lies[lie].python, in: cli))
        #expect(summary.exitStatus == 1, "\(Self.lies[lie].name)")
        let rejected = try cli.catalog().rejected
        #expect(rejected.map(\.path) == ["cats/evil.svg"], "\(Self.lies[lie].name)")
        #expect(rejected.first?.findings.map(\.rule) == ["could-not-render"])
        #expect(try cli.catalog().packs.first?.stickers.map(\.id) == ["good", "later"])
        #expect(try cli.out.faults() == [])
        #expect(try await cli.run("audit").status == 0)
    }

    @Test("a published file of another sticker is not replaced by other bytes under its name")
    func replaced() async throws {
        let cli = try await built()
        let victim = try #require(try cli.sticker("cats", "good")).renditions[0]
        let before = try cli.read("out/" + victim.path)
        try cli.drop(Art.disc(2), as: "cats/evil.svg")
        let lie = """
            content = b"EVIL BYTES"
            open(work + "/\(victim.sha256).png", "wb").write(content)
            result["output"]["scales"][0]["file"] = {"sha256": "\(victim.sha256)", "bytes": len(content),
                                                     "fileExtension": "png"}
            """
        try await cli.build(with: try LyingWorker(lie, in: cli))
        #expect(try cli.read("out/" + victim.path) == before)
        #expect(try cli.catalog().rejected.map(\.path) == ["cats/evil.svg"])
        #expect(try cli.out.faults() == [])
    }

    @Test("art about which a worker lied once is made by a fresh one, and published")
    func once() async throws {
        let cli = try await built()
        try cli.drop(Art.disc(2), as: "cats/evil.svg")
        let lie = #"if number == 1: result["output"]["scales"][0]["file"]["sha256"] = "0" * 64"#
        let summary = try await cli.build(with: try LyingWorker(lie, in: cli))
        #expect(summary.exitStatus == 0)
        #expect(try cli.sticker("cats", "evil") != nil)
        #expect(try cli.out.faults() == [])
    }

    @Test("a forged digest of approved pixels does not carry the approval over to other files")
    func forgedApproval() async throws {
        let cli = try CLIFixture(Settings(requireApproval: true))
        try cli.drop(Art.disc(1), as: "cats/evil.svg")
        try await cli.build()
        let sticker = try #require(try cli.catalog().awaitingApproval?.first?.stickers.first)
        try cli.put(
            """
            {"kind":"stickerd-decisions","version":1,"decisions":[{"pack":"cats","sticker":"evil",
            "verdict":"approved","pixels":"\(sticker.pixels)","reviewer":"Ada","comment":"",
            "decided":"2026-11-21T18:00:00Z"}]}
            """, at: "decisions.json")
        #expect(try await cli.run("review", "import", "decisions.json").status == 0)
        #expect(try cli.sticker("cats", "evil")?.renditions == sticker.renditions)
        try cli.drop(Art.disc(2), as: "cats/evil.svg")
        let summary = try await cli.build(
            with: try LyingWorker(
                "if number == 1: result[\"output\"][\"pixels\"] = \"\(sticker.pixels)\"", in: cli))
        #expect(summary.count(.published) == 1)
        #expect(try cli.sticker("cats", "evil")?.renditions == sticker.renditions)
        #expect(try cli.catalog().awaitingApproval?.first?.stickers.first?.pixels != sticker.pixels)
    }

    @Test("texts of findings are short and hold no control characters, however many a worker sends")
    func findings() async throws {
        let cli = try await built()
        try cli.drop(Art.disc(2), as: "cats/evil.svg")
        let lie = #"""
            result["findings"] = [{"rule": "low-resolution", "message": "\u001b[31m" + "ä" * 1100, "mend": "x\u202e"}] * 900
            """#
        try await cli.build(with: try LyingWorker(lie, in: cli))
        let findings = try #require(try cli.sticker("cats", "evil")).findings
        #expect(findings.count == 200)
        #expect(findings.allSatisfy { $0.message.utf8.count <= 2_048 && $0.fix == "x " })
        #expect(findings.allSatisfy { !$0.message.contains("\u{1B}") })
    }

    @Test("a watch goes on publishing while a worker names files that are not there")
    func watch() async throws {
        let cli = try await built()
        let worker = try LyingWorker(#"result["output"]["scales"][0]["file"]["sha256"] = "0" * 64"#, in: cli)
        let problems = Mutex<[String]>([])
        let run = WatchRun(configuration: try cli.configuration(), command: worker.command) { event in
            if case .problem(let text) = event { problems.withLock { $0.append(text) } }
        }
        let task = Task { try await run.run() }
        try cli.drop(Art.disc(2), as: "cats/evil.svg")
        try await eventually("it is not rejected") {
            try cli.catalog().rejected.map(\.path) == ["cats/evil.svg"]
        }
        try cli.drop(Art.disc(3), as: "cats/Later.svg")
        try await eventually("what came later is not published") { try cli.sticker("cats", "later") != nil }
        task.cancel()
        try await task.value
        #expect(problems.withLock { $0 } == [])
        #expect(try await cli.run("audit").status == 0)
    }

    @Test("assets that somebody removed under a watch are made again with the next drop")
    func removedAssets() async throws {
        let cli = try await built()
        let watch = try await cli.watch()
        for path in try #require(try cli.sticker("cats", "good")).renditions.flatMap({ [$0.path, $0.name] }) {
            try cli.remove("out/" + path)
        }
        try cli.drop(Art.disc(3), as: "cats/Other.svg")
        try await eventually("the next drop is not published: \(watch.command.output)") {
            try cli.sticker("cats", "other") != nil
        }
        try await watch.stop()
        try await cli.build()
        #expect(try cli.out.faults() == [])
    }
}

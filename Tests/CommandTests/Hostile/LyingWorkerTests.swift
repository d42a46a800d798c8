import Daemon
import Foundation
import Synchronization
import TestSupport
import Testing

/// What a worker says is not relied on: it may have been taken over by the art that it decodes.
@Suite struct LyingWorkerTests {
    /// A sticker that was published before anything hostile came.
    private func built() async throws -> Workshop {
        let workshop = try Workshop()
        try workshop.drop(Art.disc(1), as: "cats/Good.svg")
        #expect(try await workshop.build().status == 0)
        return workshop
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
        let workshop = try await built()
        try workshop.drop(Art.disc(2), as: "cats/evil.svg")
        try workshop.drop(Art.disc(3), as: "cats/Later.svg")
        let summary = try await workshop.build(with: try LyingWorker(Self.lies[lie].python, in: workshop))
        #expect(summary.exitStatus == 1, "\(Self.lies[lie].name)")
        let rejected = try workshop.catalog().rejected
        #expect(rejected.map(\.path) == ["cats/evil.svg"], "\(Self.lies[lie].name)")
        #expect(rejected.first?.findings.map(\.rule) == ["could-not-render"])
        #expect(try workshop.catalog().packs.first?.stickers.map(\.id) == ["good", "later"])
        #expect(try workshop.out.faults() == [])
        #expect(try await workshop.run("audit").status == 0)
    }

    @Test("a published file of another sticker is not replaced by other bytes under its name")
    func replaced() async throws {
        let workshop = try await built()
        let victim = try #require(try workshop.sticker("cats", "good")).renditions[0]
        let before = try workshop.read("out/" + victim.path)
        try workshop.drop(Art.disc(2), as: "cats/evil.svg")
        let lie = """
            content = b"EVIL BYTES"
            open(work + "/\(victim.sha256).png", "wb").write(content)
            result["output"]["scales"][0]["file"] = {"sha256": "\(victim.sha256)", "bytes": len(content),
                                                     "fileExtension": "png"}
            """
        try await workshop.build(with: try LyingWorker(lie, in: workshop))
        #expect(try workshop.read("out/" + victim.path) == before)
        #expect(try workshop.catalog().rejected.map(\.path) == ["cats/evil.svg"])
        #expect(try workshop.out.faults() == [])
    }

    @Test("art about which a worker lied once is made by a fresh one, and published")
    func once() async throws {
        let workshop = try await built()
        try workshop.drop(Art.disc(2), as: "cats/evil.svg")
        let lie = #"if number == 1: result["output"]["scales"][0]["file"]["sha256"] = "0" * 64"#
        let summary = try await workshop.build(with: try LyingWorker(lie, in: workshop))
        #expect(summary.exitStatus == 0)
        #expect(try workshop.sticker("cats", "evil") != nil)
        #expect(try workshop.out.faults() == [])
    }

    @Test("a forged digest of approved pixels does not carry the approval over to other files")
    func forgedApproval() async throws {
        let workshop = try Workshop(Settings(requireApproval: true))
        try workshop.drop(Art.disc(1), as: "cats/evil.svg")
        try await workshop.build()
        let sticker = try #require(try workshop.catalog().awaitingApproval?.first?.stickers.first)
        try workshop.put(
            """
            {"kind":"stickerd-decisions","version":1,"decisions":[{"pack":"cats","sticker":"evil",
            "verdict":"approved","pixels":"\(sticker.pixels)","reviewer":"Ada","comment":"",
            "decided":"2026-11-21T18:00:00Z"}]}
            """, at: "decisions.json")
        #expect(try await workshop.run("review", "import", "decisions.json").status == 0)
        #expect(try workshop.sticker("cats", "evil")?.renditions == sticker.renditions)
        try workshop.drop(Art.disc(2), as: "cats/evil.svg")
        let summary = try await workshop.build(
            with: try LyingWorker(
                "if number == 1: result[\"output\"][\"pixels\"] = \"\(sticker.pixels)\"", in: workshop))
        #expect(summary.count(.published) == 1)
        #expect(try workshop.sticker("cats", "evil")?.renditions == sticker.renditions)
        #expect(try workshop.catalog().awaitingApproval?.first?.stickers.first?.pixels != sticker.pixels)
    }

    @Test("texts of findings are short and hold no control characters, however many a worker sends")
    func findings() async throws {
        let workshop = try await built()
        try workshop.drop(Art.disc(2), as: "cats/evil.svg")
        let lie = #"""
            result["findings"] = [{"rule": "low-resolution", "message": "\u001b[31m" + "ä" * 1100, "mend": "x\u202e"}] * 900
            """#
        try await workshop.build(with: try LyingWorker(lie, in: workshop))
        let findings = try #require(try workshop.sticker("cats", "evil")).findings
        #expect(findings.count == 200)
        #expect(findings.allSatisfy { $0.message.utf8.count <= 2_048 && $0.mend == "x " })
        #expect(findings.allSatisfy { !$0.message.contains("\u{1B}") })
    }

    @Test("a watch goes on publishing while a worker names files that are not there")
    func watch() async throws {
        let workshop = try await built()
        let worker = try LyingWorker(#"result["output"]["scales"][0]["file"]["sha256"] = "0" * 64"#, in: workshop)
        let problems = Mutex<[String]>([])
        let run = WatchRun(configuration: try workshop.configuration(), command: worker.command) { event in
            if case .problem(let text) = event { problems.withLock { $0.append(text) } }
        }
        let task = Task { try await run.run() }
        try workshop.drop(Art.disc(2), as: "cats/evil.svg")
        try await eventually("it is not rejected") {
            try workshop.catalog().rejected.map(\.path) == ["cats/evil.svg"]
        }
        try workshop.drop(Art.disc(3), as: "cats/Later.svg")
        try await eventually("what came later is not published") { try workshop.sticker("cats", "later") != nil }
        task.cancel()
        try await task.value
        #expect(problems.withLock { $0 } == [])
        #expect(try await workshop.run("audit").status == 0)
    }

    @Test("assets that somebody removed under a watch are made again with the next drop")
    func removedAssets() async throws {
        let workshop = try await built()
        let watch = try workshop.start(["watch", "--json"])
        try await eventually("it does not get ready: \(watch.complaint)") { watch.output.contains("\"ready\"") }
        for path in try #require(try workshop.sticker("cats", "good")).renditions.flatMap({ [$0.path, $0.name] }) {
            try workshop.remove("out/" + path)
        }
        try workshop.drop(Art.disc(3), as: "cats/Other.svg")
        try await eventually("the next drop is not published: \(watch.output)") {
            try workshop.sticker("cats", "other") != nil
        }
        watch.send(SIGTERM)
        _ = try await watch.ending()
        try await workshop.build()
        #expect(try workshop.out.faults() == [])
    }
}

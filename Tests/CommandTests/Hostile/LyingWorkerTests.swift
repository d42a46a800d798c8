import BuildEngine
import Foundation
import Synchronization
import TestSupport
import Testing

/// Tests that stickerd does not trust the answers of a worker. A hostile source may have taken control of the worker.
@Suite struct LyingWorkerTests {
    /// A fixture with a sticker that was published before hostile art is added.
    private func built() async throws -> CLIFixture {
        let cli = try await CLIFixture.built(["cats/Good.svg": 1], startsPrograms: true)
        return cli
    }

    private static let lies: [(name: String, python: String)] = [
        ("a file that was not sent", #"result["output"]["scales"][0]["file"] = 99"#),
        ("a file before the first", #"result["output"]["scales"][0]["file"] = -1"#),
        ("a digest in place of a file", #"result["output"]["scales"][0]["file"] = "0" * 64"#),
        ("a name outside of the output folder", #"result["output"]["scales"][0]["file"] = "../../decisions""#),
        ("more pixels than requested", #"result["output"]["scales"][0]["width"] = 5000"#),
        ("another scale's file", #"result["output"]["scales"][0]["file"] = result["output"]["scales"][2]["file"]"#),
        ("another format", #"result["output"]["scales"][0]["format"] = "gif""#),
        ("a scale less", #"del result["output"]["scales"][2]"#),
        ("an unrequested preview", #"result["output"]["previews"] *= 2"#),
        ("no digest of the pixels", #"result["output"]["pixels"] = "approved""#),
        ("an unknown rule", #"result["findings"] = [{"rule": "no-such-rule", "message": "x", "mend": "y"}]"#),
        ("an answer to another question", #"response.clear(); response["printed"] = {}"#),
        ("other bytes than a picture's", #"next(f for f in frames if f[0] == DATA)[1] = b"EVIL BYTES""#),
        (
            "a picture of another format",
            #"""
            next(f for f in frames if f[0] == DATA)[1] = b"GIF89a\x2c\x01\x2c\x01" + b"x" * 100
            """#
        ),
        (
            "a picture of another size",
            #"""
            data = next(f for f in frames if f[0] == DATA)
            data[1] = data[1][:16] + struct.pack(">II", 4000, 4000) + data[1][24:]
            """#
        ),
        (
            "a file over the byte limit",
            #"frames.insert(frames.index(next(f for f in frames if f[0] == FILE_END)), [DATA, b"x" * 500000])"#
        ),
        (
            "a file of an unknown kind",
            #"""
            file = next(f for f in frames if f[0] == FILE)
            file[1] = file[1][:4] + b"\x4d"
            """#
        ),
        (
            "a kind that is not the file's",
            #"""
            file = next(f for f in frames if f[0] == FILE)
            file[1] = file[1][:4] + b"\x02"
            """#
        ),
        (
            "more files than there can be",
            #"""
            count = sum(1 for f in frames if f[0] == FILE)
            for n in range(count, 70):
                frames[-1:-1] = [[FILE, struct.pack(">IB", n, 1)], [DATA, b"\x89PNG\r\n\x1a\n"], [FILE_END, b""]]
            """#
        ),
        ("a file number left out", #"next(f for f in frames if f[0] == FILE)[1] = b"\0\0\0\5\1""#),
        ("a file without its end", #"frames.remove(next(f for f in frames if f[0] == FILE_END))"#),
        ("bytes of no file", #"frames.insert(1, [DATA, b"x"])"#),
        ("a frame that only stickerd sends", #"frames.insert(1, [ABORT, b""])"#),
    ]

    @Test("a false answer rejects its art, and everything else is published", arguments: lies.indices)
    func rejected(lie: Int) async throws {
        let cli = try await built()
        try cli.drop(["cats/evil.svg": 2, "cats/Later.svg": 3])
        let summary = try await cli.build(with: try LyingWorker(Self.lies[lie].python, in: cli))
        #expect(summary.exitStatus == 1, "\(Self.lies[lie].name)")
        let rejected = try cli.catalog().rejected
        #expect(rejected.map(\.path) == ["cats/evil.svg"], "\(Self.lies[lie].name)")
        #expect(rejected.first?.findings.map(\.rule) == ["could-not-render"])
        #expect(try cli.catalog().packs.first?.stickers.map(\.id) == ["good", "later"])
        #expect(try cli.out.faults() == [])
        #expect(try FileManager.default.contentsOfDirectory(atPath: cli.file("out")).allSatisfy { !$0.hasPrefix(".") })
        #expect(try await cli.run("audit").status == 0)
    }

    @Test("a published file of another sticker is not replaced by other bytes under its name")
    func replaced() async throws {
        let cli = try await built()
        let victim = try #require(try cli.sticker("cats", "good")).renditions[0]
        let before = try cli.read("out/" + victim.path)
        try cli.drop(Art.disc(2), as: "cats/evil.svg")
        let lie = #"""
            next(f for f in frames if f[0] == DATA)[1] = b"EVIL BYTES"
            result["output"]["scales"][0]["file"] = {"sha256": "SHA", "bytes": 10, "fileExtension": "png"}
            """#.replacing("SHA", with: victim.sha256)
        try await cli.build(with: try LyingWorker(lie, in: cli))
        #expect(try cli.read("out/" + victim.path) == before)
        #expect(try cli.catalog().rejected.map(\.path) == ["cats/evil.svg"])
        #expect(try cli.out.faults() == [])
    }

    @Test("art about which a worker lied once is made by a fresh one, and published")
    func once() async throws {
        let cli = try await built()
        try cli.drop(Art.disc(2), as: "cats/evil.svg")
        let lie = #"if number == 1: result["output"]["scales"][0]["file"] = 99"#
        let summary = try await cli.build(with: try LyingWorker(lie, in: cli))
        #expect(summary.exitStatus == 0)
        #expect(try cli.sticker("cats", "evil") != nil)
        #expect(try cli.out.faults() == [])
    }

    @Test("a forged digest of approved pixels does not carry the approval over to other files")
    func forgedApproval() async throws {
        let cli = try await CLIFixture.built(
            ["cats/evil.svg": 1], Settings(requireApproval: true), startsPrograms: true)
        let sticker = try #require(try cli.catalog().awaitingApproval?.first?.stickers.first)
        try await cli.decide(about: sticker)
        #expect(try cli.sticker("cats", "evil")?.renditions == sticker.renditions)
        try cli.drop(Art.disc(2), as: "cats/evil.svg")
        let summary = try await cli.build(
            with: try LyingWorker(
                "if number == 1: result[\"output\"][\"pixels\"] = \"\(sticker.pixels)\"", in: cli))
        #expect(summary.count(.published) == 1)
        #expect(try cli.sticker("cats", "evil")?.renditions == sticker.renditions)
        #expect(try cli.catalog().awaitingApproval?.first?.stickers.first?.pixels != sticker.pixels)
    }

    @Test("texts of findings are short and without control characters, for any number from a worker")
    func findings() async throws {
        let cli = try await built()
        try cli.drop(Art.disc(2), as: "cats/evil.svg")
        let lie = #"""
            result["findings"] = [{"rule": "low-resolution", "message": "\u001b[31m" + "ä" * 1100, "mend": "x\u202e"}] * 500
            """#
        try await cli.build(with: try LyingWorker(lie, in: cli))
        let findings = try #require(try cli.sticker("cats", "evil")).findings
        #expect(findings.count == 200)
        #expect(findings.allSatisfy { $0.message.utf8.count <= 2_048 && $0.fix == "x " })
        #expect(findings.allSatisfy { !$0.message.contains("\u{1B}") })
    }

    @Test("a watch continues to publish while a worker names missing files")
    func watch() async throws {
        let cli = try await built()
        let worker = try LyingWorker(#"result["output"]["scales"][0]["file"] = 99"#, in: cli)
        let problems = Mutex<[String]>([])
        let run = WatchRun(configuration: try cli.configuration(), command: worker.command) { event in
            if case .problem(let text) = event { problems.withLock { $0.append(text) } }
        }
        let task = Task { try await run.run() }
        try cli.drop(Art.disc(2), as: "cats/evil.svg")
        try await eventually("cats/evil.svg is not rejected") {
            try cli.catalog().rejected.map(\.path) == ["cats/evil.svg"]
        }
        try cli.drop(Art.disc(3), as: "cats/Later.svg")
        try await eventually("the sticker cats/later is not published") { try cli.sticker("cats", "later") != nil }
        task.cancel()
        try await task.value
        #expect(problems.withLock { $0 } == [])
        #expect(try await cli.run("audit").status == 0)
    }

    @Test("assets that were removed under a watch are made again with the next drop")
    func removedAssets() async throws {
        let cli = try await built()
        let watch = try await cli.watch()
        for path in try #require(try cli.sticker("cats", "good")).renditions.flatMap({ [$0.path, $0.name] }) {
            try cli.remove("out/" + path)
        }
        try cli.drop(Art.disc(3), as: "cats/Other.svg")
        try await eventually("the sticker cats/other is not published: \(watch.command.output)") {
            try cli.sticker("cats", "other") != nil
        }
        try await watch.stop()
        try await cli.build()
        #expect(try cli.out.faults() == [])
    }
}

import Foundation
import TestSupport
import Testing
import WorkerPool
import WorkerProtocol

/// Tests the restrictions of workers. Workers attempt the forbidden actions themselves.
@Suite struct SandboxTests {
    /// Runs a worker's self-test of its sandbox.
    private func examine(_ arguments: String...) async throws -> SandboxSelfTest {
        let command = WorkerCommand(executable: CLIFixture.renderer, arguments: arguments)
        return try await ConcurrencyLimit.runs.withPermit {
            try await StickerPool.withWorkers(count: 1, command: command) { try await $0.sandboxTest() }
        }
    }

    @Test("a worker reads no file of the user, writes none, and reaches neither network nor programs")
    func confined() async throws {
        let found = try await examine()
        if found.protections.landlock > 0 { #expect(!found.readsOtherFiles && !found.writesOtherFiles) }
        if found.protections.filtersSystemCalls { #expect(!found.reachesNetwork && !found.startsProcesses) }
    }

    @Test("without protection the same attempts succeed: they are real")
    func unconfined() async throws {
        let found = try await examine("--unconfined")
        #expect(found.readsOtherFiles && found.writesOtherFiles && found.reachesNetwork && found.startsProcesses)
    }

    @Test("every thread of a worker is confined, and its limits are set")
    func threads() async throws {
        let found = try await examine()
        let cli = try CLIFixture(Settings(seconds: 60), startsPrograms: true)
        try cli.drop(Art.endless, as: "cats/Endless.svg")
        let build = try cli.start(["build", "--json"])
        defer { build.send(SIGKILL) }
        var worker = ""
        try await eventually("no worker enters the sandbox") {
            let tasks = try FileManager.default.contentsOfDirectory(atPath: "/proc/\(build.pid)/task")
            let children = tasks.compactMap { try? Self.text("/proc/\(build.pid)/task/\($0)/children") }.joined()
            worker = children.split(separator: " ").first.map(String.init) ?? ""
            // The first thread that starts after the worker enters the sandbox is the one that waits for the end of the
            // daemon.
            return !worker.isEmpty && Self.threads(of: worker) >= 2
        }
        for task in try FileManager.default.contentsOfDirectory(atPath: "/proc/\(worker)/task") {
            let status = try Self.text("/proc/\(worker)/task/\(task)/status")
            #expect(status.contains("NoNewPrivs:\t1"))
            if found.protections.filtersSystemCalls { #expect(status.contains("Seccomp:\t2")) }
        }
        let limits = try Self.text("/proc/\(worker)/limits").split(separator: "\n").map {
            $0.split(separator: "  ", omittingEmptySubsequences: true).map { $0.trimmingCharacters(in: .whitespaces) }
        }
        #expect(limits.contains { $0.prefix(3) == ["Max core file size", "0", "0"] })
        #expect(limits.contains { $0.prefix(3) == ["Max open files", "256", "256"] })
        #expect(limits.contains { $0.prefix(3) == ["Max file size", "0", "0"] })
    }

    @Test("a build with protection and one without give the same bytes")
    func sameBytes() async throws {
        let cli = try CLIFixture(startsPrograms: true)
        try cli.drop(Art.svg("<text x='4' y='40' font-size='20'>Hey</text>"), as: "cats/Text.svg")
        try cli.drop(Art.png(), as: "cats/Pixels.png")
        try await cli.build()
        let confined = try cli.catalog()
        try cli.remove("out")
        try cli.remove(".out.stickerd")
        try await cli.build(environment: ["STICKERD_SANDBOX": "off"])
        #expect(try cli.catalog() == confined)
        #expect(confined.packs.flatMap(\.stickers).count == 2)
    }

    @Test("`stickerd doctor` reports the protection of workers, and if it is off")
    func doctor() async throws {
        let cli = try CLIFixture(startsPrograms: true)
        let found = try await examine()
        let on = try await cli.run("doctor")
        #expect(on.output.contains("✓ isolation of files") == (found.protections.landlock > 0))
        #expect(on.output.contains("✓ isolation of system calls") == found.protections.filtersSystemCalls)
        let off = try await cli.run("doctor", environment: ["STICKERD_SANDBOX": "off"])
        #expect(off.output.contains("! isolation: turned off by STICKERD_SANDBOX"))
    }

    @Test("formats with less trusted decoders are rejected until they are enabled")
    func extraFormats() async throws {
        let cli = try CLIFixture(startsPrograms: true)
        try cli.drop(Self.pdf, as: "cats/Page.pdf")
        let off = try await cli.build()
        #expect(off.states == ["cats/Page.pdf": "rejected"])
        #expect(off.reasons["cats/Page.pdf"]?.contains("limits.extraFormats") == true)
        try cli.put(#"{ "limits": { "extraFormats": ["pdf"] } }"#, at: "pipeline.json")
        let on = try await cli.build()
        #expect(on.states == ["cats/Page.pdf": "published"])
    }

    @Test("art that needs too much memory is rejected, and the build succeeds")
    func wantOfMemory() async throws {
        let cli = try CLIFixture(startsPrograms: true)
        try cli.put(#"{ "jobs": 1, "limits": { "memoryMegabytes": 256, "seconds": 60 } }"#, at: "pipeline.json")
        let dashes = "<path d='M-1e9 32 H1e9' stroke='red' stroke-width='9' stroke-dasharray='0.1 0.1'/>"
        try cli.drop(Art.svg(dashes + "<circle cx='32' cy='32' r='24'/>"), as: "cats/Dashes.svg")
        try cli.drop(Art.disc(1), as: "cats/Good.svg")
        let build = try await cli.build()
        #expect(build.status == 1)
        #expect(build.states == ["cats/Dashes.svg": "rejected", "cats/Good.svg": "published"])
    }

    /// A PDF page with a square.
    private static let pdf = """
        %PDF-1.4
        1 0 obj <</Type/Catalog/Pages 2 0 R>> endobj
        2 0 obj <</Type/Pages/Kids[3 0 R]/Count 1>> endobj
        3 0 obj <</Type/Page/Parent 2 0 R/MediaBox[0 0 100 100]/Contents 4 0 R/Resources<<>>>> endobj
        4 0 obj <</Length 31>> stream
        0.8 0.2 0.2 rg 20 20 60 60 re f
        endstream endobj
        trailer <</Root 1 0 R>>
        """

    /// The number of threads of a process. 0 if it has ended.
    private static func threads(of process: String) -> Int {
        let status = (try? text("/proc/\(process)/status")) ?? ""
        return status.firstMatch(of: /Threads:\t([0-9]+)/).flatMap { Int($0.1) } ?? 0
    }

    private static func text(_ path: String) throws -> String {
        String(decoding: try Data(contentsOf: URL(filePath: path)), as: UTF8.self)
    }
}

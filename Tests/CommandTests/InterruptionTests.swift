import BuildEngine
import Foundation
import Glibc
import StateDatabase
import TestSupport
import Testing

/// Tests interrupted runs.
@Suite struct InterruptionTests {
    /// The number of discs in the drop folder. Another source keeps a worker busy until the end of the run.
    private static let count = 24

    private func busy() throws -> CLIFixture {
        let cli = try CLIFixture(Settings(jobs: 2), startsPrograms: true, discs: ["cats/First.svg": 100])
        try cli.drop(.numbered(0..<Self.count))
        try cli.drop(Art.endless, as: "cats/Endless.svg")
        return cli
    }

    private func rendered(_ command: Command) throws -> Set<String> {
        Set(try Event.read(command.output).filter { $0.kind == "rendered" }.compactMap { $0.text("path") })
    }

    /// Whether a worker has used one second of processor time, which is ten times the time of a start. If a worker is
    /// killed before it is ready, stickerd does not attribute the failure to the source.
    private func isAtWork(_ pid: pid_t) -> Bool {
        WorkerProcesses.ticks(of: pid) >= sysconf(Int32(_SC_CLK_TCK))
    }

    @Test("Ctrl-C ends a first run with status 130 and no torn file, and the next does not repeat finished work")
    func interrupted() async throws {
        let cli = try busy()
        let command = try cli.start(["build", "--json"])
        try await eventually("no source is rendered") { try !rendered(command).isEmpty }
        command.send(SIGINT)
        let ending = try await command.ending()
        #expect(ending.status == 130)
        #expect(ending.complaint.contains("Interrupted"))
        let finished = try rendered(command)
        #expect(!cli.has("out/catalog.json"))
        #expect(try cli.out.faults() == [])

        try cli.remove("drop/cats/Endless.svg")
        let next = try await cli.build()
        #expect(next.status == 0)
        #expect(next.renderedPaths.intersection(finished).sorted() == [])
        #expect(try cli.out.faults() == [])
        #expect(try await cli.run("audit").status == 0)
    }

    @Test("Ctrl-C, or a service manager's end, leaves the old manifest", arguments: [SIGINT, SIGTERM, SIGHUP])
    func oldManifest(signal: Int32) async throws {
        let cli = try await CLIFixture.built(["cats/One.svg": 1], startsPrograms: true)
        let before = try cli.out.bytes("catalog.json")
        try cli.drop(Art.disc(2), as: "cats/One.svg")
        try cli.drop(Art.endless, as: "cats/Endless.svg")
        let command = try cli.start(["build", "--json"])
        try await eventually("the build does not begin") { command.output.contains("planned") }
        #expect(try await command.end(by: signal).status == 130)
        #expect(try cli.out.bytes("catalog.json") == before)
        #expect(try cli.out.faults() == [])
    }

    @Test("kill -9 tears nothing, and loses no work finished some time ago, even if other art takes long")
    func killed() async throws {
        let cli = try busy()
        let command = try cli.start(["build", "--json"])
        try await eventually("the discs are not rendered") { try rendered(command).count == Self.count + 1 }
        let workers = WorkerProcesses.renderers(of: command.pid)
        // Opens another connection to the state database, which is only used for reading.
        let (ledger, _) = try await Ledger.open(folder: cli.file(".out.stickerd"))
        try await eventually("finished work is not recorded") {
            try await ledger.balance().results == Self.count + 1
        }
        #expect(try await command.end(by: SIGKILL).status == 128 + SIGKILL)
        for worker in workers { kill(worker, SIGKILL) }
        #expect(!cli.has("out/catalog.json"))

        try cli.remove("drop/cats/Endless.svg")
        let next = try await cli.build()
        #expect(next.status == 0)
        #expect(next.renderedPaths == [])
        #expect(try cli.out.faults() == [])
        #expect(try await cli.run("audit").status == 0)
    }

    @Test("kill -9 at any moment leaves a manifest whose files all exist", arguments: [0, 1, 3, 6])
    func killedAnywhere(after count: Int) async throws {
        let cli = try await CLIFixture.built(.numbered(0..<4), startsPrograms: true)
        for number in 0..<8 { try cli.drop(Art.disc(50 + number), as: "cats/Disc \(number).svg") }
        let command = try cli.start(["build", "--json"])
        try await eventually("the build neither writes the next event nor ends") {
            try Event.read(command.output).count > count
        }
        try await command.end(by: SIGKILL)
        let faults = try cli.out.faults(namesMatter: false)
        #expect(faults.filter { !$0.contains("left over") } == [])
        #expect(try await cli.build().status == 0)
        #expect(try cli.out.faults() == [])
    }

    @Test("no worker outlives a run that was stopped, or killed", arguments: [SIGINT, SIGKILL])
    func orphans(signal: Int32) async throws {
        let cli = try CLIFixture(startsPrograms: true)
        try cli.drop(Art.endless, as: "cats/Endless.svg")
        let command = try cli.start(["build", "--json"])
        try await eventually("no worker is started") { !WorkerProcesses.renderers(of: command.pid).isEmpty }
        let orphans = WorkerProcesses.renderers(of: command.pid)
        defer { for orphan in orphans { kill(orphan, SIGKILL) } }
        try await command.end(by: signal)
        try await eventually("a worker is still running") {
            !orphans.contains(where: WorkerProcesses.isRunning)
        }
    }

    @Test(
        "a file whose workers are killed again and again is rejected, is left alone by the next run, and tried when asked"
    )
    func killedWorker() async throws {
        let cli = try busy()
        let command = try cli.start(["build", "--json"])
        try await eventually("the discs are not rendered") { try rendered(command).count == Self.count + 1 }
        try await eventually("the build does not end although its workers are killed", within: 300) {
            for worker in WorkerProcesses.renderers(of: command.pid) where isAtWork(worker) { kill(worker, SIGKILL) }
            return try rendered(command).count == Self.count + 2
        }
        let build = try BuildResult(await command.ending())
        #expect(build.status == 1)
        #expect(build.states.filter { $0.value != "published" } == ["cats/Endless.svg": "rejected"])
        #expect(try cli.out.faults() == [])
        #expect(try await cli.build().renderedPaths == [])
        let again = try cli.start(["build", "--json", "--retry-failed"])
        try await eventually("the source of the killed worker is not rendered again") {
            again.output.contains("\"toRender\":1")
        }
        try await again.end(by: SIGINT)
    }

    @Test("a build starts no more workers than allowed, and keeps those that it started early")
    func fewWorkers() async throws {
        let cli = try CLIFixture(Settings(jobs: 2), startsPrograms: true, discs: .numbered(0..<Self.count))
        let command = try cli.start(["build"])
        var seen: Set<pid_t> = []
        try await eventually("the build does not end") {
            seen.formUnion(WorkerProcesses.renderers(of: command.pid))
            return !WorkerProcesses.isRunning(command.pid)
        }
        #expect(try await command.ending().status == 0)
        #expect((1...2).contains(seen.count))
    }
}

import Foundation
import Glibc
import Service
import TestSupport
import Testing

@Suite("Signals")
struct ServiceSignalsTests {
    @Test("a stop ends the service in good order, with status 0", arguments: [SIGTERM, SIGINT])
    func stop(signal: Int32) async throws {
        let probe = try Probe()
        try await probe.says("ready")
        probe.send(signal)
        #expect(try await probe.ending() == 0)
        #expect(probe.lines == ["ready", "stopping", "stopped"])
    }

    @Test("a service that ends without a signal was not stopped")
    func finished() async throws {
        let probe = try Probe("brief")
        #expect(try await probe.ending() == 0)
        #expect(probe.lines == ["finished"])
    }

    @Test("SIGHUP makes it read its settings again, each time, and it continues")
    func reload() async throws {
        let probe = try Probe()
        try await probe.says("ready")
        probe.send(SIGHUP)
        try await probe.says("reloading")
        probe.send(SIGHUP)
        try await eventually("the service does not reload a second time") {
            probe.lines.filter { $0 == "reloading" }.count == 2
        }
        probe.send(SIGTERM)
        #expect(try await probe.ending() == 0)
    }

    @Test("an endless reload does not block a stop")
    func stopDuringReload() async throws {
        let probe = try Probe("slow-reload")
        try await probe.says("ready")
        probe.send(SIGHUP)
        try await probe.says("reloading")
        probe.send(SIGTERM)
        #expect(try await probe.ending() == 0)
        #expect(probe.lines.last == "stopped")
    }

    @Test("a service that does not end is ended at the time limit, with a message")
    func forced() async throws {
        let probe = try Probe("deaf")
        try await probe.says("ready")
        probe.send(SIGTERM)
        #expect(try await probe.ending() == 124)
        #expect(probe.complaint == "stickerd: the stop took longer than 0.3 s and was forced\n")
    }

    @Test("a run is cancelled by each signal that asks it to end", arguments: [SIGTERM, SIGINT, SIGHUP])
    func interruption(signal: Int32) async throws {
        let probe = try Probe("run")
        try await probe.says("ready")
        probe.send(signal)
        #expect(try await probe.ending() == 0)
        #expect(probe.lines == ["ready", "stopped"])
    }

    @Test("a run that ignores cancellation is ended at the time limit, with a message")
    func forcedRun() async throws {
        let probe = try Probe("run", "deaf")
        try await probe.says("ready")
        probe.send(SIGTERM)
        #expect(try await probe.ending() == 124)
        #expect(probe.complaint == "stickerd: the stop took longer than 0.3 s and was forced\n")
    }

    @Test("a second Ctrl-C ends it immediately, even if its threads are blocked")
    func secondInterrupt() async throws {
        let probe = try Probe("hang")
        try await probe.says("ready")
        probe.send(SIGINT)
        try await probe.says("stopping")
        probe.send(SIGINT)
        #expect(try await probe.ending() == 130)
    }

    @Test("the service manager is notified of start, reload and stop")
    func notifications() async throws {
        let folder = try TemporaryFolder()
        let socket = try NotifySocket(folder.file("notify"))
        let probe = try Probe(environment: ["NOTIFY_SOCKET": folder.file("notify"), "WATCHDOG_USEC": "600000"])
        var heard: [String] = []
        func hears(_ message: String) throws {
            while let next = socket.next() {
                heard.append(next)
                if next.hasPrefix(message) { return }
            }
            Issue.record("\(message) did not arrive")
        }
        try hears("READY=1")
        try hears("WATCHDOG=1")
        try hears("WATCHDOG=1")
        probe.send(SIGHUP)
        try hears("RELOADING=1")
        try hears("READY=1")
        probe.send(SIGTERM)
        try hears("STOPPING=1")
        #expect(try await probe.ending() == 0)
    }

    @Test("a loop that hangs sends no sign of life")
    func hang() async throws {
        let folder = try TemporaryFolder()
        let socket = try NotifySocket(folder.file("notify"))
        let probe = try Probe(
            "hang", environment: ["NOTIFY_SOCKET": folder.file("notify"), "WATCHDOG_USEC": "100000"])
        #expect(socket.next() == "READY=1")
        probe.send(SIGHUP)
        var next = socket.next()
        while let message = next, !message.hasPrefix("RELOADING=1") {
            #expect(message != "WATCHDOG=1")
            next = socket.next()
        }
        #expect(next != nil)
    }

    @Test("idle, with its web server, it needs far less than 60 MB")
    func memory() async throws {
        let probe = try Probe("web")
        try await probe.says("ready")
        try await eventually("the server does not start") { probe.lines.contains { $0.hasPrefix("port ") } }
        #expect(try probe.kilobytes("VmRSS") < 60_000)
    }
}

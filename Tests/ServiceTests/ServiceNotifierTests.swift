import Foundation
import Service
import TestSupport
import Testing

@Suite("Telling the service manager")
struct ServiceNotifierTests {
    private func environment(_ socket: String, _ more: [String: String] = [:]) -> [String: String] {
        ["NOTIFY_SOCKET": socket].merging(more) { $1 }
    }

    @Test("a socket with a path gets each message as a separate datagram")
    func path() throws {
        let folder = try TemporaryFolder()
        let socket = try NotifySocket(folder.file("notify"))
        let notifier = ServiceNotifier(environment: environment(folder.file("notify")))
        notifier.ready()
        notifier.status("Watching 3 folders\nand more")
        notifier.stopping()
        #expect(socket.next() == "READY=1")
        #expect(socket.next() == "STATUS=Watching 3 folders and more")
        #expect(socket.next() == "STOPPING=1")
    }

    @Test("a name in the abstract space is reached too")
    func abstract() throws {
        let name = "@stickerd-test-\(UUID().uuidString)"
        let socket = try NotifySocket(name)
        ServiceNotifier(environment: environment(name)).ready()
        #expect(socket.next() == "READY=1")
    }

    @Test("a reload carries the monotonic time that Type=notify-reload asks for")
    func reload() throws {
        let folder = try TemporaryFolder()
        let socket = try NotifySocket(folder.file("notify"))
        let before = ProcessInfo.processInfo.systemUptime
        ServiceNotifier(environment: environment(folder.file("notify"))).reloading()
        let lines = try #require(socket.next()).split(separator: "\n")
        #expect(lines.first == "RELOADING=1")
        let time = try #require(lines.last?.split(separator: "=").last.flatMap { Double($0) }) / 1e6
        #expect(time >= before - 1 && time <= before + 60)
    }

    @Test("the same status is sent once")
    func sameStatus() throws {
        let folder = try TemporaryFolder()
        let socket = try NotifySocket(folder.file("notify"))
        let notifier = ServiceNotifier(environment: environment(folder.file("notify")))
        for _ in 0..<3 { notifier.status("idle") }
        notifier.status("busy")
        #expect(socket.next() == "STATUS=idle")
        #expect(socket.next() == "STATUS=busy")
        #expect(socket.waiting() == nil)
    }

    @Test("frequent beats reach the watchdog rarely, and in time")
    func watchdog() async throws {
        let folder = try TemporaryFolder()
        let socket = try NotifySocket(folder.file("notify"))
        let notifier = ServiceNotifier(environment: environment(folder.file("notify"), ["WATCHDOG_USEC": "4000000"]))
        #expect(notifier.watchdog == .seconds(4))
        let heart = Heartbeat(health: Health(cycleLimit: .seconds(60)), notifier: notifier)
        #expect(heart.interval == .seconds(2))
        for _ in 0..<1000 { heart.beat() }
        #expect(socket.next() == "WATCHDOG=1")
        #expect(socket.waiting() == nil)
        try await eventually("no later heartbeat is sent") {
            heart.beat()
            return socket.waiting() == "WATCHDOG=1"
        }
    }

    @Test(
        "without NOTIFY_SOCKET nothing is sent and no watchdog runs",
        arguments: [[:], ["NOTIFY_SOCKET": ""], ["NOTIFY_SOCKET": "relative"], ["WATCHDOG_USEC": "1000000"]])
    func nobody(environment: [String: String]) {
        let notifier = ServiceNotifier(environment: environment)
        #expect(!notifier.isEnabled && notifier.watchdog == nil)
        notifier.ready()
    }

    @Test("the watchdog of another process is ignored")
    func otherProcess() throws {
        let folder = try TemporaryFolder()
        let socket = try NotifySocket(folder.file("notify"))
        let notifier = ServiceNotifier(
            environment: environment(folder.file("notify"), ["WATCHDOG_USEC": "1000000", "WATCHDOG_PID": "1"]))
        notifier.alive()
        #expect(notifier.watchdog == nil && socket.waiting() == nil)
    }

    @Test("a missing service manager causes no harm")
    func gone() throws {
        let folder = try TemporaryFolder()
        var socket: NotifySocket? = try NotifySocket(folder.file("notify"))
        let notifier = ServiceNotifier(environment: environment(folder.file("notify")))
        socket = nil
        notifier.ready()
        #expect(socket == nil && notifier.isEnabled)
    }
}

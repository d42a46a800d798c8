import Foundation
import Glibc
import Service
import StickerConfiguration
import TestSupport
import Testing

@Suite("Hooks that are programs")
struct CommandHookTests {
    private let fixture: HookFixture
    private var folder: TemporaryFolder { fixture.folder }

    init() throws {
        fixture = try HookFixture()
    }

    @Test("a program reads the event as JSON on its standard input")
    func delivery() async throws {
        let hook = try folder.script("cat >> \(folder.file("events")); echo >> \(folder.file("events"))")
        try await fixture.run(HookSettings(onPublished: [.command([hook])])) { hooks in
            hooks.notify(HookFixture.published("happy", "sad"))
        }
        let event = try #require(try fixture.events().first)
        #expect(event.event == .published && event.pack == "cats" && event.report == "/srv/out/report.html")
        #expect(event.stickers.map(\.id) == ["happy", "sad"])
        #expect(event.stickers.first?.path == "packs/cats/happy@3x.png" && event.stickers.first?.bytes == 1234)
        #expect(fixture.deliveries("delivered") == 1)
    }

    @Test("a program gets its arguments as they are, no shell's, and hardly any environment")
    func environment() async throws {
        let hook = try folder.script(
            "printf '%s\\n' \"$@\" > \(folder.file("arguments")); env > \(folder.file("environment"))")
        setenv("STICKERD_TEST_SECRET", "1", 1)
        try await fixture.run(HookSettings(onProblem: [.command([hook, "$(id)", "a b; c"])])) { hooks in
            hooks.notify(.problem("The disk is full.", report: "/srv/out/report.html"))
        }
        #expect(try folder.read("arguments") == "$(id)\na b; c\n")
        let environment = try folder.read("environment")
        #expect(!environment.contains("SECRET") && !environment.contains("HOME="))
        #expect(environment.contains("STICKERD_EVENT=problem"))
    }

    @Test("each kind of event goes to the hooks that request it")
    func kinds() async throws {
        let one = try folder.script("one", "cat > \(folder.file("received-one"))")
        let two = try folder.script("two", "cat > \(folder.file("received-two"))")
        try await fixture.run(HookSettings(onPublished: [.command([one])], onRejected: [.command([two])])) { hooks in
            hooks.notify(
                .rejected(
                    [.init(path: "cats/a.png", reason: "It is torn.", fix: "Export it again.")], pack: "cats",
                    report: "/r"))
        }
        #expect(!folder.has("received-one"))
        #expect(try folder.read("received-two").contains("\"mend\":\"Export it again.\""))
    }

    @Test("a program that hangs is ended at the limit, with the processes that it started")
    func hanging() async throws {
        let hook = try folder.script(
            "sleep 1000 & echo $! > \(folder.file("child")); trap '' TERM; sleep 1000; sleep 1000")
        try await fixture.run(HookSettings(onPublished: [.command([hook])], seconds: 5, retries: 0)) { hooks in
            hooks.notify(HookFixture.published("a"))
        }
        #expect(fixture.deliveries("given_up") == 1)
        #expect(fixture.log.text.contains("it took longer than 5 s and was terminated"))
        let child = try #require(pid_t(try folder.read("child").trimmingCharacters(in: .whitespacesAndNewlines)))
        try await eventually("the child process of the hook is still running") {
            kill(child, 0) != 0 || Self.isZombie(child)
        }
    }

    @Test("a program that fails is tried again until it succeeds")
    func retried() async throws {
        let hook = try folder.script(
            "echo x >> \(folder.file("tries")); [ $(wc -l < \(folder.file("tries"))) -ge 3 ] || { echo not yet >&2; exit 7; }"
        )
        try await fixture.run(HookSettings(onPublished: [.command([hook])], retries: 5)) { hooks in
            hooks.notify(HookFixture.published("a"))
            try await eventually("the third attempt does not succeed") { fixture.deliveries("delivered") == 1 }
        }
        #expect(try folder.read("tries") == "x\nx\nx\n")
        #expect(fixture.deliveries("failed") == 2 && fixture.deliveries("given_up") == 0)
        #expect(fixture.log.text.contains("it ended with status 7: not yet"))
    }

    @Test("after the last attempt it is abandoned, and the next event is still delivered")
    func givenUp() async throws {
        let hook = try folder.script("echo x >> \(folder.file("tries")); exit 1")
        try await fixture.run(HookSettings(onPublished: [.command([hook])], retries: 2)) { hooks in
            hooks.notify(HookFixture.published("a"))
            try await eventually("the first event is not given up") { fixture.deliveries("given_up") == 1 }
            hooks.notify(HookFixture.published("b"))
            try await eventually("the second event is not given up") { fixture.deliveries("given_up") == 2 }
        }
        #expect(try folder.read("tries").count == 2 * 6)
    }

    @Test("a program that writes megabytes, or reads nothing of a long event, causes no harm")
    func loud() async throws {
        let hook = try folder.script(
            "exec 0<&-; head -c 20000000 /dev/zero | tee /dev/stderr; echo done > \(folder.file("done"))")
        let long = (0..<100).map {
            HookEvent.Sticker(id: "s\($0)", label: String(repeating: "l", count: 300), path: "p", bytes: 1)
        }
        try await fixture.run(HookSettings(onPublished: [.command([hook])], retries: 0)) { hooks in
            hooks.notify(.published(long, pack: "cats", report: "/r"))
        }
        #expect(fixture.deliveries("delivered") == 1 && folder.has("done"))
    }

    @Test("a program that leaves another one behind does not block the hook")
    func leftBehind() async throws {
        let hook = try folder.script("sleep 30 & exit 0")
        try await fixture.run(HookSettings(onPublished: [.command([hook])], seconds: 20, retries: 0)) { hooks in
            hooks.notify(HookFixture.published("a"))
        }
        #expect(fixture.deliveries("delivered") == 1)
    }

    @Test("a missing program is reported")
    func missing() async throws {
        try await fixture.run(HookSettings(onPublished: [.command([folder.file("no-such")])], retries: 0)) { hooks in
            hooks.notify(HookFixture.published("a"))
        }
        #expect(fixture.log.text.contains("cannot be started"))
    }

    private static func isZombie(_ pid: pid_t) -> Bool {
        let stat = (try? String(contentsOfFile: "/proc/\(pid)/stat", encoding: .utf8)) ?? ""
        return stat.contains(") Z ")
    }
}

import Foundation
import StickerConfiguration
import TestSupport
import Testing

/// Tests the limits of the kernel. Each test lowers a limit temporarily, which only root is permitted to do.
@Suite(
    "The kernel's limits", .serialized,
    .enabled("needs write access to /proc/sys/fs/inotify") { KernelLimit.areWritable })
struct WatchLimitTests {
    @Test("when the queue overflows everything is examined again, and every file is taken")
    func overflow() async throws {
        let limit = try KernelLimit("max_queued_events", lowered: 4)
        defer { limit.restore() }
        try await WatchedDrop.run { drop in
            limit.restore()
            var count = 0
            try await eventually("the queue does not overflow") {
                try drop.makeFolder("pack\(count / 100)")
                for _ in 0..<100 {
                    try drop.write(SampleArt.png("\(count)"), to: "pack\(count / 100)/\(count).png")
                    count += 1
                }
                return drop.watch.currentStatus.overflows > 0
            }
            try await eventually("the overflow is not reported") { drop.events.contains(.lookEverywhere(.overflow)) }
            try await eventually("not all files are read") { drop.present.count == count }
            try await eventually("not all folders are watched") {
                drop.watch.currentStatus.folders == 1 + count / 100
            }
        }
    }

    @Test("without watches left it names the sysctl to raise, and continues by polling")
    func outOfWatches() async throws {
        let limit = try KernelLimit("max_user_watches", lowered: 1)
        defer { limit.restore() }
        try await WatchedDrop.run(mode: .auto) {
            for index in 0..<5 { try $0.makeFolder("pack\(index)") }
        } _: { drop in
            limit.restore()
            #expect(drop.watch.currentStatus.mode == .polling)
            try drop.write(SampleArt.png("a"), to: "pack3/Cat.png")
            try await eventually("the file is not read") { drop.present == ["pack3/Cat.png"] }
            let notices = drop.events.filter { if case .notice = $0 { true } else { false } }
            #expect(notices.count == 1)
            #expect("\(notices)".contains("sysctl fs.inotify.max_user_watches="))
            try await eventually("the event does not arrive") { drop.events.contains(.touched("pack3/Cat.png")) }
        }
    }

    @Test("running out of watches later on is survived too, and inotify is tried again")
    func outOfWatchesLater() async throws {
        try await WatchedDrop.run(mode: .auto, rescan: .milliseconds(300)) { drop in
            #expect(drop.watch.currentStatus.mode == .inotify)
            let limit = try KernelLimit("max_user_watches", lowered: 1)
            defer { limit.restore() }
            try drop.makeFolder("cats")
            try await eventually("the watch does not poll") { drop.watch.currentStatus.mode == .polling }
            try drop.write(SampleArt.png("a"), to: "cats/Cat.png")
            try await eventually("the file is not read") { drop.present == ["cats/Cat.png"] }
            limit.restore()
            try await eventually("the watch does not use inotify again") { drop.watch.currentStatus.mode == .inotify }
            #expect(drop.watch.currentStatus.folders == 2)
        }
    }
}

/// A limit in /proc/sys/fs/inotify.
private final class KernelLimit: Sendable {
    private let path: String
    private let before: String

    static var areWritable: Bool {
        FileManager.default.isWritableFile(atPath: "/proc/sys/fs/inotify/max_queued_events") && geteuid() == 0
    }

    init(_ name: String, lowered value: Int) throws {
        path = "/proc/sys/fs/inotify/" + name
        before = try String(contentsOfFile: path, encoding: .utf8)
        try "\(value)".write(toFile: path, atomically: false, encoding: .utf8)
    }

    func restore() {
        try? before.write(toFile: path, atomically: false, encoding: .utf8)
    }
}

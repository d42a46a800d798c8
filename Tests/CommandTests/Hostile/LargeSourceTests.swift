import Foundation
import Glibc
import TestSupport
import Testing

/// Tests that stickerd passes sources of the maximum size to workers in pieces.
@Suite struct LargeSourceTests {
    /// The peak memory use of a process, in megabytes.
    private func peak(_ process: pid_t) throws -> Int {
        let status = try String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)
        let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") })
        return try #require(Int(line.filter(\.isNumber))) / 1024
    }

    /// A still PNG that contains an ignored chunk of 190 MB.
    private func large() throws -> Data {
        let png = Data(Art.png())
        var chunk = Data()
        let content = Data(repeating: 0x55, count: 190_000_000)
        func number(_ value: Int) -> Data { withUnsafeBytes(of: UInt32(value).bigEndian) { Data($0) } }
        chunk += number(content.count) + Data("prVt".utf8) + content
        // An ancillary chunk may have a wrong checksum.
        chunk += number(0)
        return png.prefix(33) + chunk + png.dropFirst(33)
    }

    @Test("a source of 190 MB and 300 frames leave stickerd as small as it was, and a worker within its limit")
    func memory() async throws {
        let cli = try CLIFixture(discs: ["cats/One.svg": 1])
        let watch = try await cli.watch()
        try await eventually("the sticker cats/one is not published") { (try? cli.sticker("cats", "one")) != nil }
        let before = try peak(watch.command.pid)
        try cli.drop([UInt8](try large()), as: "cats/Large.png")
        for place in 0..<300 {
            try cli.drop(Art.png(shade: UInt8(place % 250)), as: "cats/Wave.frames/\(1000 + place).png")
        }
        try await eventually(
            "the large sources are neither published nor rejected: \(watch.command.output)", within: 300
        ) {
            let catalog = try cli.catalog()
            let paths = catalog.packs.flatMap(\.stickers).map(\.source.path) + catalog.rejected.map(\.path)
            return Set(paths).isSuperset(of: ["cats/Large.png", "cats/Wave.frames"])
        }
        // stickerd also hashes both files, but does not keep their bytes in memory.
        #expect(try peak(watch.command.pid) < before + 60)
        for pid in WorkerProcesses.renderers(of: watch.command.pid) { #expect(try peak(pid) < 1_000) }
        try await watch.stop()
    }
}

import Deflate
import Foundation
import ImageHeaders
import PNG
import Pixels
import TestSupport
import Testing
import Vips

/// Tests `stickerd frames`.
@Suite struct FramesTests {
    /// An animation of two frames: a red area, and the same area with a blue square in the middle, which is removed
    /// afterwards.
    private static func animation() throws -> [UInt8] {
        let middle = FrameRectangle(x: 2, y: 2, width: 4, height: 4)
        return try APNGWriter(width: 8, height: 8, loopCount: 3, level: .fast).write([
            frame(FrameRectangle(width: 8, height: 8), [255, 0, 0, 255], FrameDelay(numerator: 1, denominator: 30)),
            frame(middle, [0, 0, 255, 255], FrameDelay(milliseconds: 500)),
        ])
    }

    private static func frame(
        _ rectangle: FrameRectangle, _ colour: [UInt8], _ delay: FrameDelay
    ) -> AnimationFrame<RGBAImage> {
        AnimationFrame(
            control: FrameControl(rectangle: rectangle, delay: delay),
            image: RGBAImage(
                width: rectangle.width, height: rectangle.height,
                bytes: (0..<rectangle.width * rectangle.height).flatMap { _ in colour }))
    }

    @Test("each frame is written as it is shown, and the list has delays, loops and size")
    func frames() async throws {
        let cli = try CLIFixture()
        try cli.put(Self.animation(), at: "Wave.png")
        let ending = try await cli.run("frames", "Wave.png", "--to", "new/frames")
        #expect(ending.status == 0, "\(ending.complaint)")
        #expect(ending.output == "new/frames: 2 frames of 8 × 8 px, 0.53 s\n")
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: cli.file("new/frames")).sorted()
                == ["0001.png", "0002.png", "frames.json"])
        try VipsLibrary.start(extra: VipsLibrary.ExtraLoader.allCases)
        let second = try Image.load([UInt8](cli.read("new/frames/0002.png")), strictness: .error)
        #expect(try [UInt8](second.bytes()[0..<3]) == [255, 0, 0])
        #expect(
            try [UInt8](second.bytes()[(3 * 8 + 3) * second.bands..<(3 * 8 + 3) * second.bands + 3]) == [0, 0, 255])
        let list = try #require(
            try JSONSerialization.jsonObject(with: cli.read("new/frames/frames.json")) as? [String: Any])
        #expect(list["width"] as? Int == 8)
        #expect(list["height"] as? Int == 8)
        #expect(list["loopCount"] as? Int == 3)
        let frames = try #require(list["frames"] as? [[String: Any]])
        #expect(frames.map { $0["file"] as? String } == ["0001.png", "0002.png"])
        #expect(frames[0]["delayNumerator"] as? Int == 1)
        #expect(frames[0]["delayDenominator"] as? Int == 30)
        #expect(frames.map { $0["milliseconds"] as? Double } == [1000.0 / 30, 500])
    }

    @Test("frames go to NAME.frames with a sidecar, and both can be dropped as they are")
    func roundTrip() async throws {
        let cli = try CLIFixture()
        try cli.put(Self.animation(), at: "Wave.png")
        let ending = try await cli.run("frames", "Wave.png")
        #expect(ending.status == 0 && ending.output.hasPrefix("Wave.frames: 2 frames"), "\(ending)")
        #expect(ending.complaint.contains("different durations"))
        #expect(try cli.text("Wave.json") == "{\n  \"frameRate\": 3.75,\n  \"loops\": 3\n}\n")
        #expect(try await cli.run("frames", "Wave.png", "-o", "drop/cats/Wave.frames", "-q").status == 0)
        let build = try await cli.build()
        #expect(build.status == 0 && build.total("published") == 1)
        #expect(build.ignored["cats/Wave.frames/frames.json"] == nil)
    }

    @Test("a still picture and a damaged one end with status 1, a reason, and no list", arguments: ["still", "torn"])
    func refused(what: String) async throws {
        let cli = try CLIFixture()
        try cli.put(what == "still" ? Art.png() : Array(Self.animation().prefix(120)), at: "It.png")
        let ending = try await cli.run("frames", "It.png", "--to", "frames")
        #expect(ending.status == 1)
        #expect(ending.complaint.hasPrefix("stickerd: It.png "), "\(ending.complaint)")
        #expect(!cli.has("frames/frames.json"))
        #expect(!cli.has("frames"), "the empty folder was not removed")
        if what == "still" { #expect(ending.complaint.contains("Give an animated file."), "\(ending.complaint)") }
    }

    @Test("a folder with something in it is left alone; a missing file, and a folder in its place, are errors")
    func wrongUsage() async throws {
        let cli = try CLIFixture()
        try cli.put(Self.animation(), at: "Wave.png")
        try cli.put("mine", at: "full/note.txt")
        let full = try await cli.run("frames", "Wave.png", "--to", "full")
        #expect(full.status == 2)
        #expect(full.complaint.contains("full: the folder is not empty"))
        #expect(!cli.has("full/0001.png"))
        #expect(try await cli.run("frames", "Nothing.png", "--to", "new").status == 2)
        #expect(try await cli.run("frames", "full", "--to", "new").status == 2)
    }

    @Test("an animation that is larger than the limits is refused from its header")
    func bomb() async throws {
        let cli = try CLIFixture()
        var bytes = try Self.animation()
        // The chunk acTL follows IHDR, so its data begin at byte 41.
        bytes.replaceSubrange(41..<45, with: [0x7F, 0xFF, 0xFF, 0xFF])
        bytes.replaceSubrange(49..<53, with: RawChunk.big(RawChunk.crc(Array(bytes[37..<49]))))
        try cli.put(bytes, at: "Bomb.png")
        let ending = try await cli.run("frames", "Bomb.png", "--to", "frames")
        #expect(ending.status == 1)
        #expect(ending.complaint.contains("2,147,483,647 frames"), "\(ending.complaint)")
    }
}

import Film
import Foundation
import Pixels
import Testing

@Suite("A film")
struct FilmEncoderTests {
    private static let side = 64
    private static let hasFFmpeg = FileManager.default.isExecutableFile(atPath: "/usr/bin/ffmpeg")

    /// A frame with a block in strong colours on a pale background. The position of the block depends on `place`.
    private static func frame(_ place: Int) -> RGBAImage {
        var picture = RGBAImage(
            width: side, height: side, filledWith: RGBAColour(red: 240, green: 235, blue: 210))
        for y in 20..<44 {
            for x in (4 + place * 6)..<(24 + place * 6) {
                let at = (y * side + x) * 4
                picture.bytes.replaceSubrange(at..<(at + 3), with: y < 32 ? [200, 40, 40] : [30, 60, 190])
            }
        }
        return picture
    }

    private static func film(
        _ seconds: [Double] = Array(repeating: 0.1, count: 6), rate: Double = 20
    ) throws -> (bytes: [UInt8], shown: [Int: RGBAImage]) {
        var shown: [Int: RGBAImage] = [:]
        let bytes = try FilmEncoder(side: side, seconds: seconds).encode(
            rate: rate, frame: { frame($0) }, shown: { shown[$0] = $1 })
        return (bytes, shown)
    }

    private static func difference(_ one: [UInt8], _ other: [UInt8]) -> Double {
        guard one.count == other.count else { return .infinity }
        return Double(zip(one, other).reduce(0) { $0 + abs(Int($1.0) - Int($1.1)) }) / Double(max(1, one.count))
    }

    private static func output(of program: String, _ arguments: [String]) throws -> [UInt8] {
        let (process, pipe) = (Process(), Pipe())
        process.executableURL = URL(filePath: program)
        process.arguments = arguments
        process.standardOutput = pipe
        try process.run()
        let data = try pipe.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        return process.terminationStatus == 0 ? Array(data) : []
    }

    private static func withFile<T>(_ bytes: [UInt8], _ body: (String) throws -> T) throws -> T {
        let path = NSTemporaryDirectory() + "stickerd-film-\(UUID().uuidString).mp4"
        try Data(bytes).write(to: URL(filePath: path))
        defer { try? FileManager.default.removeItem(atPath: path) }
        return try body(path)
    }

    @Test("shows every frame, in colours close to the art's")
    func frames() throws {
        let film = try Self.film(rate: 12)
        #expect(film.shown.keys.sorted() == [0, 1, 2, 3, 4, 5])
        for (place, picture) in film.shown {
            #expect(Self.difference(picture.bytes, Self.frame(place).bytes) < 3)
        }
    }

    @Test("equal frames give equal bytes")
    func reproducible() throws {
        #expect(try Self.film().bytes == Self.film().bytes)
    }

    @Test("a higher rate factor gives fewer bytes")
    func rate() throws {
        #expect(try Self.film(rate: 40).bytes.count < Self.film(rate: 14).bytes.count)
    }

    @Test("another decoder shows the same pixels", .enabled(if: hasFFmpeg))
    func decoded() throws {
        let film = try Self.film()
        let raw = try Self.withFile(film.bytes) { path in
            try Self.output(
                of: "/usr/bin/ffmpeg",
                [
                    "-v", "error", "-i", path, "-vf",
                    "scale=in_color_matrix=bt709:in_range=tv:out_range=pc:flags=bilinear+accurate_rnd+full_chroma_int,"
                        + "format=rgba", "-f", "rawvideo", "-",
                ])
        }
        let length = Self.side * Self.side * 4
        try #require(raw.count == 6 * length)
        for place in 0..<6 {
            let picture = Array(raw[(place * length)..<((place + 1) * length)])
            #expect(Self.difference(picture, try #require(film.shown[place]).bytes) < 1.5)
        }
    }

    @Test("has the times of its frames, one video track and no sound", .enabled(if: hasFFmpeg))
    func times() throws {
        let text = try Self.withFile(try Self.film([0.1, 0.5, 0.04, 0.2]).bytes) { path in
            String(
                decoding: try Self.output(
                    of: "/usr/bin/ffprobe",
                    [
                        "-v", "error", "-show_entries",
                        "stream=codec_name,profile,pix_fmt:format=duration:frame=pts_time",
                        "-of", "default=noprint_wrappers=1", path,
                    ]), as: UTF8.self)
        }
        let lines = text.split(separator: "\n").map(String.init)
        #expect(lines.filter { $0.hasPrefix("codec_name") } == ["codec_name=h264"])
        #expect(lines.contains("profile=High") && lines.contains("pix_fmt=yuv420p"))
        #expect(lines.contains("duration=0.840000"))
        let times = lines.filter { $0.hasPrefix("pts_time") }
        #expect(
            times == ["pts_time=0.000000", "pts_time=0.100000", "pts_time=0.600000", "pts_time=0.640000"])
    }

    @Test("refuses an odd side, no frames and frames of another size")
    func refused() throws {
        #expect(throws: FilmError.unsuitableFrames) { try FilmEncoder(side: 63, seconds: [0.1]) }
        #expect(throws: FilmError.unsuitableFrames) { try FilmEncoder(side: 64, seconds: []) }
        let encoder = try FilmEncoder(side: 32, seconds: [0.1])
        #expect(throws: FilmError.unsuitableFrames) {
            try encoder.encode(rate: 20, frame: { _ in Self.frame(0) }, shown: { _, _ in })
        }
    }
}

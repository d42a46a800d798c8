import FileAccess
import Foundation
import Glibc
import Intake
import StickerConfiguration
import Testing

@Suite("Folders of frames")
struct FrameFolderTests {
    private let drop: DropFixture

    init() throws { drop = try DropFixture() }

    private func scan() throws -> DropListing { try DropScanner.list(drop.path) }

    private func names(of art: ScannedSource?) -> [String] {
        (art?.framePaths ?? []).map { String($0.split(separator: "/").last ?? "") }
    }

    @Test("a folder of frames is one sticker, in a pack and at the root")
    func oneSticker() throws {
        try drop.add("cats/Big Wave.frames/1.png")
        try drop.add("cats/Big Wave.frames/2.png")
        try drop.add("Jump.FRAMES/a.png")
        let art = try scan().art
        #expect(art.map(\.path) == ["Jump.FRAMES", "cats/Big Wave.frames"])
        #expect(art.map(\.id) == ["jump", "big-wave"])
        #expect(art.map(\.title) == ["Jump", "Big Wave"])
        #expect(art.map(\.pack) == ["default", "cats"])
        #expect(try scan().ignored.isEmpty)
    }

    @Test("frames are in the order of their numbers, with gaps and leading zeros")
    func order() throws {
        for name in ["wave10.png", "wave2.png", "wave002a.png", "wave1.PNG", "wave0009.png", "wave.png"] {
            try drop.add("cats/Wave.frames/\(name)")
        }
        #expect(
            names(of: try scan().art.first) == [
                "wave1.PNG", "wave2.png", "wave002a.png", "wave0009.png", "wave10.png", "wave.png",
            ])
    }

    @Test("other files in it are ignored with a reason, and so is a folder without pictures")
    func ignored() throws {
        try drop.add("cats/Wave.frames/1.png")
        try drop.add("cats/Wave.frames/notes.txt", text: "words")
        try drop.add("cats/Wave.frames/.DS_Store")
        try drop.add("cats/Wave.frames/2.png.part")
        try drop.add("cats/Wave.frames/old/3.png")
        try drop.addFolder("cats/Nothing.frames")
        let reasons = Dictionary(uniqueKeysWithValues: try scan().ignored.map { ($0.path, $0.reason) })
        #expect(
            reasons == [
                "cats/Wave.frames/notes.txt": .notArt, "cats/Wave.frames/.DS_Store": .systemFile,
                "cats/Wave.frames/2.png.part": .temporary, "cats/Wave.frames/old": .nestedFolder,
                "cats/Nothing.frames": .noFrames,
            ])
        #expect(names(of: try scan().art.first) == ["1.png"])
    }

    @Test("a sidecar next to the folder sets a frame rate, loops and a label")
    func sidecar() throws {
        try drop.add("cats/Wave.frames/1.png")
        try drop.add("cats/Wave.json", text: #"{"label": "hello", "frameRate": 12.5, "loops": 3}"#)
        let sidecar = try #require(try scan().art.first?.sidecar)
        #expect(sidecar == Sidecar(label: "hello", frameRate: 12.5, loops: 3))
        #expect(try scan().ignored.map(\.reason) == [.settings])
    }

    @Test("a folder of frames is preferred to files of the same title")
    func preferred() throws {
        try drop.add("cats/Wave.frames/1.png")
        try drop.add("cats/Wave.svg")
        try drop.add("cats/Wave.gif")
        let art = try scan().art
        #expect(art.filter { $0.choice == .chosen }.map(\.path) == ["cats/Wave.frames"])
        #expect(art.filter { $0.choice == .superseded(by: "cats/Wave.frames") }.count == 2)
    }

    @Test("the timestamp changes with every frame that is added, touched, removed or replaced")
    func stamp() throws {
        for number in 1...3 { try drop.add("cats/Wave.frames/\(number).png", text: "frame \(number)") }
        func stamp() throws -> FileStat? { try scan().art.first?.stamp }
        var seen = [try stamp()]
        #expect(seen[0]?.size == 21)
        #expect(try stamp() == seen[0])
        let folder = drop.path + "/cats/Wave.frames/"
        try drop.add("cats/Wave.frames/4.png", text: "frame 4")
        seen.append(try stamp())
        // The names of two frames with equal sizes and timestamps are exchanged.
        try #require(rename(folder + "1.png", folder + "x.png") == 0)
        try #require(rename(folder + "2.png", folder + "1.png") == 0)
        try #require(rename(folder + "x.png", folder + "2.png") == 0)
        seen.append(try stamp())
        try #require(unlink(folder + "4.png") == 0)
        seen.append(try stamp())
        #expect(Set(seen).count == 4)
    }

    @Test("the hash is that of the frames in their order, whatever their names")
    func digest() throws {
        for (number, text) in ["one", "two", "three"].enumerated() {
            try drop.add("cats/A.frames/\(number).png", text: text)
            try drop.add("cats/B.frames/frame-\(number * 7 + 3).png", text: text)
            try drop.add("cats/C.frames/\(9 - number).png", text: text)
        }
        let art = try scan().art
        let digests = try art.map { try SourceDigest.sha256(of: $0).hex }
        #expect(digests[0] == digests[1])
        #expect(digests[0] != digests[2])
        let stamps = try art.map { try SourceDigest.sha256(of: $0).stamp }
        #expect(stamps == art.map(\.stamp))
    }
}

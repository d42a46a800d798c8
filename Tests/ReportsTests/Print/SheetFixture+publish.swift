import Deflate
import Foundation
import JobModel
import PNG
import Pixels
import Publishing
import Reports
import SheetModel
import SheetRendering
import StickerManifest
import StickerRendering
import Texts

/// Creates complete published stickers with previews and a manifest, like the result of a build.
extension SheetFixture {
    static let blue = RGBAColour(red: 0, green: 0, blue: 255)

    var out: OutputFolder { OutputFolder(folder.path) }

    /// Writes a picture into the folder, and returns its hash.
    func publish(_ picture: RGBAImage) throws -> String {
        let bytes = try PNGEncoder.encode(picture, level: .fast)
        let path = "assets/\(Digest.sha256(bytes)).png"
        try FileManager.default.createDirectory(
            at: folder.appending(component: "assets"), withIntermediateDirectories: true)
        try Data(bytes).write(to: folder.appending(path: path))
        return path
    }

    /// A sticker of a blue square with a margin of a quarter, at three scales and on two backgrounds.
    func whole(_ id: String, label: String? = nil, findings: [Finding] = [], review: Review? = nil) throws -> Sticker {
        var sticker = Sample.sticker(id, label: label ?? id, size: .small, bytes: 120_000, findings: findings)
        for place in sticker.renditions.indices {
            let side = sticker.renditions[place].width
            sticker.renditions[place].path = try publish(SheetFixture.square(side: side, on: .clear))
        }
        sticker.previews = try Sample.backgrounds.map { background in
            guard case .colour(let hex) = background.fill else { throw CocoaError(.featureUnsupported) }
            let path = try publish(SheetFixture.square(side: 300, on: RGBAColour(hex: hex) ?? .white))
            return Preview(background: background.name, path: path, name: "previews/\(id)", sha256: "0", bytes: 9)
        }
        sticker.review = review
        return sticker
    }

    /// The same sticker as an animation, in which each frame has a single colour.
    func moving(_ id: String, colours: [RGBAColour]) throws -> Sticker {
        var sticker = try whole(id)
        let side = 200
        var strip = Canvas(width: side * colours.count, height: side, paper: .white)
        for (place, colour) in colours.enumerated() {
            strip.fill(.init(x: place * side, y: 0, width: side, height: side), with: colour)
        }
        sticker.animation = Animation(frames: 24, duration: 1600, loopCount: 0)
        sticker.filmstrip = Filmstrip(
            path: try publish(strip.image), name: "previews/\(id).filmstrip.png", sha256: "0", bytes: 9,
            width: side * colours.count, height: side, times: colours.indices.map { $0 * 500 })
        return sticker
    }

    private static func square(side: Int, on paper: RGBAColour) -> RGBAImage {
        var image = RGBAImage(width: side, height: side, filledWith: paper)
        for y in side / 4..<side * 3 / 4 {
            for x in side / 4..<side * 3 / 4 {
                image.bytes.replaceSubrange((y * side + x) * 4..<(y * side + x) * 4 + 4, with: [0, 0, 255, 255])
            }
        }
        return image
    }

    /// Writes the manifest, and reads it in the same way as a sheet.
    func document(
        _ packs: [Pack], rejected: [RejectedSource] = [], waiting: [Pack]? = nil, only: [String] = [],
        decided: [Reviews.Key: String] = [:], _ texts: Texts = .english
    ) throws -> SheetDocument {
        var catalog = Sample.catalog(packs, rejected: rejected)
        catalog.awaitingApproval = waiting
        let file = folder.appending(component: "catalog.json")
        try catalog.json().write(to: file)
        // The date of the manifest differs from the day of the test.
        try FileManager.default.setAttributes(
            [.modificationDate: Date(timeIntervalSince1970: 951_782_399)], ofItemAtPath: file.path)
        return try SheetDocument(out: out, packs: only, decided: decided, texts)
    }

    /// Writes a sheet.
    func sheet(
        _ document: SheetDocument, _ format: SheetOptions.Format, mode: SheetOptions.Mode = .contact,
        paper: Paper = .a4,
        name: String = "sheet"
    ) throws -> SheetFile.Outcome {
        let renderer = PrintRenderer()
        // The job is encoded and decoded as for a worker, so that values that its JSON lacks are not drawn.
        let file = SheetFile(document, out: out, options: SheetOptions(mode: mode, format: format, paper: paper)) {
            job in
            let made = MemoryOutput()
            try renderer.run(
                try JSONDecoder().decode(PrintJob.self, from: try JSONEncoder().encode(job)),
                inputs: PublishedFiles(folder: self.folder), output: made)
            return made.files.map(\.bytes)
        }
        return try file.write(to: folder.appending(component: "\(name).\(format.rawValue)").path)
    }

    func contents(_ path: String) throws -> Data { try Data(contentsOf: URL(filePath: path)) }
}

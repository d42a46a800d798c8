import Deflate
import Foundation
import JobModel
import PNG
import Pixels
import SheetModel
import SheetRendering
import StickerManifest
import StickerRendering
import TestSupport
import Vips

/// A folder with the published files of a few computed stickers. It is removed together with this value.
final class SheetFixture {
    var folder: URL { temporary.url }
    private let temporary: TemporaryFolder

    private static let started = Result { try VipsLibrary.start(extra: VipsLibrary.ExtraLoader.allCases) }

    init() throws {
        try SheetFixture.started.get()
        temporary = try TemporaryFolder()
    }

    /// Creates a sticker whose @3x file is a square of one colour, with a transparent margin of a quarter on each side.
    func sticker(
        _ id: String, label: String? = nil, colour: RGBAColour = RGBAColour(red: 0, green: 0, blue: 255),
        size: StickerSize = .small, findings: [Finding] = []
    ) throws -> Sticker {
        let side = size.pixels(scale: 3)
        var picture = Canvas(width: side, height: side, paper: .clear).image
        for y in side / 4..<side * 3 / 4 {
            for x in side / 4..<side * 3 / 4 {
                let place = (y * side + x) * 4
                picture.bytes.replaceSubrange(
                    place..<place + 4, with: [colour.red, colour.green, colour.blue, colour.alpha])
            }
        }
        let bytes = try PNGEncoder.encode(picture, level: .fast)
        let digest = Digest.sha256(bytes)
        try Data(bytes).write(to: folder.appending(component: "\(digest).png"))
        return Sample.sticker(
            id, label: label ?? id, size: size, path: "\(digest).png", bytes: bytes.count, findings: findings)
    }

    func job(
        _ stickers: [Sticker], rejected: [RejectedSource] = [], backgrounds: [Background] = Sample.backgrounds,
        title: String = "Cats"
    ) -> SheetJob {
        let pack = Sample.pack(stickers, title: title)
        return SheetJob.pages(
            of: pack, rejected: rejected, backgrounds: backgrounds, generator: "stickerd 0")[0]
    }

    /// Draws a whole page, and writes it into the folder. On machines with the same fonts, the same job gives the same
    /// bytes.
    func render(_ page: SheetJob) throws -> SheetPageFile {
        let backgrounds = BackgroundCache()
        let answers = try SheetStrip.strips(of: page).map { strip in
            let made = MemoryOutput()
            let answer = try SheetRenderer.draw(
                strip, inputs: PublishedFiles(folder: folder), output: made, backgrounds: backgrounds)
            try Data(made.files[0].bytes).write(to: folder.appending(component: strip.name))
            return answer
        }
        return try SheetPageFile.join(answers, of: page, in: folder.path)
    }

    /// Provides published files to a renderer. In these tests, a path identifies a background, instead of a hash.
    struct PublishedFiles: JobInputs {
        let folder: URL

        func bytes(of input: JobInput) throws -> [UInt8] {
            switch input {
            case .published(let path), .background(let path):
                guard let data = try? Data(contentsOf: folder.appending(path: path)) else {
                    throw SheetError.unreadable(path: path, reason: "it does not exist")
                }
                return [UInt8](data)
            case .source, .frame: throw JobError.withoutInput
            }
        }
    }

    /// Reads the pixels of a drawn page.
    func picture(of page: SheetPageFile) throws -> RGBAImage {
        let data = try Data(contentsOf: folder.appending(component: page.contentName))
        return try Image.load([UInt8](data), strictness: .error).withAlpha().rgba()
    }
}

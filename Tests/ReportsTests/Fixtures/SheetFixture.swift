import Deflate
import Foundation
import JobModel
import PNG
import Pixels
import SheetModel
import SheetRendering
import StickerCatalog
import Vips

/// A folder with published files of a few made-up stickers; gone when the test is.
final class SheetFixture {
    let folder: URL

    private static let started = Result { try VipsLibrary.start(extra: VipsLibrary.ExtraLoader.allCases) }

    init() throws {
        try SheetFixture.started.get()
        folder = FileManager.default.temporaryDirectory.appending(component: "review-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(at: folder)
    }

    /// A sticker whose @3x file is a square of one colour with a transparent margin of a quarter.
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
            of: pack, rejected: rejected, backgrounds: backgrounds, generator: "stickerd 0", assetsFolder: folder.path,
            outputFolder: folder.path)[0]
    }

    /// The pixels of a page that was drawn here.
    func picture(of page: SheetPageFile) throws -> RGBAImage {
        let data = try Data(contentsOf: folder.appending(component: page.contentName))
        return try Image.load([UInt8](data), strictness: .error).withAlpha().rgba()
    }
}

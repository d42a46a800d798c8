import Deflate
import Glibc
import ImageHeaders
import JobModel

/// A part of a page to be drawn. The strips of a page can be drawn at the same time. Afterwards, they are joined.
package struct SheetStrip: Codable, Hashable, Sendable {
    package var page: SheetJob
    /// The strip's position on the page, from 0 at the top.
    package var place: Int

    /// The number of stickers on a strip.
    package static let stickerCount = 4

    /// The strips of a page, from the top. Every page has at least one.
    package static func strips(of page: SheetJob) -> [SheetStrip] {
        let count = (page.pack.stickers.count + stickerCount - 1) / stickerCount
        return (0..<max(1, count)).map { SheetStrip(page: page, place: $0) }
    }

    package var isFirst: Bool { place == 0 }
    package var isLast: Bool { (place + 1) * SheetStrip.stickerCount >= page.pack.stickers.count }
    /// The positions of its stickers on the page.
    package var range: Range<Int> {
        let count = page.pack.stickers.count
        return min(place * SheetStrip.stickerCount, count)..<min((place + 1) * SheetStrip.stickerCount, count)
    }
    /// The width in pixels. All pages of a sheet have the same cells, so that a reader can compare them by flipping
    /// pages.
    package var width: Int { VectorPage.pixels(grid.width) }
    package var grid: SheetGrid { SheetGrid(size: page.gridSize, backgroundCount: page.backgrounds.count) }
    /// The name of the strip's file. It needs no random part, because only one process draws a page at a time.
    package var name: String { "\(OutputNames.sheet(pack: page.pack.id))-\(page.page).\(place).strip" }

    /// The files that the strip may need: the published files of its stickers, and the backgrounds.
    package var inputs: [JobInput] {
        var paths: [String] = []
        for sticker in page.pack.stickers[range] {
            let rendition = sticker.renditions.first { $0.scale == 3 }
            let files = [rendition?.path, sticker.filmstrip?.path].compactMap(\.self)
            for path in files + (page.itemKind == .message ? sticker.previews.map(\.path) : [])
            where !paths.contains(path) {
                paths.append(path)
            }
        }
        return paths.map { .published(path: $0) } + page.backgrounds.inputs
    }
}

/// The answer of a renderer that has drawn a strip and sent its file.
package struct SheetStripAnswer: Codable, Hashable, Sendable {
    /// The height in pixels.
    package var height: Int
    /// The checksum of the uncompressed bytes.
    package var checksum: Adler32

    package init(height: Int, checksum: Adler32) {
        self.height = height
        self.checksum = checksum
    }

    /// A limit that is far above the height of any strip, in pixels.
    private static let mostRows = 100_000

    /// Whether a correct renderer could give this answer for the strip.
    ///
    /// - Parameter bytes: the size of the strip's file.
    package func isPossible(for strip: SheetStrip, bytes: Int) -> Bool {
        (1...SheetStripAnswer.mostRows).contains(height) && checksum.isPossible
            && checksum.count == height * (1 + 3 * strip.width)
            && (0...checksum.count + 65_536).contains(bytes)
    }
}

/// The drawn page of a sheet. The file is in the folder of the page's strips.
package struct SheetPageFile: Codable, Hashable, Sendable {
    /// SHA-256 of the file, in lower-case hexadecimal.
    package var sha256: String
    /// Size in bytes.
    package var bytes: Int
    /// Width in pixels.
    package var width: Int
    /// Height in pixels.
    package var height: Int

    package init(sha256: String, bytes: Int, width: Int, height: Int) {
        self.sha256 = sha256
        self.bytes = bytes
        self.width = width
        self.height = height
    }

    /// The file's name in the folder of the strips.
    package var contentName: String { "\(sha256).png" }
}

extension SheetPageFile {
    /// Joins the strips of a page, writes the page into the same folder, and removes the strips.
    ///
    /// - Parameters:
    ///   - files: the files of all strips, from the top.
    ///   - folder: the absolute path of the strips' folder.
    /// - Throws: `JobError` if a strip cannot be read or the page cannot be written, `PNGError` if it is too large.
    package static func join(
        _ files: [SheetStripAnswer], of page: SheetJob, in folder: String
    ) throws -> SheetPageFile {
        let strips = SheetStrip.strips(of: page)
        let paths = strips.map { "\(folder)/\($0.name)" }
        let (width, height) = (strips[0].width, files.reduce(0) { $0 + $1.height })
        let file = try ContentFile.join(
            PNGStrip.head(width: width, rows: height), paths, PNGStrip.tail(files.map(\.checksum)),
            fileExtension: "png", folder: folder)
        for path in paths { unlink(path) }
        return SheetPageFile(sha256: file.sha256, bytes: file.bytes, width: width, height: height)
    }
}

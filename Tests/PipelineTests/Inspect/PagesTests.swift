import ImageHeaders
import JobModel
import Testing
import Vips

@Suite("Files with several pages")
struct PagesTests {
    private let art = TestArt.disc(64, radius: 24)

    private var tiff: [UInt8] {
        RawFiles.tiff(width: 64, height: 64, samples: 4, bits: 8, photometric: 2, alpha: true, data: art.bytes)
    }

    /// A TIFF with a second directory of entries after its own.
    private func tiff(adding directory: [UInt8]) -> [UInt8] {
        var bytes = tiff
        if bytes.count % 2 == 1 { bytes.append(0) }
        let next = 8 + 2 + Int(bytes[8]) * 12
        bytes.replaceSubrange(next..<next + 4, with: (0..<4).map { UInt8(truncatingIfNeeded: bytes.count >> ($0 * 8)) })
        return bytes + directory
    }

    /// A TIFF whose first directory is repeated as the second.
    private var twoPages: [UInt8] {
        let first = tiff
        return tiff(adding: Array(first[8..<10 + Int(first[8]) * 12]) + [0, 0, 0, 0])
    }

    @Test(
        "a PDF with three pages is one sticker, and the other two are reported with the fix",
        .enabled(if: VipsLibrary.canLoad("pdfload_buffer")))
    func pdf() throws {
        let result = try PipelineFixture().run(RawFiles.pdf(pages: 3), name: "cats/Cat.pdf")
        #expect(result.output != nil)
        let finding = try #require(result.findings.first { $0.rule == "pages-left-out" })
        #expect(finding.message.contains("has 3 pages. The sticker shows the first page; 2 were left out."))
        #expect(finding.fix.contains("export each"))
    }

    @Test("a TIFF with two pages is one sticker, and the other page is reported")
    func pages() throws {
        let result = try PipelineFixture().run(twoPages, name: "cats/Cat.tif")
        #expect(result.output != nil)
        let finding = try #require(result.findings.first { $0.rule == "pages-left-out" })
        #expect(finding.message.contains("has 2 pages. The sticker shows the first page; 1 was left out."))
    }

    @Test("a file with one page does not have the finding")
    func onePage() throws {
        #expect(try !PipelineFixture().run(tiff, name: "cats/Cat.tif").rules.contains("pages-left-out"))
    }

    @Test("smaller copies and masks in a TIFF are not pages", arguments: [UInt8(1), 4, 5])
    func smallerCopy(kind: UInt8) {
        // The directory has a single entry, NewSubfileType.
        let directory: [UInt8] = [1, 0, 254, 0, 4, 0, 1, 0, 0, 0, kind, 0, 0, 0, 0, 0, 0, 0]
        #expect(TIFFPages.count(tiff(adding: directory)) == 1)
    }

    @Test("a TIFF whose directories lead in a circle, or that is cut anywhere, is counted without a crash")
    func circle() {
        var bytes = tiff
        let next = 8 + 2 + Int(bytes[8]) * 12
        bytes.replaceSubrange(next..<next + 4, with: [8, 0, 0, 0])
        #expect(TIFFPages.count(bytes) == 1)
        for length in 0..<200 { _ = TIFFPages.count(Array(twoPages.prefix(length))) }
        for length in 0..<200 { _ = TIFFPages.count(Array(twoPages.suffix(length))) }
    }
}

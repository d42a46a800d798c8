import Foundation
import SheetModel
import StickerManifest
import Testing

@Suite struct SheetJobTests {
    private func pages(stickers: Int, rejected: Int) -> [SheetJob] {
        SheetJob.pages(
            of: Sample.pack((0..<stickers).map { Sample.sticker("s\($0)") }),
            rejected: (0..<rejected).map { Sample.rejected("cats/\($0).png") }, backgrounds: Sample.backgrounds,
            generator: "stickerd 0")
    }

    @Test(
        "every sticker and every rejected source is on one page, in order",
        arguments: [(0, 0), (1, 0), (8, 1), (9, 12), (30, 40), (0, 13)])
    func everything(stickers: Int, rejected: Int) {
        let pages = pages(stickers: stickers, rejected: rejected)
        #expect(pages.flatMap(\.pack.stickers).map(\.id) == (0..<stickers).map { "s\($0)" })
        #expect(pages.flatMap(\.rejected).map(\.path) == (0..<rejected).map { "cats/\($0).png" })
        #expect(pages.map(\.page) == Array(1...pages.count))
        #expect(pages.allSatisfy { $0.pageCount == pages.count })
        #expect(pages.allSatisfy { $0.pack.stickers.count <= 12 && $0.rejected.count <= 12 })
    }

    @Test("rejected sources begin on the last page of stickers")
    func rejectedAtTheEnd() {
        let pages = pages(stickers: 9, rejected: 3)
        #expect(pages.map(\.rejected.count) == [0, 3])
    }

    @Test("the pack's figures are only on the first page, and every page has the grid of the largest sticker")
    func totals() {
        var stickers = (0..<20).map { Sample.sticker("s\($0)") }
        stickers[19].size = .large
        let pages = SheetJob.pages(
            of: Sample.pack(stickers), rejected: [Sample.rejected("cats/a.png")], backgrounds: Sample.backgrounds,
            generator: "stickerd 0")
        #expect(pages.map(\.totals) == [PackTotals(of: stickers, rejected: 1), nil, nil])
        #expect(pages.map(\.firstPlace) == [1, 9, 17])
        #expect(pages.allSatisfy { $0.gridSize == .large })
    }

    @Test("a changed sticker changes only its own page and the first")
    func otherPages() {
        var stickers = (0..<20).map { Sample.sticker("s\($0)") }
        func pages() -> [SheetJob] {
            SheetJob.pages(
                of: Sample.pack(stickers), rejected: [], backgrounds: Sample.backgrounds, generator: "stickerd 0")
        }
        let before = pages()
        stickers[18].renditions[0].bytes += 1
        #expect(zip(before, pages()).map { $0 == $1 } == [false, true, false])
    }

    @Test("a job survives its way to a worker")
    func coding() throws {
        let job = pages(stickers: 1, rejected: 1)[0]
        #expect(try JSONDecoder().decode(SheetJob.self, from: JSONEncoder().encode(job)) == job)
    }

    @Test("every sticker of a page is on one of its strips", arguments: [(0, 1), (1, 1), (4, 1), (5, 2), (8, 2)])
    func strips(stickers: Int, count: Int) throws {
        let page = pages(stickers: stickers, rejected: 2)[0]
        let strips = SheetStrip.strips(of: page)
        #expect(strips.map(\.place) == Array(0..<count))
        #expect(strips.flatMap(\.range) == Array(0..<stickers))
        #expect(strips.map(\.isFirst) == [true] + Array(repeating: false, count: count - 1))
        #expect(strips.map(\.isLast) == Array(repeating: false, count: count - 1) + [true])
    }

    @Test(
        "impossible numbers of a strip are rejected",
        arguments: [
            #""height": 9223372036854775807, "checksum": {"value": 1, "count": 8}"#,
            #""height": -1, "checksum": {"value": 1, "count": -65520}"#,
            #""height": 2, "checksum": {"value": 4294967295, "count": 12}"#,
            #""height": 2, "checksum": {"value": 1, "count": 3}"#,
            #""height": 2, "checksum": {"value": 1, "count": 9223372036854775807}"#,
        ])
    func impossible(numbers: String) throws {
        let strip = SheetStrip.strips(of: pages(stickers: 1, rejected: 0)[0])[0]
        let answer = try JSONDecoder().decode(SheetStripAnswer.self, from: Data("{\(numbers)}".utf8))
        #expect(!answer.isPossible(for: strip, bytes: 9))
    }
}

import Foundation
import Review
import StickerCatalog
import Testing

@Suite struct SheetJobTests {
    private func pages(stickers: Int, rejected: Int) -> [SheetJob] {
        SheetJob.pages(
            of: Sample.pack((0..<stickers).map { Sample.sticker("s\($0)") }),
            rejected: (0..<rejected).map { Sample.rejected("cats/\($0).png") }, backgrounds: Sample.backgrounds,
            generator: "stickerd 0", assetsFolder: "/a", outputFolder: "/b")
    }

    @Test(
        "every sticker and every rejected source is on one page, in order",
        arguments: [(0, 0), (1, 0), (8, 1), (9, 12), (30, 40), (0, 13)])
    func everything(stickers: Int, rejected: Int) {
        let pages = pages(stickers: stickers, rejected: rejected)
        #expect(pages.flatMap(\.stickers) == (0..<stickers).map { "s\($0)" })
        #expect(pages.flatMap(\.rejected).map(\.path) == (0..<rejected).map { "cats/\($0).png" })
        #expect(pages.map(\.page) == Array(1...pages.count))
        #expect(pages.allSatisfy { $0.pageCount == pages.count })
        #expect(pages.allSatisfy { $0.stickers.count <= 12 && $0.rejected.count <= 12 })
    }

    @Test("rejected sources begin on the last page of stickers")
    func rejectedAtTheEnd() {
        let pages = pages(stickers: 9, rejected: 3)
        #expect(pages.map(\.rejected.count) == [0, 3])
    }

    @Test("a job survives its way to a worker")
    func coding() throws {
        let job = pages(stickers: 1, rejected: 1)[0]
        #expect(try JSONDecoder().decode(SheetJob.self, from: JSONEncoder().encode(job)) == job)
    }
}

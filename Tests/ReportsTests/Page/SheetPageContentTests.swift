import JobModel
import Reports
import SheetModel
import StickerManifest
import Testing
import Texts

@Suite("The content of a sheet's page")
struct SheetPageContentTests {
    private func content(
        _ pack: Pack, page: Int = 1, rejected: [RejectedSource] = [], pngPages: [String] = []
    ) -> SheetPageContent {
        SheetPageContent(
            pack: pack, page: page, rejected: rejected, backgrounds: Sample.backgrounds, pngPages: pngPages,
            byteLimit: 500_000, .english)
    }

    private func finding(_ rule: String) -> Finding {
        Finding(rule: rule, level: .warning, message: "", fix: "")
    }

    @Test("findings are listed by rule in the order of the rules, and those of unknown rules last under their ids")
    func concerns() {
        let pack = Sample.pack([
            Sample.sticker("a", label: "", findings: ["zz-unknown", "low-resolution"].map(finding)),
            Sample.sticker("b", label: "Sad Cat", findings: ["low-resolution", "touches-edge"].map(finding)),
        ])
        let concerns: [SheetPageContent.Concern] = content(pack).concerns
        #expect(
            concerns.map(\.summary) == [
                Texts.english("rule.touches-edge.summary"), Texts.english("rule.low-resolution.summary"), "zz-unknown",
            ])
        #expect(concerns.map { $0.links.map(\.text) } == [["Sad Cat"], ["a", "Sad Cat"], ["a"]])
        #expect(concerns.map { $0.links.map(\.href) } == [["#s-b"], ["#s-a", "#s-b"], ["#s-a"]])
    }

    @Test("a sticker on a later page has one anchor among the findings of the first page, also with two rules")
    func anchors() {
        var stickers = (0...SheetPage.mostStickers).map { Sample.sticker("s\($0)") }
        stickers[SheetPage.mostStickers].findings = ["low-resolution", "touches-edge"].map(finding)
        let pack = Sample.pack(stickers)
        let links: [SheetPageContent.Link] = content(pack).concerns.flatMap(\.links)
        #expect(links.map(\.href) == ["cats.2.html#s-s500", "cats.2.html#s-s500"])
        #expect(links.filter(\.isElsewhere).map(\.anchor) == ["s-s500"])
        #expect(content(pack, page: 2).concerns.isEmpty)
    }

    @Test("a large pack has a link to each of its pages except the current one")
    func parts() {
        let pack = Sample.pack((0..<2 * SheetPage.mostStickers + 1).map { Sample.sticker("s\($0)") })
        let second = content(pack, page: 2)
        let parts: [SheetPageContent.Part] = second.parts
        #expect(parts.map(\.text) == ["1", "2", "3"] && parts.map(\.isCurrent) == [false, true, false])
        #expect(parts.map(\.href) == ["cats.html", "cats.2.html", "cats.3.html"])
        #expect(second.stickers.count == SheetPage.mostStickers && second.hasParts)
        #expect(!content(Sample.pack([Sample.sticker("a")])).hasParts)
    }

    @Test("all columns are as wide as the largest sticker of the pack")
    func columns() {
        let page = content(Sample.pack([Sample.sticker("a", size: .small), Sample.sticker("b", size: .large)]))
        #expect(page.columns == ["white", "red"] && page.columnWidth == StickerSize.large.points)
    }

    @Test("the page links to the pictures of the sheet, or has the command that draws them")
    func pictures() {
        let pack = Sample.pack([Sample.sticker("a")])
        let drawn = content(pack, pngPages: ["ca ts-1.png", "cats-2.png"])
        #expect(drawn.pages.map(\.text) == ["1", "2"] && drawn.pages.first?.href == "ca%20ts-1.png")
        let undrawn = content(pack)
        #expect(!undrawn.hasPages && undrawn.command == "stickerd sheet --pack cats -o cats.pdf")
    }

    @Test("the facts are the number of stickers, their size, and the bytes of their @3x files if there are any")
    func facts() {
        let page = content(Sample.pack([Sample.sticker("a", bytes: 1200), Sample.sticker("b", bytes: 2400)]))
        let size = Texts.english.size(.small, of: .sticker)
        #expect(page.facts == ["2 stickers", size, "3,600 bytes at @3x"])
        #expect(content(Sample.pack([])).facts == ["no stickers", size])
    }

    @Test("rejected files are listed and counted, also without any finding of a sticker")
    func rejected() {
        let page = content(Sample.pack([]), rejected: [Sample.rejected("cats/x.png"), Sample.rejected("cats/y.png")])
        #expect(page.hasConcerns && page.concerns.isEmpty && page.rejectedCount == "2 files")
        #expect(page.rejectedSources.map(\.fileName) == ["x.png", "y.png"])
        #expect(!content(Sample.pack([Sample.sticker("a")])).hasConcerns)
    }
}

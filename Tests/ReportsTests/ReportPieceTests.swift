import Foundation
import Glibc
import JobModel
import Publishing
import Reports
import SheetModel
import StickerManifest
import TestSupport
import Testing
import Texts

@Suite("Links and pictures in pages")
struct PageLinkTests {
    @Test(
        "a path becomes an address that leads to the same file",
        arguments: [
            ("sheets/cats.html", "sheets/cats.html"), ("a b#c?d%.png", "a%20b%23c%3Fd%25.png"), ("é", "%C3%A9"),
            ("\u{1}", "%01"), ("a:b&c\"d'<", "a%3Ab%26c%22d%27%3C"), ("", ""),
        ])
    func encoded(path: String, address: String) throws {
        #expect(RelativeLink.encoded(path) == address)
        #expect(address.removingPercentEncoding == path)
    }

    @Test(
        "a picture has the media type of its format, and one of an unknown format is a PNG",
        arguments: [("a.png", "image/png"), ("a.jpg", "image/jpeg"), ("a.gif", "image/gif"), ("a.x", "image/png")])
    func picture(path: String, type: String) {
        #expect(DataAddress.picture([1, 2, 3], path: path) == "data:\(type);base64,AQID")
    }

    @Test("a sticker that is published has a link to its row, and another one has none")
    func thumbnails() {
        let catalog = Sample.catalog([
            Sample.pack([Sample.sticker("a b", path: "assets/ä.png"), Sample.sticker("c", label: "")])
        ])
        let thumbnails = Thumbnails(of: catalog)
        let shown: ThumbnailView = thumbnails.words(pack: "cats", id: "a b")
        #expect(shown.isPublished && shown.label == "Happy Cat")
        #expect(shown.sheetHref == "sheets/cats.html#s-a%20b" && shown.imageHref == "assets/%C3%A4.png")
        #expect(thumbnails.words(pack: "cats", id: "c").label == "c")
        let gone = thumbnails.words(pack: "dogs", id: "a b")
        #expect(!gone.isPublished && gone.sheetHref == "" && gone.label == "a b")
    }

    @Test("a list shows the first frame of an animation, and the @2x file of any other sticker")
    func still() {
        var moving = Sample.sticker("a")
        moving.filmstrip = Filmstrip(
            path: "assets/strip.png", name: "", sha256: "", bytes: 1, width: 2, height: 1, times: [0, 100])
        var still = Sample.sticker("b")
        still.renditions[1].path = "assets/2x.png"
        let thumbnails = Thumbnails(of: Sample.catalog([Sample.pack([moving, still])]))
        #expect(thumbnails.words(pack: "cats", id: "a").imageHref == "assets/strip.png")
        #expect(thumbnails.words(pack: "cats", id: "b").imageHref == "assets/2x.png")
    }

    @Test(
        "a pack's link says how many decisions are left",
        arguments: [
            (0, 0, false, "7 stickers"), (7, 0, false, "7 stickers"), (3, 0, true, "7 stickers · 3"),
            (0, 2, true, "7 stickers · 2"), (0, 0, true, "7 stickers · "),
        ])
    func packLink(open: Int, sentBack: Int, isReviewed: Bool, text: String) {
        let link = ReportPageContent.PackLink(
            id: "cats", title: "Cats", stickers: 7, noun: "sticker", open: open, sentBack: sentBack,
            isReviewed: isReviewed, Texts(.english))
        #expect(link.count.hasPrefix(text))
        #expect(link.count.contains("·") == (isReviewed || sentBack > 0))
        #expect(link.href == "sheets/cats.html")
    }

    @Test(
        "the bar of a sticker is its share of the limit, and never empty or beyond its end",
        arguments: [
            (0, 1, false), (450_000, 90, false), (450_501, 90, true), (500_000, 100, true), (Int.max, 100, true),
        ])
    func bar(bytes: Int, bar: Int, isNearLimit: Bool) {
        let view = StickerView(Sample.sticker("a", bytes: bytes), backgrounds: [], side: 100, byteLimit: 500_000)
        #expect(view.bar == bar && view.isNearLimit == isNearLimit)
    }

    @Test("a sticker's row has a cell for each background with a preview, and a file for each size")
    func cells() {
        let green = Background(name: "green", fill: .colour("#00ff00"))
        let view = StickerView(
            Sample.sticker("a", label: ""), backgrounds: Sample.backgrounds + [green], side: 100, byteLimit: 500_000)
        let cells: [StickerView.Cell] = view.cells
        #expect(cells.map(\.background) == ["white", "red"] && cells.map(\.fill) == ["#ffffff", "#ff3b30"])
        #expect(cells.first?.href == "../assets/a%20white.png")
        let files: [StickerView.File] = view.files
        #expect(files.map(\.scale) == [3, 2, 1] && files.map(\.pixels) == ["300 × 300", "200 × 200", "100 × 100"])
        #expect(view.label == "a" && !view.moves)
    }

    @Test("an animation has the times of the frames in its strip")
    func moments() {
        var sticker = Sample.sticker("a")
        sticker.animation = Animation(frames: 4, duration: 2000, loopCount: 0)
        sticker.filmstrip = Filmstrip(
            path: "assets/strip.png", name: "", sha256: "", bytes: 1, width: 2, height: 1, times: [0, 500, 1500])
        let view = StickerView(sticker, backgrounds: [], side: 100, byteLimit: 500_000)
        #expect(view.moves && view.moments == ["0.00 s", "0.50 s", "1.50 s"])
    }
}

@Suite("Numbers and times on sheets")
struct SheetNumberTests {
    @Test("a pack's code is as short as distinguishes it from the others")
    func codes() {
        let numbers = StickerNumbers(packs: ["cats", "cows", "dogs"])
        #expect(numbers.number(0, of: 9, in: "dogs") == "D-01")
        #expect(numbers.number(0, of: 9, in: "cats") == "CA-01")
        #expect(numbers.number(0, of: 9, in: "cows") == "CO-01")
    }

    @Test("numbers have as many digits as the last one, and at least two", arguments: [(9, "D-03"), (100, "D-003")])
    func digits(count: Int, number: String) {
        #expect(StickerNumbers(packs: ["dogs"]).number(2, of: count, in: "dogs") == number)
    }

    @Test("no two of many packs have the same code, also if one's name begins another's, or all begin alike")
    func unique() {
        let packs = ["cat", "cats", "cats-2", "catsa", "catsb", "🐱", "😺"] + (0..<30).map { "summer-\($0)" }
        let numbers = StickerNumbers(packs: packs)
        #expect(Set(packs.map { numbers.number(0, of: 1, in: $0) }).count == packs.count)
    }

    @Test("a numbered code differs from the name of another pack")
    func numbered() {
        let packs = ["ca2", "cat", "cats", "cats2"]
        let numbers = StickerNumbers(packs: packs)
        #expect(Set(packs.map { numbers.number(0, of: 1, in: $0) }).count == packs.count)
    }

    @Test("the code of messages is that of their pack with an additional letter")
    func messages() {
        let numbers = StickerNumbers(packs: ["cats", "cats/messages", "dogs"])
        #expect(numbers.number(0, of: 1, in: "cats/messages") == "Cm-01")
    }

    @Test(
        "a publication time is in UTC, to the second",
        arguments: [
            (0, "1970-01-01T00:00:00Z"), (1_795_000_000, "2026-11-18T11:06:40Z"), (951_782_400, "2000-02-29T00:00:00Z"),
        ])
    func time(seconds: Int, text: String) {
        let time = PublicationTime(seconds: seconds)
        #expect(time?.second == text && time?.day == String(text.prefix(10)))
    }

    @Test("a folder without a manifest has no publication time")
    func unpublished() throws {
        let folder = try TemporaryFolder()
        #expect(PublicationTime(of: OutputFolder(folder.path)) == nil)
        try folder.write("{}", to: "catalog.json")
        #expect(PublicationTime(of: OutputFolder(folder.path)) != nil)
    }

    @Test(
        "the sentence about drawn sheets names what was drawn, what was kept and what is left",
        arguments: [
            (1, 0, 0, "1 sheet page of 2 large packs drawn"),
            (12, 40, 0, "12 sheet pages of 2 large packs drawn, 40 unchanged"),
            (0, 0, 3, "0 sheet pages of 2 large packs drawn, 3 drawn when they are first opened"),
        ])
    func sheets(drawn: Int, kept: Int, left: Int, sentence: String) {
        var report = SheetCacheReport(packs: 2)
        (report.drawn, report.kept, report.left) = (drawn, kept, left)
        #expect(report.sentence == sentence)
    }
}

@Suite("The chart of the last nights")
struct TrendChartTests {
    private func night(_ day: Int, bytes: Int, added: Int = 0, needsPerson: Int = 0) -> RebuildStatistics {
        RebuildStatistics(
            time: Date(timeIntervalSince1970: Double(day) * 86_400), effort: "max", isComplete: true, stickers: 3,
            bytes: bytes, saved: 0, added: added, changed: 0, removed: 0, rejected: 0, needsPerson: needsPerson,
            rendered: 3, seconds: 60)
    }

    @Test("the largest size is at the top and the smallest at the bottom of the line's room")
    func line() throws {
        let chart = TrendChart([night(0, bytes: 100), night(1, bytes: 300), night(2, bytes: 200)], .english)
        let points = try #require(chart.svg.firstMatch(of: /points="([^"]*)"/)?.1)
        let heights = points.split(separator: " ").compactMap { $0.split(separator: ",").last.flatMap { Double($0) } }
        #expect(heights == [72, 8, 40])
    }

    @Test("equal sizes are a level line, and nights without changes have no bar")
    func level() {
        let chart = TrendChart([night(0, bytes: 5), night(1, bytes: 5, added: 2)], .english)
        #expect(chart.svg.matches(of: /,40(\.0)?[ "]/).count == 2)
        #expect(chart.svg.matches(of: /<rect class="changes"/).count == 1)
    }

    @Test("a night that needs a person is marked, and the chart has its first and last day")
    func marks() {
        let chart = TrendChart([night(0, bytes: 1), night(40, bytes: 2, needsPerson: 1)], .english)
        #expect(chart.svg.matches(of: /<circle class="look"/).count == 1)
        #expect(chart.svg.contains(">1970-01-01</text>") && chart.svg.contains(">1970-02-10</text>"))
    }

    @Test("every number is finite, also for one night without anything")
    func empty() {
        let chart = TrendChart([night(0, bytes: 0)], .english)
        #expect(!chart.svg.contains("nan") && !chart.svg.contains("inf"))
    }
}

@Suite("A sheet's file while it is written")
struct PendingFileTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test("readers see the earlier file until the new one is complete")
    func replaced() throws {
        try folder.write("old", to: "cats.html")
        let file = try PendingFile(folder.file("cats.html"))
        try file.write("new")
        try file.finish()
        #expect(folder.text("cats.html") == "old")
        try file.keep()
        #expect(folder.text("cats.html") == "new" && folder.names == ["cats.html"])
    }

    @Test("a file that is given up leaves nothing behind")
    func givenUp() throws {
        do {
            let file = try PendingFile(folder.file("cats.html"))
            try file.write("half")
        }
        #expect(folder.names == [])
    }

    @Test("a folder in the place of the file, and a missing folder above it, are refused")
    func refused() throws {
        try folder.write("", to: "cats.html/inside")
        for path in ["cats.html", "missing/dogs.html"] {
            #expect(throws: SheetError.self) { try PendingFile(folder.file(path)) }
        }
        #expect(folder.names == ["cats.html"])
    }

    @Test("files of killed runs are removed, those of running processes and of other sheets stay")
    func leftovers() throws {
        let own = ".cats.html.\(getpid()).tmp"
        // No process has this number, because numbers on Linux are at most 4,194,304.
        let names = [".cats.html.99999999.tmp", ".cats-2.png.99999999.tmp", own, ".dogs.html.99999999.tmp", ".catsx"]
        for name in names { try folder.write("", to: name) }
        PendingFile.clearLeftovers(of: folder.file("cats.html"))
        #expect(Set(folder.names) == [own, ".dogs.html.99999999.tmp", ".catsx"])
    }
}

import Foundation
import JobModel
import TestSupport
import Testing

/// Tests the sheets of large packs, for which the output folder contains no pictures.
@Suite struct LargePackSheetTests {
    private static let pages = ".out.stickerd/cache/sheets"

    /// A built pack of 66 discs, whose sheet has nine pages.
    private func built() async throws -> CLIFixture {
        let cli = try CLIFixture()
        for number in 0..<66 { try cli.drop(Art.disc(number), as: "cats/Disc \(100 + number).svg") }
        let build = try await cli.build()
        try #require(build.total("published") == 66, "\(build.complaint)")
        return cli
    }

    /// The names of the cached pages.
    private func cached(_ cli: CLIFixture) throws -> [String] {
        guard cli.has(Self.pages) else { return [] }
        return try FileManager.default.contentsOfDirectory(atPath: cli.file(Self.pages)).sorted()
    }

    private func digests(_ cli: CLIFixture, in folder: String) throws -> Set<String> {
        let names = try FileManager.default.contentsOfDirectory(atPath: cli.file(folder))
        return Set(
            try names.filter { $0.hasSuffix(".png") }.map { Digest.sha256([UInt8](try cli.read("\(folder)/\($0)"))) })
    }

    @Test("a rebuild draws a page once, and later only changes, outside of the published files")
    func nightly() async throws {
        let cli = try await built()
        #expect(try cached(cli) == [])
        let before = try cli.out.contents
        let first = try await cli.rebuild()
        #expect(first.status == 0, "\(first.complaint)")
        #expect(first.total("sheetPagesDrawn") == 9 && first.total("sheetPagesLeft") == 0)
        #expect(try cached(cli).count == 9)
        #expect(OutTree.differences(try cli.out.contents, before).filter { !$0.hasPrefix("report.") } == [])
        let page = try cli.text(".out.stickerd/morning/morning.html")
        #expect(page.contains("9 sheet pages of 1 large pack drawn"))

        #expect(try await cli.rebuild().total("sheetPagesDrawn") == 0)
        // Two pages change: the last page shows one more sticker, and the first page shows the totals.
        try cli.drop(Art.disc(80), as: "cats/Disc 200.svg")
        #expect(try await cli.rebuild().total("sheetPagesDrawn") == 2)
        #expect(try await cli.run("audit").status == 0)
        #expect(try await cli.rebuild("--verify").total("sheetPagesDrawn") == 0)
    }

    @Test("a cached page is the page that the output folder would have")
    func samePages() async throws {
        let cli = try await built()
        try await cli.rebuild()
        let cached = try digests(cli, in: Self.pages)
        try cli.configure(Settings(sheets: ["pictures": "\"always\""]))
        try await cli.build()
        #expect(try digests(cli, in: "out/sheets") == cached)
        // If the output folder contains the pages, they are not drawn for the cache.
        try cli.remove(Self.pages)
        try await cli.rebuild()
        #expect(!cli.has(Self.pages))
    }

    @Test("a build does not notice whether pages are cached")
    func noPartOfBuilds() async throws {
        let cli = try await built()
        try await cli.rebuild()
        try await cli.build()
        let changes: [() throws -> Void] = [
            { try cli.remove(Self.pages) }, { try cli.configure(Settings(sheets: ["cacheBytes": "10000000"])) },
        ]
        for change in changes {
            try change()
            let build = try await cli.build()
            #expect(build.total("rendered") == 0)
            #expect(build.events.last { $0.kind == "finished" }?["changed"] == .flag(false))
        }
    }

    @Test("sheet --mode preview writes the pages, uses the cache, and draws missing or damaged ones")
    func command() async throws {
        let cli = try await built()
        let first = try await cli.run("sheet", "--mode", "preview", "--pack", "cats", "-o", "cats.png")
        #expect(first.status == 0, "\(first.complaint)")
        #expect(first.output.contains("9 pages, 66 stickers, "))
        let pages = try cached(cli)
        #expect(pages.count == 9)
        let written = try (1...9).map { try cli.read("cats-\($0).png") }
        #expect(Set(written.map { Digest.sha256([UInt8]($0)) }) == (try digests(cli, in: Self.pages)))

        // Existing pages are not drawn again, so their files remain the same.
        let kept = try files(cli, pages)
        try cli.flipBit(in: "\(Self.pages)/\(pages[0])", at: 2_000)
        try cli.put(Array(try cli.read("\(Self.pages)/\(pages[1])").prefix(999)), at: "\(Self.pages)/\(pages[1])")
        try cli.remove("\(Self.pages)/\(pages[2])")
        #expect(try await cli.run("sheet", "--mode", "preview", "--format", "png", "-o", "cats.png").status == 0)
        #expect(try (1...9).map { try cli.read("cats-\($0).png") } == written)
        #expect(try cached(cli) == pages)
        let now = try files(cli, pages)
        #expect(Array(now.dropFirst(3)) == Array(kept.dropFirst(3)))
        #expect(now[0] != kept[0] && now[1] != kept[1])
        #expect(try await cli.rebuild().total("sheetPagesDrawn") == 0)
    }

    /// The inode numbers of the files.
    private func files(_ cli: CLIFixture, _ names: [String]) throws -> [Int] {
        try names.map { name in
            let path = cli.file("\(Self.pages)/\(name)")
            let number = try FileManager.default.attributesOfItem(atPath: path)[.systemFileNumber] as? Int
            return try #require(number)
        }
    }

    @Test("sheet --mode preview reports its errors")
    func wrongUsage() async throws {
        let cli = try await SharedBuild.built.cli
        let format = try await cli.run("sheet", "--mode", "preview", "-o", "/dev/null/cats.pdf")
        #expect(format.status == 2 && format.complaint.contains("-o cats.png"), "\(format.complaint)")
        let pack = try await cli.run("sheet", "--mode", "preview", "--pack", "birds", "-o", "/dev/null/a.png")
        #expect(pack.status == 2 && pack.complaint.contains("The packs: cats, default, dogs"), "\(pack.complaint)")
    }

    @Test("the review page's server draws a page once for simultaneous requests, and finds it afterwards")
    func served() async throws {
        let cli = try CLIFixture(Settings(sheets: ["pictures": "\"never\""]), discs: .numbered(1...9))
        let watch = try await cli.watch("--serve", "127.0.0.1:0")
        let sheet = try await watch.get("/review/sheet?pack=cats", from: "serve")
        #expect(sheet.status == 200 && sheet.body.contains("9 stickers on 2 pages"), "\(sheet.body)")
        let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
            for number in [1, 1, 1, 1, 2, 2] {
                let path = "/review/api/sheet?pack=cats&page=\(number)"
                group.addTask { try await watch.get(path, from: "serve").status }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(statuses == [200, 200, 200, 200, 200, 200])
        let pages = try cached(cli)
        #expect(pages.count == 2)
        let kept = try files(cli, pages)
        #expect(try await watch.get("/review/api/sheet?pack=cats&page=1", from: "serve").status == 200)
        #expect(try files(cli, pages) == kept)
        // The whole cache folder may be removed while its pages are served.
        try cli.remove(Self.pages)
        #expect(try await watch.get("/review/api/sheet?pack=cats&page=2", from: "serve").status == 200)
        #expect(try await watch.get("/review/api/sheet?pack=cats&page=3", from: "serve").status == 404)
        // After a change, the server sends a page of the current publication and not of the previous one.
        let before = try cli.sticker("cats", "disc-9")?.pixels
        try cli.drop(Art.disc(40), as: "cats/Disc 9.svg")
        try await eventually("the new version of cats/disc-9 is not published") {
            try cli.sticker("cats", "disc-9")?.pixels != before
        }
        #expect(try await watch.get("/review/api/sheet?pack=cats&page=2", from: "serve").status == 200)
        #expect(try cached(cli).count == 2)
        try await watch.stop()
    }
}

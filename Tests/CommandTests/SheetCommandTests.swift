import Foundation
import Pixels
import TestSupport
import Testing
import Vips

/// Tests `stickerd sheet` with the published files of a build.
@Suite struct SheetCommandTests {
    @Test("a PDF opens, with the stickers where they should be, and is the same in every language and time zone")
    func pdf() async throws {
        let cli = try await SharedBuild.built.cli
        let folder = try TemporaryFolder()
        let first = try await cli.run("sheet", "--pack", "dogs", "-o", folder.file("a.pdf"))
        #expect(first.status == 0, "\(first.complaint)")
        #expect(first.output.contains("2 pages, 1 sticker, "))
        let second = try await cli.run(
            "sheet", "--pack", "dogs", "-o", folder.file("b.pdf"),
            environment: ["TZ": "Asia/Tokyo", "LANG": "ja_JP.UTF-8", "LC_ALL": "tr_TR.UTF-8"])
        #expect(second.status == 0)
        #expect(try bytes(folder.file("a.pdf")) == bytes(folder.file("b.pdf")))

        #expect(
            try Command.run(
                ["pdftoppm", "-r", "72", "-png", "-f", "2", "-l", "2", folder.file("a.pdf"), folder.file("page")]) == 0)
        try VipsLibrary.start(extra: VipsLibrary.ExtraLoader.allCases)
        let page = try Image.load(bytes(folder.file("page-2.png")), strictness: .error).withAlpha().rgba()
        #expect((page.width, page.height) == (595, 842))
        // Red is the first background. The disc is in the middle of its cell, and the corner of the cell shows the
        // background.
        let dogs = try #require(try cli.catalog().packs.first { $0.id == "dogs" })
        let preview = try #require(dogs.stickers.first?.previews.first { $0.background == "red" })
        let published = try Image.load(Array(cli.read("out/" + preview.path)), strictness: .error).withAlpha()
            .rgba()
        let middle = published[published.width / 2, published.height / 2]
        #expect(page[389 + 27, 100 + 27].isNear(middle), "\(page[389 + 27, 100 + 27]) \(middle)")
        #expect(page[389 + 2, 100 + 2].isNear(RGBAColour(red: 255, green: 59, blue: 48)))
    }

    @Test(
        "the words of a PDF are in the language of pipeline.json",
        arguments: [
            ("en", "Contact sheet"), ("de", "Kontaktbogen"), ("ja", "コンタクトシート"), ("pt-BR", "Folha de contato"),
            ("ru", "Контактный лист"), ("zh-Hans", "小样表"),
        ])
    func languages(language: String, title: String) async throws {
        let cli = try await SharedBuild.built.cli
        let folder = try TemporaryFolder()
        let settings = folder.file("language.json")
        try Data(#"{ "language": "\#(language)" }"#.utf8).write(to: URL(filePath: settings))
        let file = folder.file("a.pdf")
        let result = try await cli.run(
            "sheet", "--config", settings, "--out", cli.file("out"), "--pack", "dogs", "-o", file)
        #expect(result.status == 0, "\(result.complaint)")
        #expect(try Command.run(["pdftotext", "-layout", file, folder.file("a.txt")]) == 0)
        let words = String(decoding: try bytes(folder.file("a.txt")), as: UTF8.self)
        #expect(words.contains(title), "\(words)")
    }

    @Test("pages as pictures are numbered, and a page for browsers is one file")
    func otherFormats() async throws {
        let cli = try await SharedBuild.built.cli
        let folder = try TemporaryFolder()
        let pictures = try await cli.run("sheet", "--mode", "detail", "-o", folder.file("s.png"))
        #expect(pictures.status == 0, "\(pictures.complaint)")
        let page = try await cli.run("sheet", "--format", "html", "-o", folder.file("page"))
        #expect(page.status == 0, "\(page.complaint)")
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
        #expect(names.first == "page" && names.dropFirst().first == "s-1.png")
        #expect(names.allSatisfy { $0 == "page" || $0.hasPrefix("s-") })
        #expect(String(decoding: try bytes(folder.file("page")), as: UTF8.self).contains("Torn.png"))
    }

    @Test("leftovers of a sheet by a killed run are removed by the next run, and files of a living process stay")
    func leftovers() async throws {
        let cli = try await SharedBuild.built.cli
        let folder = try TemporaryFolder()
        // No process has this number, because it is above the maximum.
        let (dead, other) = (".s.png.4194304.tmp", ".other.pdf.4194304.tmp")
        let names = [dead, ".s-1.png.4194304.tmp", other, ".s.png.\(getpid()).tmp"]
        for name in names { try Data("half".utf8).write(to: URL(filePath: folder.file(name))) }
        #expect(try await cli.run("sheet", "--pack", "dogs", "-o", folder.file("s.png")).status == 0)
        let left = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".tmp") }
        #expect(left.sorted() == [other, ".s.png.\(getpid()).tmp"].sorted())
    }

    @Test("wrong arguments end with status 2 and name the possible ones")
    func wrongUsage() async throws {
        let cli = try await SharedBuild.built.cli
        let pack = try await cli.run("sheet", "--pack", "birds", "-o", "/dev/null/a.pdf")
        #expect(pack.status == 2)
        #expect(["The packs: ", "cats", "dogs"].allSatisfy(pack.complaint.contains), "\(pack.complaint)")
        let ending = try await cli.run("sheet", "-o", "sheet.docx")
        #expect(ending.status == 2)
        #expect(ending.complaint.contains(".pdf, .png or .html"))
    }

    @Test("if nothing is published, or nothing can be written, it ends with status 3 and a message")
    func environment() async throws {
        let empty = try CLIFixture()
        let nothing = try await empty.run("sheet")
        #expect(nothing.status == 3)
        #expect(nothing.complaint.contains("catalog.json is missing") && !empty.has("sheet.pdf"))
        let cli = try await SharedBuild.built.cli
        let unwritable = try await cli.run("sheet", "-o", "no/such/folder/a.pdf")
        #expect(unwritable.status == 3)
        #expect(unwritable.complaint.contains("a.pdf: the sheet cannot be written (No such file or directory)"))
        let folder = try TemporaryFolder()
        let occupied = try await cli.run("sheet", "--format", "pdf", "-o", folder.path)
        #expect(occupied.status == 3 && occupied.complaint.contains("it is a folder"))
    }

    private func bytes(_ path: String) throws -> [UInt8] {
        [UInt8](try Data(contentsOf: URL(filePath: path)))
    }
}

extension RGBAColour {
    /// Whether the colours are equal, except for the effects of JPEG compression and rounding.
    fileprivate func isNear(_ other: RGBAColour) -> Bool {
        zip([red, green, blue], [other.red, other.green, other.blue]).allSatisfy { abs(Int($0) - Int($1)) <= 12 }
    }
}

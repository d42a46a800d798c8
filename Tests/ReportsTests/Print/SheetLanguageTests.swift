import Foundation
import JobModel
import Pixels
import Publishing
import Reports
import SheetModel
import StickerManifest
import Synchronization
import Testing
import Texts

@Suite("The language of sheets")
struct SheetLanguageTests {
    /// A line of text with its bounding rectangle, in points.
    private struct Line {
        let text: String
        let left: Double
        let right: Double
        let top: Double
        let bottom: Double

        init(_ run: TextRun) {
            let weight = TextStyle.Weight(rawValue: run.weight) ?? .regular
            let style = TextStyle(size: run.size, leading: run.size, weight: weight, ink: .text)
            let width = TextRuler.width(of: run.text, in: style)
            text = run.text
            left =
                switch run.anchor {
                case .start: run.x
                case .middle: run.x - width / 2
                case .end: run.x - width
                }
            right = left + width
            top = run.baseline - style.capHeight
            bottom = run.baseline + run.size * 0.15
        }

        /// Whether two lines overlap. Less than half a point is ignored, because it is not visible.
        func overlaps(_ other: Line) -> Bool {
            min(right, other.right) - max(left, other.left) > 0.5
                && min(bottom, other.bottom) - max(top, other.top) > 0.5
        }
    }

    /// Two packs with all kinds of content: an animation, decisions, a sticker that awaits approval, many findings and
    /// rejected files.
    private func document(_ fixture: SheetFixture, _ texts: Texts) throws -> SheetDocument {
        let rules = ["touches-edge", "low-resolution", "vanishes-on-background", "palette-limit"]
        let findings = rules.map { rule in
            Finding(
                rule: rule, level: .warning, message: "Short.", fix: "Fix.", measured: 34.5, limit: 15, unit: "percent")
        }
        let review = Review(outcome: .sentBack, reviewer: "Ada", comment: "Rounder.")
        let cats = [
            try fixture.whole("a", review: Review(outcome: .approved)),
            try fixture.whole("b", findings: findings, review: review),
            try fixture.moving("c", colours: [.black, .white, .black]),
        ]
        let packs = [Sample.pack(cats), Sample.pack([try fixture.whole("d")], id: "dogs", title: "Dogs")]
        let waiting = Sample.pack([try fixture.whole("e")], id: "dogs", title: "Dogs")
        let key = Reviews.Key(pack: "cats", sticker: "b", pixels: cats[1].pixels)
        return try fixture.document(
            packs, rejected: [Sample.rejected("cats/Torn.png", keeps: true)], waiting: [waiting],
            decided: [key: "2026-11-25T23:03:00Z"], texts)
    }

    /// The pages in the form in which the renderer receives them.
    private func pages(
        _ document: SheetDocument, _ fixture: SheetFixture, _ mode: SheetOptions.Mode, _ paper: Paper
    ) throws -> [PrintPage] {
        let pages = Mutex<[PrintPage]>([])
        let options = SheetOptions(mode: mode, format: .png, paper: paper)
        let file = SheetFile(document, out: fixture.out, options: options) { job in
            if case .page(let page) = job.step { pages.withLock { $0.append(page) } }
            return job.kinds.map { _ in [0] }
        }
        _ = try file.write(to: fixture.folder.appending(component: "words.png").path)
        return pages.withLock { $0 }
    }

    @Test("no words of a sheet are cut or overlap", arguments: Language.allCases, SheetOptions.Mode.allCases)
    func layout(language: Language, mode: SheetOptions.Mode) throws {
        let fixture = try SheetFixture()
        let document = try document(fixture, Texts(language))
        for paper in Paper.allCases {
            for page in try pages(document, fixture, mode, paper) {
                #expect(page.vector.language == language)
                let lines = page.vector.words.map(Line.init)
                for (place, line) in lines.enumerated() {
                    #expect(!line.text.hasSuffix("…"), "\(line.text)")
                    #expect(
                        line.left >= Paper.margin - 0.5 && line.right <= paper.width - Paper.margin + 0.5, "\(line)")
                    let other = lines[(place + 1)...].first { $0.overlaps(line) }
                    #expect(other == nil, "\(line.text) and \(other?.text ?? "")")
                }
            }
        }
    }

    @Test("the words are those of the language", arguments: Language.allCases)
    func words(language: Language) throws {
        let fixture = try SheetFixture()
        let texts = Texts(language)
        let document = try document(fixture, texts)
        let contact = try pages(document, fixture, .contact, .a4).flatMap(\.vector.words).map(\.text)
        // A long text is divided into several lines, so the lines are joined for the search.
        let facts = contact.joined(separator: " ")
        for word in [
            texts("sheet.mode.contact"), texts("sheet.published", ["day": "2000-02-28"]),
            texts("sheet.figure.rejected"), texts("sheet.packs", ["count": 2]), texts("sheet.approved", ["count": 1]),
            texts("decision.waiting"),
            texts("sheet.pace", ["rate": "15", "plays": texts("sheet.plays", ["count": 0])]),
            texts("rejected.keeps"), texts("sheet.notPublished"), texts("class.small"),
        ] {
            #expect(facts.contains(word), "\(word)")
        }
        let detail = try pages(document, fixture, .detail, .a4).flatMap(\.vector.words).map(\.text)
        for key in [
            "sheet.sizes", "sheet.backgrounds", "sheet.frames", "sheet.edge", "findings", "sheet.noFindings",
            "sheet.compression",
        ] {
            #expect(detail.contains(texts(key)), "\(key)")
        }
        // The pages contain no key instead of a text.
        #expect(!(contact + detail).contains { $0.contains("sheet.") || $0.contains("decision.") })
    }

    @Test("a page for browsers is in the language", arguments: Language.allCases, SheetOptions.Mode.allCases)
    func html(language: Language, mode: SheetOptions.Mode) throws {
        let fixture = try SheetFixture()
        let texts = Texts(language)
        let outcome = try fixture.sheet(try document(fixture, texts), .html, mode: mode)
        let page = String(decoding: try fixture.contents(outcome.files[0]), as: UTF8.self)
        #expect(page.contains("<html lang=\"\(language.rawValue)\">"))
        #expect(page.contains(texts("sheet.mode.\(mode.rawValue)")) && !page.contains("[[") && !page.contains("{{"))
        if mode != .wall { #expect(page.contains(texts("rejected.keeps"))) }
    }

    @Test("a preview sheet is in the language, and no word of a row reaches its pictures", arguments: Language.allCases)
    func preview(language: Language) throws {
        let fixture = try SheetFixture()
        func page(_ language: Language) throws -> RGBAImage {
            let pack = Sample.pack([try fixture.sticker("a", label: "A", findings: [Sample.warning])])
            let job = SheetJob.pages(
                of: pack, rejected: [Sample.rejected("cats/Torn.png", keeps: true)], backgrounds: Sample.backgrounds,
                generator: "stickerd 0", language: language)[0]
            return try fixture.picture(of: fixture.render(job))
        }
        let (english, picture) = (try page(.english), try page(language))
        #expect((picture.bytes == english.bytes) == (language == .english))
        // The pictures of the row are 300 pixels high and below the header. The space to their left is 56 pixels wide.
        let gutter = 2 * (44 + 272) + 2..<2 * (44 + 272 + 28)
        for y in 2 * (142 + 14)..<2 * (142 + 14) + 300 {
            #expect(gutter.allSatisfy { picture[$0, y] == .white }, "\(y)")
        }
    }

    @Test("a job for an English page is encoded as one without a language; another language changes it")
    func jobs() throws {
        func text(_ language: Language) throws -> String {
            let job = SheetJob.pages(
                of: Sample.pack([]), rejected: [], backgrounds: [], generator: "stickerd 0", language: language)[0]
            return String(decoding: try JSONEncoder().encode(job), as: UTF8.self)
        }
        #expect(try !text(.english).contains("language") && text(.japanese).contains(#""language":"ja""#))
    }

    @Test("without a font for the language a sheet on paper is in English, and a page for browsers is not")
    func fallback() throws {
        let texts = try SheetFile.texts(Texts(.japanese), for: .pdf) { _ in [Array("en".utf8)] }
        #expect(texts.language == .english)
        let html = try SheetFile.texts(Texts(.japanese), for: .html) { _ in [Array("en".utf8)] }
        #expect(html.language == .japanese)
        let german = try SheetFile.texts(Texts(.german), for: .png) { job in
            guard case .chooseLanguage(let wanted) = job.step else { return [] }
            return [Array(wanted.rawValue.utf8)]
        }
        #expect(german.language == .german)
    }
}

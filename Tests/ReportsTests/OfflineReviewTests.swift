import JobModel
import Publishing
import Reports
import SheetModel
import StickerManifest
import TestSupport
import Testing
import Texts

/// Tests the review file as text, without a browser.
@Suite("The file of an offline review")
struct OfflineReviewTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// A sticker with an existing picture.
    private func sticker(
        _ id: String, label: String = "Cat", pixels: String = "p", _ outcome: Review.Outcome? = nil,
        findings: [Finding] = []
    ) throws -> Sticker {
        var sticker = Sample.sticker(
            id, label: label, path: "assets/\(id)-\(pixels).png", findings: findings, pixels: pixels)
        sticker.review = outcome.map { Review(outcome: $0, reviewer: "Ada", comment: "Comment on \(id)") }
        try folder.write("picture of \(id) \(pixels)", to: "out/assets/\(id)-\(pixels).png")
        return sticker
    }

    private func review(
        _ catalog: Catalog, backgrounds: [Background] = [], pictures: [String: String] = [:],
        earlier: [Reviews.Key: OfflineReview.EarlierVersion] = [:], _ texts: Texts = .english
    ) -> OfflineReview {
        OfflineReview(
            catalog, backgrounds: backgrounds, pictures: pictures, out: folder.file("out"), earlier: earlier,
            texts: texts)
    }

    private func address(_ text: String) -> String { DataAddress.picture(Array(text.utf8), path: "a.png") }

    @Test(
        "each mode has its stickers, and rejected files are left out only where the changes are asked for",
        arguments: [
            (OfflineReview.Mode.all, ["approved", "found", "open", "returned"], true), (.changed, ["open"], false),
            (.failing, ["found", "returned"], true),
        ])
    func modes(mode: OfflineReview.Mode, ids: [String], hasRejected: Bool) throws {
        let stickers = [
            try sticker("approved", .approved), try sticker("found", .approved, findings: [Sample.warning]),
            try sticker("open"), try sticker("returned", .sentBack),
        ]
        let catalog = Sample.catalog([Sample.pack(stickers)], rejected: [Sample.rejected("cats/Torn.psd")])
        let (text, count) = try review(catalog).html(mode: mode)
        #expect(count == ids.count)
        for id in stickers.map(\.id) { #expect(text.contains("\"sticker\":\"\(id)\"") == ids.contains(id)) }
        #expect(text.contains("cats/Torn.psd") == hasRejected)
    }

    @Test("a version that waits for approval is shown instead of the published one")
    func waiting() throws {
        var catalog = Sample.catalog([Sample.pack([try sticker("a", pixels: "old")])])
        catalog.awaitingApproval = [Sample.pack([try sticker("a", pixels: "new")])]
        let (text, count) = try review(catalog).html(mode: .all)
        #expect(count == 1)
        #expect(text.contains(address("picture of a new")) && !text.contains(address("picture of a old")))
    }

    @Test("only the packs that were asked for are included, in the order of their titles")
    func packs() throws {
        let catalog = Sample.catalog([
            Sample.pack([try sticker("a")], id: "p1", title: "Zebras"),
            Sample.pack([try sticker("b")], id: "p2", title: "Ants"),
            Sample.pack([try sticker("c")], id: "p3", title: "Bees"),
        ])
        let (text, count) = try review(catalog).html(mode: .all, packs: ["p1", "p2"])
        #expect(count == 2 && !text.contains("Bees"))
        let places = ["Ants", "Zebras"].compactMap { text.firstRange(of: "\"packTitle\":\"\($0)\"")?.lowerBound }
        #expect(places.count == 2 && places == places.sorted())
    }

    @Test("the earlier version has its picture and its comment, and one that was not kept has no picture")
    func earlier() throws {
        try folder.write("picture before", to: "before.png")
        let catalog = Sample.catalog([Sample.pack([try sticker("a"), try sticker("b")])])
        let earlier = { (path: String?) in OfflineReview.EarlierVersion(picture: path, comment: "Rounder ear.") }
        let versions = [
            Reviews.Key(pack: "cats", sticker: "a", pixels: "p"): earlier(folder.file("before.png")),
            Reviews.Key(pack: "cats", sticker: "b", pixels: "p"): earlier(folder.file("lost.png")),
            // This decision is about another image.
            Reviews.Key(pack: "cats", sticker: "b", pixels: "q"): earlier(folder.file("before.png")),
        ]
        let (text, _) = try review(catalog, earlier: versions).html(mode: .all)
        #expect(text.matches(of: /"before":"data:/).count == 1)
        #expect(text.contains("\"before\":\"\(address("picture before"))\""))
        #expect(text.matches(of: /"asked":"Rounder ear\."/).count == 2)
    }

    @Test("names cannot end the script or the file's data")
    func hostile() throws {
        let name = "</script><script>alert(1)</script><!--"
        let catalog = Sample.catalog(
            [Sample.pack([try sticker("a", label: name)], title: name)], rejected: [Sample.rejected("cats/\(name)")])
        let (text, _) = try review(catalog).html(mode: .all)
        #expect(text.matches(of: /<\/script/).count == 2 && !text.contains("<!--"))
    }

    @Test("a published picture that is missing is an error that names the file")
    func missing() throws {
        let catalog = Sample.catalog([Sample.pack([try sticker("a")])])
        try folder.remove("out/assets/a-p.png")
        let error = #expect(throws: SheetError.self) { try review(catalog).html(mode: .all) }
        #expect("\(error.map { "\($0)" } ?? "")".contains(folder.file("out/assets/a-p.png")))
    }

    @Test("a background's photo is included if browsers show it, and a default name is translated")
    func backgrounds() throws {
        try folder.write([0xFF, 0xD8, 0xFF, 1], to: "photo.jpg")
        try folder.write([0x49, 0x49, 0x2A, 0], to: "photo.tif")
        let backgrounds = ["photo.jpg", "photo.tif"].map { name in
            Background(name: name, fill: .image(sha256: name))
        }
        let pictures = ["photo.jpg": folder.file("photo.jpg"), "photo.tif": folder.file("photo.tif")]
        let white = Background(name: "white", fill: .colour("#ffffff"))
        let catalog = Sample.catalog([Sample.pack([try sticker("a")])])
        let (text, _) = try review(catalog, backgrounds: [white] + backgrounds, pictures: pictures, Texts(.german))
            .html(mode: .all)
        #expect(text.matches(of: /"image":"data:image\/jpeg;base64,\/9j\/AQ==","name":"photo\.jpg"/).count == 1)
        #expect(text.contains("{\"name\":\"photo.tif\"}"))
        #expect(text.contains("\"name\":\"\(Texts(.german)("background.white"))\""))
    }

    @Test("the same catalog gives the same file")
    func deterministic() throws {
        let catalog = Sample.catalog([Sample.pack([try sticker("a", .sentBack), try sticker("b")])])
        #expect(try review(catalog).html(mode: .all).text == review(catalog).html(mode: .all).text)
    }
}

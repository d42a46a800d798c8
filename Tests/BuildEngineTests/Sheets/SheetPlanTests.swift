import BuildEngine
import JobModel
import Publishing
import StickerManifest
import Testing

/// Tests the fingerprints of pages. If a page changed and its fingerprint did not, the old page would be kept. If the
/// fingerprint changed with another page, the page would be drawn without need.
@Suite("The plan of a pack's sheets")
struct SheetPlanTests {
    private func pack(_ count: Int, changing change: (inout Sticker) -> Void = { _ in }, at place: Int = 0) throws
        -> Pack
    {
        let sources = (0..<count).map { PlanSamples.source("\($0).png") }
        var pack = try #require(PlanSamples.catalog(sources.map { ($0, PlanSamples.result($0.art.id)) }).packs.first)
        if count > 0 { change(&pack.stickers[place]) }
        return pack
    }

    private func plan(_ pack: Pack, renderer: [String: String] = [:]) throws -> SheetPlan {
        try SheetPlanner(
            Catalog(generator: "stickerd 0", packs: [pack], rejected: []), backgrounds: [],
            identity: RenderIdentity(libraries: renderer), configuration: PlanSamples.configuration
        ).plan(pack)
    }

    private func fingerprints(_ pack: Pack, renderer: [String: String] = [:]) throws -> [String] {
        try plan(pack, renderer: renderer).pages().map(\.fingerprint)
    }

    @Test("further pages have a dot in their names, as no id has")
    func names() throws {
        let names = try plan(pack(200)).pages().map(\.name)
        #expect(names.count > 1 && names[0] == "sheets/cats.png" && names[1] == "sheets/cats.2.png")
    }

    @Test("a changed sticker changes the fingerprint of its page alone")
    func sticker() throws {
        let before = try fingerprints(pack(200))
        let after = try fingerprints(pack(200, changing: { $0.label = "Other" }, at: 0))
        #expect(before.first != after.first && before.dropFirst() == after.dropFirst())
        #expect(Set(before).count == before.count)
    }

    @Test("a decision changes no picture, and it changes the HTML page")
    func decision() throws {
        let (pack, decided) = (
            try pack(2), try pack(2, changing: { $0.review = Review(outcome: .approved, reviewer: "Ada", comment: "") })
        )
        #expect(try fingerprints(pack) == fingerprints(decided))
        #expect(try plan(pack).htmlFingerprint(pngPages: []) != plan(decided).htmlFingerprint(pngPages: []))
        #expect(
            try plan(pack).htmlFingerprint(pngPages: []) != plan(pack).htmlFingerprint(pngPages: ["sheets/cats.png"]))
    }

    @Test("another renderer changes all pictures")
    func renderer() throws {
        let pack = try pack(2)
        #expect(try fingerprints(pack) != fingerprints(pack, renderer: ["libvips": "8.17"]))
    }
}

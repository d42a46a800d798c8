import Intake
import JobModel
import StickerConfiguration
import Testing

@Suite("Conflict copies of sync programs")
struct ConflictCopyTests {
    private let drop: DropFixture

    init() throws { drop = try DropFixture() }

    @Test(
        "a conflict copy is a warning on its sticker",
        arguments: [
            "Cat (Ada's conflicted copy 2026-01-01).png", "Cat (conflicted copy 2026-01-01 120000).png",
            "Cat.sync-conflict-20260101-120000-ABCDEFG.png", "Cat (SFConflict ada@example.org 2026-01-01-12-00-00).png",
            "Cat_conflict-20260101-120000.png", "Cat_laptop_Jan-01-120000-2026_Conflict.png", "Cat.Conflict.png",
            "Cat (Case Conflict 1).png", "Cat (case clash from Ada 2026-01-01 120000).png",
            "Cat (Adas in Konflikt stehende Kopie 2026-01-01).png",
        ])
    func conflict(name: String) throws {
        try drop.add("cats/" + name)
        let art = try #require(try DropScanner.list(drop.path).art.first)
        #expect(art.findings.map(\.rule) == [Rule.conflictCopy.id])
        #expect(RuleSet().judge(try #require(art.findings.first))?.level == .warning)
    }

    @Test(
        "names that people use as well are not called conflict copies",
        arguments: [
            "Cat (1).png", "Cat-LAPTOP.png", "Cat - Copy.png", "Conflict.png", "Cat (conflict).png", "Cat (sad).png",
        ])
    func ordinary(name: String) throws {
        try drop.add("cats/" + name)
        let art = try #require(try DropScanner.list(drop.path).art.first)
        #expect(art.findings.isEmpty)
    }

    @Test("a folder that is a conflict copy is a warning on its pack")
    func folder() throws {
        try drop.add("Cats (Selective Sync Conflict)/Cat.png")
        let pack = try #require(try DropScanner.list(drop.path).packs.first)
        #expect(pack.findings.map(\.rule) == [Rule.conflictCopy.id])
        #expect(pack.findings[0].fix.contains("folder"))
    }
}

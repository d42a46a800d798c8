import BuildEngine
import Foundation
import JobModel
import Publishing
import Reports
import StickerManifest
import Synchronization
import TestSupport
import Testing

@Suite("What is published, as it is read from the output folder")
struct PublishedCatalogTests {
    @Test("without a manifest there is none; one that cannot be read is reported, and written again later")
    func manifest() async throws {
        let library = try await PublishedLibrary()
        var notices: [String] = []
        #expect(PublishedCatalog.read(library.publisher) { notices.append($0) }?.packIDs == ["cats", "dogs"])
        #expect(notices.isEmpty)
        try library.folder.write("{", to: "out/catalog.json")
        #expect(PublishedCatalog.read(library.publisher) { notices.append($0) } == nil)
        #expect(
            notices.count == 1 && notices[0].contains("catalog.json")
                && notices[0].hasSuffix("stickerd writes it again."))
        try library.folder.remove("out/catalog.json")
        #expect(PublishedCatalog.read(library.publisher) { notices.append($0) } == nil && notices.count == 1)
    }

    @Test("a missing part costs its pack, and the rest is used")
    func part() async throws {
        let library = try await PublishedLibrary()
        let json = try #require(library.folder.bytes("out/catalog.json"))
        guard case .index(let index) = try ManifestDocument(json: Data(json)) else {
            Issue.record("the manifest is a single document")
            return
        }
        let part = try #require(index.packs.first { $0.id == "cats" }?.review?.first)
        try library.folder.remove("out/" + part.path)
        var notices: [String] = []
        let catalog = PublishedCatalog.read(library.publisher) { notices.append($0) }
        #expect(catalog?.packs.first { $0.id == "dogs" }?.stickers.count == 1)
        #expect(catalog?.packs.first { $0.id == "cats" }?.stickers.isEmpty ?? true)
        #expect(!notices.isEmpty && notices.allSatisfy { $0.hasSuffix("stickerd writes it again.") })
    }

    @Test("a report is written again if it describes another state, not if only its list of changes differs")
    func report() throws {
        func catalog(_ names: String...) -> Catalog {
            PlanSamples.catalog(names.map { (PlanSamples.source($0), PlanSamples.result($0)) })
        }
        let one = catalog("One.png")
        let published = [UInt8](try BuildReport(catalog: one, previous: one).json())
        #expect(!ReportStep.differs(BuildReport(catalog: one, previous: nil), from: published))
        #expect(ReportStep.differs(BuildReport(catalog: catalog("One.png", "Two.png"), previous: one), from: published))
        #expect(ReportStep.differs(BuildReport(catalog: one, previous: one), from: nil))
        #expect(ReportStep.differs(BuildReport(catalog: one, previous: one), from: Array("{".utf8)))
    }
}

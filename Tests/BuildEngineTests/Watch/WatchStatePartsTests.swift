import BuildEngine
import EngineSupport
import Foundation
import Intake
import Publishing
import StateDatabase
import StickerConfiguration
import TestSupport
import Testing

@Suite("The parts of a watch's state")
struct WatchStatePartsTests {
    @Test("the icons of packs at rest are known again when a pack is loaded")
    func icons() async throws {
        let library = try await PublishedLibrary()
        let icons = ["icon/cats", "icon/dogs", "sheet/cats"].map {
            LedgerArtifact(key: $0, fingerprint: "f", sha256: String(repeating: "a", count: 64), bytes: 1)
        }
        try await library.ledger.record(LedgerBatch(artifacts: icons))
        var state = IconState(try #require(try await library.start()))
        #expect(state.artifacts.isEmpty)
        state.include(try library.catalog().part(of: ["cats"]))
        #expect(state.artifacts.keys.sorted() == ["icon/cats"])
        // Without packs at rest, the icons of all packs are known. The rows of sheets are not included.
        let all = try await WatchStart.everything(library.publisher, ledger: library.ledger) { _ in }
        #expect(IconState(all).artifacts.keys.sorted() == ["icon/cats", "icon/dogs"])
    }

    @Test("a watch that forgets its files reports them again, but unused files only if it had reported any")
    func forgotten() {
        var status = ReportedStatus()
        status.needsFeedback = false
        (status.packProblems, status.unapprovedByPack) = (["cats": "a problem"], ["cats": 1])
        status.forgetFiles()
        #expect(status.needsFeedback && status.packProblems.isEmpty && status.unapprovedByPack.isEmpty)
        #expect(status.unused == nil)
        status.unused = UnusedFile.all([], ignored: [IgnoredEntry(path: "cats/a.txt", reason: .notArt)])
        #expect(status.unused?.count == 1)
        status.forgetFiles()
        #expect(status.unused == [])
    }

    @Test(
        "a field of an event is a JSON value of its own kind",
        arguments: [
            (EventField.text("1"), "{\"value\":\"1\"}\n"), (.number(1), "{\"value\":1}\n"),
            (.flag(true), "{\"value\":true}\n"),
            (.list([]), "{\"value\":[]}\n"),
        ])
    func eventField(field: EventField, line: String) throws {
        let fields: EventFields = ["value": field]
        #expect(String(decoding: try #require(fields.line), as: UTF8.self) == line)
    }

    @Test("without a render program a doctor says so, and still checks the folders")
    func doctor() async throws {
        let folder = try TemporaryFolder()
        let doctor = Doctor(
            configuration: Configuration(drop: folder.file("drop"), out: folder.file("out")),
            worker: .failure(.worker("it is not installed")))
        let states: [String: Doctor.Check.State] = Dictionary(
            await doctor.examine().map { ($0.name, $0.state) }
        ) { first, _ in first }
        #expect(states["render program"] == .bad && states["drop folder"] == .bad)
        #expect(states.count > 3 && states["output folder"] == .good)
        #expect(await doctor.examineEngine().isEmpty)
    }
}

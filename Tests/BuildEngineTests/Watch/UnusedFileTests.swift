import BuildEngine
import Intake
import StateDatabase
import Testing

@Suite("Files that are not used")
struct UnusedFileTests {
    /// The duplicates and superseded sources of a run: the path, the status, the path of the source that is used, and
    /// whether a note is expected.
    private static let art: [(String, SourceStatus, String, Bool)] = [
        ("cats/Copy.png", .duplicate, "cats/Cat.png", true),
        ("cats/Cat.svg", .superseded, "cats/Cat.png", true),
        // The same picture at another scale, for which no designer expects a sticker.
        ("cats/Cat@2x.png", .superseded, "cats/Cat@3x.png", false),
        ("cats/Cat@2x.PNG", .superseded, "cats/Cat@3x.png", false),
    ]

    @Test("a copy and another format get a note; another scale of the same format does not", arguments: art)
    func sources(path: String, state: SourceStatus, used: String, wantsNote: Bool) throws {
        let outcome = SourceOutcome(
            path: path, pack: "cats", id: "cat", state: state, reason: "\(used) is used", yieldsTo: used, isNew: false)
        let file = try #require(UnusedFile.all([outcome], ignored: []).first)
        #expect(file.wantsNote == wantsNote && file.isSource && file.reason == "not used: \(used) is used")
        #expect(file.reasonKey == (state == .duplicate ? "report.duplicates" : "report.superseded"))
    }

    @Test(
        "published, rejected and waiting sources are not among them",
        arguments: [
            SourceStatus.published, .rejected, .waiting,
        ])
    func others(state: SourceStatus) {
        let outcome = SourceOutcome(path: "cats/Cat.png", pack: "cats", id: "cat", state: state, isNew: false)
        #expect(UnusedFile.all([outcome], ignored: []).isEmpty)
    }

    @Test("files that are not art, by their reason")
    func ignored() {
        let entries = [
            IgnoredEntry(path: "cats/README.md", reason: .notArt), IgnoredEntry(path: "cats/Film.mov", reason: .notArt),
            IgnoredEntry(path: "cats/.DS_Store", reason: .hidden),
            IgnoredEntry(path: "cats/pack.json", reason: .settings),
            IgnoredEntry(path: "cats/old", reason: .nestedFolder),
            IgnoredEntry(path: "cats/Bad.png", reason: .unreadable),
            IgnoredEntry(path: "dogs/pack.json", reason: .settings, detail: "an unknown key"),
        ]
        let files = UnusedFile.all([], ignored: entries)
        #expect(files.map(\.path) == ["cats/Bad.png", "cats/Film.mov", "cats/README.md", "cats/old", "dogs/pack.json"])
        #expect(files.filter(\.wantsNote).map(\.path) == ["cats/Bad.png", "cats/Film.mov", "cats/old"])
        #expect(files.filter(\.isUnreadable).map(\.path) == ["cats/Bad.png"])
        #expect(files.allSatisfy { !$0.isSource && $0.reasonKey.hasPrefix("ignored.") })
    }
}

import BuildEngine
import Intake
import StickerManifest
import TestSupport
import Testing
import Texts

/// stickerd writes notes into the folders of designers. A wrong note, or a note that replaces a designer's file, would
/// be worse than no note.
@Suite("Notes in the drop folder")
struct FeedbackFilesTests {
    private let folder: TemporaryFolder
    private let damaged = PlanSamples.catalog([(PlanSamples.source("Bad.png"), PlanSamples.damaged)]).rejected

    init() throws {
        folder = try TemporaryFolder()
        try folder.write("art", to: "cats/Bad.png")
    }

    private func files(isOn: Bool = true, _ texts: Texts = .english) -> FeedbackFiles {
        FeedbackFiles(drop: folder.path, isOn: isOn, texts)
    }

    private func copy(_ number: Int) -> UnusedFile {
        let outcome = SourceOutcome(
            path: "cats/\(number).png", pack: "cats", id: "\(number)", state: .duplicate, reason: "equal", isNew: false)
        return UnusedFile.all([outcome], ignored: [])[0]
    }

    @Test("a note says what is wrong, and is removed when that is over, also by the next run")
    func lifetime() throws {
        var notes = files()
        let outcome = notes.update(.init(rejected: damaged), reasons: [:], places: [:])
        #expect(outcome.refusing.isEmpty && outcome.occupied.isEmpty)
        let text = try #require(folder.text("cats/Bad.png.rejected.txt"))
        #expect(text.contains("Bad.png") && text.hasSuffix(FeedbackFileName.signature(.english)))
        var next = files()
        _ = next.update(.init(), reasons: [:], places: [:])
        #expect(!folder.has("cats/Bad.png.rejected.txt") && folder.has("cats/Bad.png"))
    }

    @Test("a file of a person with the name of a note is reported once and kept")
    func occupied() throws {
        try folder.write("mine", to: "cats/Bad.png.rejected.txt")
        var notes = files()
        let path = folder.file("cats/Bad.png.rejected.txt")
        #expect(notes.update(.init(rejected: damaged), reasons: [:], places: [:]).occupied == [path])
        #expect(notes.update(.init(rejected: damaged), reasons: [:], places: [:]).occupied.isEmpty)
        #expect(folder.text("cats/Bad.png.rejected.txt") == "mine")
    }

    @Test("without notes, existing ones are removed")
    func off() {
        var notes = files()
        _ = notes.update(.init(rejected: damaged), reasons: [:], places: [:])
        var none = files(isOn: false)
        _ = none.update(.init(rejected: damaged), reasons: [:], places: [:])
        #expect(folder.files == ["cats/Bad.png"])
    }

    @Test("a source that waits gets a note only if its reason is known")
    func waiting() {
        var notes = files()
        _ = notes.update(
            .init(waiting: ["cats/Bad.png", "cats/Other.png"]), reasons: ["cats/Bad.png": .postponed], places: [:])
        #expect(folder.files == ["cats/Bad.png", "cats/Bad.png.waiting.txt"])
    }

    @Test("notes about unused files stay while it is unknown which are unused, and 20 are written per folder")
    func unused() {
        var notes = files()
        _ = notes.update(.init(unused: (10..<40).map(copy)), reasons: [:], places: [:])
        let written = folder.files.filter { $0.hasSuffix(FeedbackFileName.unused) }
        #expect(written.count == 20 && written.first == "cats/10.png.unused.txt")
        _ = notes.update(.init(unused: nil), reasons: [:], places: [:])
        #expect(folder.files.count == 21)
        _ = notes.update(.init(unused: []), reasons: [:], places: [:])
        #expect(folder.files == ["cats/Bad.png"])
    }

    @Test("notes of packs that were at rest are found when the packs are read")
    func included() {
        var earlier = files()
        _ = earlier.update(.init(rejected: damaged), reasons: [:], places: [:])
        var notes = FeedbackFiles(drop: folder.path, isOn: true, besides: ["cats"], .english)
        _ = notes.update(.init(), reasons: [:], places: [:])
        #expect(folder.has("cats/Bad.png.rejected.txt"))
        notes.include(["cats"])
        #expect(notes.isOutdated)
        _ = notes.update(.init(), reasons: [:], places: [:])
        #expect(!folder.has("cats/Bad.png.rejected.txt") && !notes.isOutdated)
    }
}

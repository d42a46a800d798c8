import BuildEngine
import DropWatcher
import FileAccess
import Foundation
import Intake
import JobModel
import Publishing
import StateDatabase
import TestSupport
import Testing

/// A rebuild takes hours, and may be killed at any time. The next rebuild must use exactly the results that were
/// complete.
@Suite("The workspace of a rebuild")
struct RebuildWorkspaceTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func workspace() -> RebuildWorkspace { RebuildWorkspace(state: folder.path, name: "rebuild") }

    /// Creates a result whose file is in the workspace.
    private func result(_ content: String, in workspace: RebuildWorkspace) throws -> StickerResult {
        let file = try ContentFile.write(
            Array(content.utf8), fileExtension: "png", folder: workspace.filesFolder)
        return PlanSamples.result(file.sha256, bytes: [3: file.bytes])
    }

    private static let journal = "rebuild/journal"

    @Test("a rebuild continues with the results that an earlier one saved, and their times")
    func continues() throws {
        let first = workspace()
        #expect(try first.open().isEmpty)
        let (cat, dog) = (try result("cat", in: first), try result("dog", in: first))
        try first.save(["cat": (cat, 12)])
        try first.save(["dog": (dog, 7)])
        let found: RebuildWorkspace.Made = try workspace().open()
        #expect(found.mapValues(\.result) == ["cat": cat, "dog": dog])
        #expect(found.mapValues(\.milliseconds) == ["cat": 12, "dog": 7])
    }

    @Test("a later result of the same source and settings replaces an earlier one")
    func replaced() throws {
        let workspace = workspace()
        _ = try workspace.open()
        let later = try result("better", in: workspace)
        try workspace.save(["cat": (try result("cat", in: workspace), 1)])
        try workspace.save(["cat": (later, 2)])
        #expect(try workspace.open()["cat"]?.result == later)
    }

    @Test("half a line of a killed run does not count, and damages no line after it")
    func halfLine() throws {
        let workspace = workspace()
        _ = try workspace.open()
        let (cat, dog) = (try result("cat", in: workspace), try result("dog", in: workspace))
        try workspace.save(["cat": (cat, 1), "dog": (dog, 1)])
        let whole = try #require(folder.bytes(Self.journal))
        try folder.write(whole.dropLast(9), to: Self.journal)
        #expect(try workspace.open().keys.sorted() == ["cat"])
        try workspace.save(["dog": (dog, 1)])
        #expect(try workspace.open().keys.sorted() == ["cat", "dog"])
        #expect(folder.text(Self.journal)?.split(separator: "\n").count == 2)
    }

    @Test("a result whose file was changed, cut or removed is made again", arguments: ["bat", "ca", nil])
    func damagedFile(content: String?) throws {
        let workspace = workspace()
        _ = try workspace.open()
        let cat = try result("cat", in: workspace)
        try workspace.save(["cat": (cat, 1), "dog": (try result("dog", in: workspace), 1)])
        let path = workspace.path(of: try #require(cat.files.first))
        try FileManager.default.removeItem(atPath: path)
        if let content { try Data(content.utf8).write(to: URL(filePath: path)) }
        #expect(try workspace.open().keys.sorted() == ["dog"])
    }

    @Test("files that were being written when a run was killed are removed")
    func partialFiles() throws {
        let workspace = workspace()
        _ = try workspace.open()
        let cat = try result("cat", in: workspace)
        try workspace.save(["cat": (cat, 1)])
        try folder.write("half", to: "rebuild/files/assets.part")
        #expect(try workspace.open().count == 1 && !folder.has("rebuild/files/assets.part"))
    }

    @Test(
        "a shard is complete if the cache has all that it rendered and that can be finished",
        arguments: [(0, 0, 0, true), (3, 0, 3, true), (3, 1, 2, true), (3, 0, 2, false), (3, 1, 1, false)])
    func shard(rendered: Int, notFinished: Int, stored: Int, isComplete: Bool) {
        var summary = ShardSummary()
        (summary.sources, summary.cached) = (9, 9 - rendered)
        (summary.rendered, summary.notFinished, summary.stored) = (rendered, notFinished, stored)
        #expect(summary.isComplete == isComplete)
    }

    @Test("drawings of an earlier comparison are removed before the next, and a finished workspace leaves no folder")
    func cleared() throws {
        let workspace = workspace()
        _ = try workspace.open()
        try workspace.save(["cat": (try result("cat", in: workspace), 1)])
        let sketches = try workspace.openSketches()
        try folder.write("a page", to: "rebuild/sketches/sheets/cats.png")
        #expect(try workspace.openSketches() == sketches && !folder.has("rebuild/sketches/sheets/cats.png"))
        try folder.write("a page", to: "rebuild/sketches/assets/a.png")
        try workspace.clear()
        #expect(!folder.has("rebuild"))
    }
}

@Suite("The state of the drop folder that a rebuild may publish")
struct PublishableScanTests {
    @Test("lacks a removed source, defers an incomplete one, and has a damaged one as it was last read")
    func scan() throws {
        let folder = try TemporaryFolder()
        try FileManager.default.createDirectory(atPath: folder.file("state"), withIntermediateDirectories: true)
        for name in ["a", "b", "c"] { try folder.write([UInt8](SampleArt.png(name)), to: "drop/cats/\(name).png") }
        try folder.write(SampleArt.png("d").dropLast(4).map(\.self), to: "drop/cats/cut.png")
        let listing = try DropScanner.list(folder.file("drop"))
        var stamps = Dictionary(uniqueKeysWithValues: listing.art.map { ($0.path, $0.stamp) })
        stamps["cats/cut.png"] = nil
        // The content of this file has changed, but not its modification time and size.
        stamps["cats/b.png"]?.changed = 1
        let known = stamps.mapValues { KnownDigest(stamp: $0, sha256: "") }
        stamps["cats/gone.png"] = stamps["cats/a.png"]
        var intake = RebuildIntake(
            quiet: .milliseconds(50),
            deletionGuard: DeletionGuard(
                drop: folder.file("drop"), state: folder.file("state"), massChange: MassRemovalCheck(share: 0.5))
        ) { listing }
        guard case .take(let scan) = try intake.publishable(known: known, published: stamps, damaged: ["cats/b.png"])
        else {
            Issue.record("the listing is held although only one of four sources is missing")
            return
        }
        let publishable: RebuildIntake.PublishableScan = scan
        #expect(publishable.deferred.keys.sorted() == ["cats/cut.png"])
        #expect(publishable.removals.retired == ["cats/gone.png"])
        #expect(publishable.listing.art.first { $0.path == "cats/b.png" }?.stamp == known["cats/b.png"]?.stamp)
    }
}

import BuildEngine
import ControlSocket
import Foundation
import StateDatabase
import StickerManifest
import TestSupport
import Testing

@Suite("The status of a running watch")
struct StatusRecorderTests {
    private func status(_ recorder: StatusRecorder, limit: Int? = nil) async throws -> EngineStatus {
        try #require(try await recorder.response(to: ControlRequest(.status, limit: limit)).status)
    }

    @Test("has the counts of the manifest and of packs at rest")
    func counts() async throws {
        let library = try await PublishedLibrary()
        let recorder = StatusRecorder(library.configuration, workers: 2)
        let empty = try await status(recorder)
        #expect(empty.published.stickers == 0 && empty.sources.count == nil)
        recorder.record(
            sources: 9, catalog: try library.catalog(),
            atRest: StatusRecorder.AtRest(stickers: 5, awaitingApproval: 1, unapproved: 0), deferred: [:], unused: [])
        let counted = try await status(recorder)
        #expect(counted.published.stickers == 8 && counted.published.awaitingApproval == 1)
        #expect(counted.sources.count == 9 && counted.rendering.workers == 2)
    }

    @Test("lists deferred sources by path, up to the limit of the request")
    func deferred() async throws {
        let library = try await PublishedLibrary()
        let recorder = StatusRecorder(library.configuration, workers: 1)
        recorder.record(
            sources: 3, catalog: nil, atRest: nil,
            deferred: ["b.png": "it is written", "a.png": String(repeating: "é", count: 400)],
            unused: [])
        let all = try await status(recorder).sources.deferred
        #expect(all.entries.map(\.path) == ["a.png", "b.png"] && all.count == 2)
        #expect(all.entries[0].reason.utf8.count <= 500 && all.entries[0].reason.hasSuffix("…"))
        let one = try await status(recorder, limit: 1).sources.deferred
        #expect(one.entries.map(\.path) == ["a.png"] && one.count == 2)
        #expect(try await status(recorder, limit: -1).sources.deferred.entries.isEmpty)
    }

    @Test("a failure that lasts keeps its start and counts its attempts, until it is resolved")
    func problem() async throws {
        let library = try await PublishedLibrary(nil)
        let recorder = StatusRecorder(library.configuration, workers: 1)
        recorder.recordFailure("The disk is full.", retryIn: .seconds(1))
        recorder.recordFailure("The disk is full.", retryIn: .seconds(2))
        let failing = try #require(try await status(recorder).problem)
        #expect(failing.attempts == 2 && failing.resolved == nil && failing.retryAt != nil)
        recorder.record(.recovered)
        let resolved = try #require(try await status(recorder).problem)
        #expect(resolved.since == failing.since && resolved.resolved != nil && resolved.retryAt == nil)
        recorder.recordFailure("The disk is full.", retryIn: nil)
        #expect(try await status(recorder).problem?.attempts == 1)
    }

    @Test("events change it")
    func events() async throws {
        let library = try await PublishedLibrary(nil)
        let recorder = StatusRecorder(library.configuration, workers: 1)
        recorder.record(.workerRestarted)
        recorder.record(.decisionsLost("They are missing."))
        let status = try await status(recorder)
        #expect(status.rendering.workerRestarts == 1 && status.decisionsLost == "They are missing.")
    }

    @Test("the summary of the index and its parts is that of the whole manifest")
    func summary() async throws {
        let library = try await PublishedLibrary()
        let read = try #require(PublishedSummary.read(library.publisher))
        let whole = PublishedSummary(try library.catalog())
        #expect(read.stickers == whole.stickers && read.stickers == 3)
        #expect(
            read.unapproved == whole.unapproved && read.sentBack == whole.sentBack && read.rejected == whole.rejected)
        try library.folder.remove("out/catalog.json")
        #expect(PublishedSummary.read(library.publisher) == nil)
    }
}

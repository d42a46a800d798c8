import ControlSocket
import Foundation
import Testing

/// Tests the status of an engine as a value, without a socket.
@Suite struct EngineStatusTests {
    private static let time = Date(timeIntervalSince1970: 1_795_000_000)

    private static var status: EngineStatus { EngineStatus(drop: "/drop", out: "/out", state: "/state") }

    /// A status in which every optional value is present.
    private static var full: EngineStatus {
        var status = status
        status.engine = EngineStatus.Process(process: 7, command: "stickerd watch", version: "1", since: time)
        status.watching = EngineStatus.Watching(mode: "polling", reason: "a network disk", folders: 3)
        var sources: EngineStatus.Sources = status.sources
        (sources.count, sources.rejectedCount) = (9, 2)
        sources.rejected = EngineStatus.Listing([.init(path: "a.png", reason: "cut off")], limit: 5)
        status.sources = sources
        status.rendering.active = [EngineStatus.Rendering(path: "b.png", seconds: 4)]
        status.rendering.progress = EngineStatus.Progress(done: 1, total: 8, secondsLeft: 30)
        status.rebuild = EngineStatus.Run(
            process: EngineStatus.Process(process: 8, command: "stickerd rebuild"), rendering: status.rendering)
        var published: EngineStatus.Published = status.published
        (published.stickers, published.sentBack, published.lastChange) = (40, 1, time)
        status.published = published
        var holds: EngineStatus.Holds = status.holds
        holds.publishing = EngineStatus.Hold(message: "after a rollback", since: time)
        status.holds = holds
        status.problem = EngineStatus.Problem(message: "the disk is full", since: time, attempts: 3, retryAt: time)
        return status
    }

    @Test("a status is the same after its way through a socket")
    func coding() throws {
        let line = try ControlCoding.line(ControlResponse(status: Self.full))
        #expect(line.last == UInt8(ascii: "\n") && !line.dropLast().contains(UInt8(ascii: "\n")))
        #expect(try ControlCoding.response(line).status == Self.full)
    }

    @Test("the keys are those of `stickerd status --json`")
    func keys() throws {
        let json = try JSONSerialization.jsonObject(with: Data(try ControlCoding.line(Self.full))) as? [String: Any]
        #expect(json?["ready"] as? Bool == false)
        let rebuild = json?["rebuild"] as? [String: Any]
        let progress = (rebuild?["rendering"] as? [String: Any])?["progress"] as? [String: Int]
        #expect(progress == ["done": 1, "of": 8, "secondsLeft": 30])
        #expect(json?["build"] == nil)
    }

    @Test("a key that only a newer engine sends is ignored")
    func unknownKey() throws {
        let text = String(decoding: try ControlCoding.line(ControlResponse(status: Self.full)), as: UTF8.self)
        let newer = text.replacing("\"ready\":", with: "\"weather\":{\"sunny\":true},\"ready\":")
        #expect(try ControlCoding.response(Array(newer.utf8)).status == Self.full)
    }

    /// A change of a status.
    struct Change: Sendable, CustomTestStringConvertible {
        let name: String
        let isHealthy: Bool
        let apply: @Sendable (inout EngineStatus) -> Void
        var testDescription: String { name }
    }

    private static let changes = [
        Change(name: "nothing", isHealthy: true) { _ in },
        Change(name: "rejected art", isHealthy: true) { $0.sources.rejectedCount = 4 },
        Change(name: "stickers that were sent back", isHealthy: true) { $0.published.sentBack = 2 },
        Change(name: "a problem that is over", isHealthy: true) {
            $0.problem = EngineStatus.Problem(message: "full", since: time, resolved: time)
        },
        Change(name: "a problem", isHealthy: false) {
            $0.problem = EngineStatus.Problem(message: "full", since: time)
        },
        Change(name: "a hold on publishing", isHealthy: false) {
            $0.holds.publishing = EngineStatus.Hold(message: "after a rollback")
        },
        Change(name: "a hold on removals", isHealthy: false) {
            $0.holds.removals = EngineStatus.Hold(message: "half of the art is gone")
        },
        Change(name: "lost decisions", isHealthy: false) { $0.decisionsLost = "restore them" },
        Change(name: "a part that has stopped", isHealthy: false) { $0.stalled = ["The watch has stopped."] },
        Change(name: "an unreadable folder", isHealthy: false) {
            $0.sources.unreadable = EngineStatus.Listing([.init(path: "cats", reason: "no rights")], limit: 5)
        },
    ]

    @Test("an engine is healthy unless it cannot work or waits for a person", arguments: changes)
    func healthy(change: Change) {
        var status = Self.status
        change.apply(&status)
        #expect(status.isHealthy == change.isHealthy)
    }

    @Test("a listing has the first entries, and counts all")
    func listing() {
        let entries = (1...7).map { EngineStatus.Entry(path: "\($0).png", reason: "") }
        let listing = EngineStatus.Listing(entries, limit: 3)
        #expect(listing.count == 7 && listing.entries.map(\.path) == ["1.png", "2.png", "3.png"])
    }
}

/// Tests the encoding of requests and responses as lines, without a socket.
@Suite struct ControlCodingTests {
    @Test(
        "a line that is not a request is rejected with a code, and the other side gets the reason",
        arguments: [
            ("", ControlResponse.Failure.Code.malformedRequest), ("[]", .malformedRequest),
            (#"{"version":0,"command":"status"}"#, .unsupportedVersion),
            (#"{"version":2,"command":"unheard"}"#, .unsupportedVersion),
            (#"{"version":1,"command":"STATUS"}"#, .unknownCommand),
            (#"{"version":1,"command":"status","limit":{}}"#, .malformedRequest),
        ])
    func rejected(line: String, code: ControlResponse.Failure.Code) throws {
        guard case .failure(let rejection) = ControlCoding.request(Array(line.utf8)) else {
            Issue.record("the invalid line is accepted as a request")
            return
        }
        let found: ControlCoding.Rejection = rejection
        let failure: ControlResponse.Failure = try #require(found.response.error)
        #expect(failure.code == code)
        let answer = try ControlCoding.line(found.response)
        #expect(throws: ControlError.rejected(failure.message)) { try ControlCoding.response(answer) }
    }

    @Test("a request is the same after its way through a socket", arguments: [nil, 0, 20])
    func request(limit: Int?) throws {
        let request = ControlRequest(.status, limit: limit)
        #expect(try ControlCoding.request(ControlCoding.line(request)).get() == request)
    }

    @Test("an answer of another version is not read, whatever else it has")
    func otherVersion() {
        let line = Array(#"{"version":9,"status":"fine"}"#.utf8)
        #expect(throws: ControlError.otherVersion(9)) { try ControlCoding.response(line) }
    }

    @Test("an answer that is cut off cannot be read")
    func cutOff() throws {
        let line = try ControlCoding.line(ControlResponse(status: EngineStatus(drop: "/d", out: "/o", state: "/s")))
        #expect(throws: ControlError.unreadableResponse) { try ControlCoding.response(Array(line.dropLast(9))) }
    }
}

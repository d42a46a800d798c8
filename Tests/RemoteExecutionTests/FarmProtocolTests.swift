import FarmProtocol
import RenderProtocol
import Testing

@Suite("Messages between stickerd and stickerd-farm")
struct FarmProtocolTests {
    private static let job = FarmJob(
        id: 7, job: "{}", inputs: [FarmInput(path: "/drop/a.png", root: "/drop", sha256: "ab", bytes: 3)],
        answer: "/work/7", timeout: 90, priority: 10, lookup: .cache)

    @Test("commands are read as they were written")
    func commands() throws {
        var settings = FarmSettings(url: "grpcs://farm.example.com", identity: "1d", answerLimit: 1000)
        settings.platform = ["OSFamily": "linux"]
        settings.tokenFile = "/run/token"
        for command in [FarmCommand.settings(settings), .run(Self.job), .store(Self.job), .cancel(7)] {
            #expect(try FarmProtocol.command(FarmProtocol.frame(command)) == command)
        }
    }

    @Test("reports are read as they were written")
    func reports() throws {
        let capabilities = FarmCapabilities(versions: ["2.0", "2.3"], executes: true, stores: false, batchLimit: 4)
        for report in [
            FarmReport.capabilities(capabilities), .refused(FarmRefusal(reason: .token, code: 16, words: "no")),
            .stage(FarmProgress(id: 1, phase: .queued)), .done(FarmResult(id: 1)),
            .lost(FarmLoss(id: 1, reason: .worker, code: 78, words: "other libraries", worker: "w17")),
            .figures(FarmFigures()),
        ] {
            #expect(try FarmProtocol.report(FarmProtocol.frame(report)) == report)
        }
    }

    @Test("a command is not accepted as a report")
    func direction() throws {
        let frame = try FarmProtocol.frame(.cancel(1))
        #expect(throws: ProtocolViolation.self) { try FarmProtocol.report(frame) }
    }

    @Test("frames without a message are refused")
    func damaged() {
        let frame = Frame(.job, payload: Array("{\"run\":{}}".utf8))
        #expect(throws: ProtocolViolation.malformed(.job)) { try FarmProtocol.command(frame) }
    }

    @Test("a job that is longer than a frame is refused")
    func tooLong() {
        var job = Self.job
        job.job = String(repeating: "x", count: FrameKind.job.limit)
        #expect(throws: ProtocolViolation.self) { try FarmProtocol.frame(.run(job)) }
    }
}

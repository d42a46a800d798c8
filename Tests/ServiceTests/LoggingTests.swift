import Foundation
import Glibc
import Logging
import Service
import StickerConfiguration
import TestSupport
import Testing

@Suite("The service's log")
struct LoggingTests {
    @Test("for people, a line has its source, and its level if it is serious")
    func text() {
        let log = LogRecorder()
        let logger = log.logger(.text)
        logger.info("watching", metadata: ["folders": "3", "of": "two words"])
        logger.warning("the disk is nearly full")
        #expect(
            log.lines == [
                "stickerd: watching folders=3 of=\"two words\"\n", "stickerd: warning: the disk is nearly full\n",
            ])
    }

    @Test("for the journal, the level is syslog's number in front")
    func journal() {
        let log = LogRecorder()
        let logger = log.logger(.journal)
        logger.debug("a")
        logger.info("b")
        logger.notice("c")
        logger.warning("d")
        logger.error("e")
        logger.critical("f")
        #expect(log.text == "<7>a\n<6>b\n<5>c\n<4>d\n<3>e\n<2>f\n")
    }

    @Test("as JSON, each line is an object with time, level, message and its values")
    func json() throws {
        let log = LogRecorder()
        log.logger(.json).error("cannot\nwrite", metadata: ["path": "/srv/\"out\""])
        let line = try #require(log.lines.first)
        #expect(line.hasSuffix("}\n") && line.filter(\.isNewline).count == 1)
        let object = try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: String])
        #expect(object["level"] == "error" && object["message"] == "cannot\nwrite" && object["path"] == "/srv/\"out\"")
        let time = try #require(object["time"])
        #expect(time.wholeMatch(of: /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/) != nil)
    }

    @Test("a name cannot break out of its line", arguments: [LogFormat.text, .journal])
    func controls(format: LogFormat) throws {
        let log = LogRecorder()
        log.logger(format).info("cats/a\n<0>forged\u{1B}[2J.png")
        let line = try #require(log.lines.first)
        #expect(line.dropLast().allSatisfy { !$0.isNewline && $0 != "\u{1B}" })
    }

    @Test("lines below the level are not written")
    func level() {
        let log = LogRecorder()
        let logger = log.logger(level: ServiceSettings.LogLevel.warning.loggingLevel)
        logger.notice("a")
        logger.warning("b")
        #expect(log.lines.count == 1)
    }

    @Test("the same text is written five times a minute, and counted from then on")
    func sameText() {
        let log = LogRecorder()
        let metrics = Metrics()
        let logger = log.logger(metrics: metrics)
        for _ in 0..<100 { logger.warning("the share is gone") }
        #expect(log.lines.count == 5)
        let text = PrometheusText(metrics.prometheusText)
        #expect(text.samples["stickerd_log_lines_withheld_total"] == 95)
    }

    @Test("texts that differ are all written, up to a few hundred from one place")
    func samePlace() {
        let log = LogRecorder()
        let logger = log.logger()
        for number in 0..<10_000 { logger.info("published \(number)") }
        logger.info("from another place")
        #expect(log.lines.count == 301)
        #expect(log.lines.last == "stickerd: from another place\n")
    }

    @Test("in a flood of lines about files, no warning, no error and no notice is left out")
    func flood() {
        let log = LogRecorder()
        let logger = log.logger()
        func say(_ level: Logger.Level, _ text: String) { logger.log(level: level, "\(text)") }
        for number in 0..<10_000 {
            say(.info, "published \(number)")
            if number.isMultiple(of: 10) { say(.warning, "rejected \(number)") }
        }
        say(.notice, "Watching")
        say(.error, "the disk is full")
        #expect(log.lines.count { $0.contains("rejected") } == 1000)
        #expect(log.lines.count { $0.contains("published") } == 300)
        #expect(log.lines.suffix(2) == ["stickerd: Watching\n", "stickerd: error: the disk is full\n"])
    }

    @Test("the number of omitted lines is written at the end of the period, also without further lines")
    func summary() async throws {
        let log = LogRecorder()
        let metrics = Metrics()
        let limits = LogThrottle.Limits(window: .seconds(3), samePlace: 10)
        let logger = log.logger(throttle: LogThrottle(limits: limits), metrics: metrics)
        for number in 0..<25 { logger.info("published \(number)") }
        try await eventually("the line about withheld lines is not written") { log.lines.count == 11 }
        #expect(log.lines.last == "stickerd: 15 more lines were not written; the first of them: published 10\n")
        #expect(PrometheusText(metrics.prometheusText).samples["stickerd_log_lines_withheld_total"] == 15)
    }

    @Test("the journal is recognised by its stream, but not if the output was redirected")
    func journalStream() throws {
        let folder = try TemporaryFolder()
        try folder.write("", to: "stream")
        let descriptor = open(folder.file("stream"), O_WRONLY)
        defer { close(descriptor) }
        var status = stat()
        fstat(descriptor, &status)
        let own = ["JOURNAL_STREAM": "\(status.st_dev):\(status.st_ino)"]
        #expect(LogFormat(.auto, environment: own, descriptor: descriptor) == .journal)
        #expect(LogFormat(.auto, environment: ["JOURNAL_STREAM": "1:2"], descriptor: descriptor) == .text)
        #expect(LogFormat(.auto, environment: [:], descriptor: descriptor) == .text)
        #expect(LogFormat(.json, environment: own, descriptor: descriptor) == .json)
    }
}

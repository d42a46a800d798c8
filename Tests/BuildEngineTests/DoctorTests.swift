import BuildEngine
import FileAccess
import Foundation
import JobModel
import StickerConfiguration
import TestSupport
import Testing
import WorkerPool

@Suite struct DoctorTests {
    @Test("the test picture of an engine is good if both results are equal, whatever times the engine reports")
    func comparison() {
        func check(_ found: FarmComparison?) -> Doctor.Check {
            Doctor.check(found, RemoteWork(host: "farm", jobs: 2), ["no worker"])
        }
        var found = FarmComparison(
            worker: "w1", isEqual: true, timeThere: .milliseconds(1500), timeHere: .milliseconds(40),
            queueSeconds: .greatestFiniteMagnitude)
        #expect(check(found).state == .good && check(found).detail.hasPrefix("worker w1 needed 1500 ms"))
        #expect(check(found).detail.contains("this machine needed 40 ms"))
        (found.isEqual, found.worker) = (false, "")
        #expect(check(found).state == .bad && check(found).detail.hasPrefix("a worker needed"))
        #expect(check(nil).state == .bad && check(nil).detail == "no worker")
    }

    @Test("a render program that does not answer is killed and reported")
    func hangingRenderer() async throws {
        let folder = try TemporaryFolder()
        let command = WorkerCommand(
            executable: "/bin/sh",
            arguments: [
                "-c", #"echo $$ > "$1/pid.part"; mv "$1/pid.part" "$1/pid"; exec sleep 600"#, "sh", folder.path,
            ],
            version: .current)
        let doctor = Doctor(
            configuration: Configuration(drop: folder.file("drop"), out: folder.file("out")),
            worker: .success(command), timeLimit: .seconds(5))
        let checks = await doctor.examine()
        let check = try #require(checks.first { $0.name == "render program" })
        #expect(check.state == .bad)
        #expect(check.detail.contains("was not ready after 5 s"), "\(check.detail)")
        let process = try #require(
            folder.text("pid").flatMap { Int32($0.trimmingCharacters(in: .whitespacesAndNewlines)) })
        try await eventually("the render program is not killed") {
            let stat = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8)
            return stat?.contains(") Z ") ?? true
        }
    }
}

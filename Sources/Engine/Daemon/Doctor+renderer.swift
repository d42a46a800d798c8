import Dispatch
import EngineSupport
import Foundation
import Service
import WorkerProtocol

extension Doctor {
    /// What became of the render program's test of itself.
    enum Examination {
        case passed(SandboxSelfTest)
        /// It answered, and belongs to another stickerd.
        case otherVersion(RendererVersion)
        /// It ended without an answer that can be read; `complaint` is the end of what it wrote to stderr.
        case failed(status: Int32, complaint: String)
        /// The system did not start it, and why.
        case notStarted(String)
    }

    /// An answer of which only the version is known: what else a render program of another release says may be otherwise.
    private struct VersionAnswer: Decodable {
        var version: RendererVersion
    }

    /// Has a worker test itself, and waits for it.
    func examination(by worker: WorkerCommand) -> Examination {
        let process = Process()
        process.executableURL = URL(filePath: worker.executable)
        process.arguments = worker.arguments + ["--examine"]
        process.environment = worker.fullEnvironment
        let (output, errors) = (Pipe(), Pipe())
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = output
        process.standardError = errors
        do {
            try process.run()
        } catch {
            return .notStarted("\(error.localizedDescription)")
        }
        // Both at once: a program that fills one pipe while the other is read would never end.
        let complaint = OutputTail()
        let reading = DispatchGroup()
        let descriptor = errors.fileHandleForReading
        DispatchQueue.global().async(group: reading) {
            descriptor.readDataToEndOfFile().withUnsafeBytes { complaint.append($0) }
        }
        let answer = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        reading.wait()
        let decoder = JSONDecoder()
        if let version = try? decoder.decode(VersionAnswer.self, from: answer).version, version != .current {
            return .otherVersion(version)
        }
        guard let found = try? decoder.decode(SandboxSelfTest.self, from: answer) else {
            return .failed(status: process.terminationStatus, complaint: complaint.text)
        }
        return .passed(found)
    }

    /// What a render program that answers nothing needs.
    ///
    /// - Parameters:
    ///   - status: its exit status, or the number of the signal that ended it.
    ///   - complaint: what it wrote to stderr.
    func failed(_ worker: WorkerCommand, status: Int32, complaint: String) -> Check {
        let missesLibrary = status == 127 || complaint.contains("error while loading shared libraries")
        let fix =
            missesLibrary
            ? "run scripts/setup, which installs the libraries; `ldd '\(worker.executable)'` shows what is missing"
            : "install it again from the release of stickerd; if `STICKERD_SANDBOX=off stickerd doctor` helps, please report it"
        return Check(
            "render program", .bad,
            "\(worker.executable) ended with status \(status)" + (complaint.isEmpty ? "" : ": \(complaint)"), fix: fix)
    }
}

import FileAccess
import Foundation
import Glibc
import RenderProtocol

/// The job in a folder. The file `job` contains the request as JSON. The job's files have the names `0`, `1` and so on,
/// in the order of `WorkerRequest.inputs`.
struct RequestFolder {
    let job: [UInt8]
    let inputs: [[UInt8]]

    /// The reason why a folder does not contain a valid request.
    struct Damage: Error, CustomStringConvertible {
        let description: String
    }

    /// Reads all files now, because a confined process cannot open them later.
    ///
    /// - Throws: `Damage`.
    init(_ path: String) throws(Damage) {
        guard let job = try RequestFolder.content(of: "\(path)/job") else {
            throw Damage(description: "\(path)/job is missing: the folder is not a request.")
        }
        guard job.count <= FrameKind.job.limit else {
            throw Damage(
                description:
                    "\(path)/job: the file is \(job.count) bytes long; the limit is \(FrameKind.job.limit) bytes.")
        }
        self.job = job
        var inputs: [[UInt8]] = []
        while let input = try RequestFolder.content(of: "\(path)/\(inputs.count)") { inputs.append(input) }
        self.inputs = inputs
    }

    /// - Returns: nil if the file does not exist.
    private static func content(of path: String) throws(Damage) -> [UInt8]? {
        do {
            return [UInt8](try Data(contentsOf: URL(filePath: path)))
        } catch CocoaError.fileReadNoSuchFile {
            return nil
        } catch {
            throw Damage(description: "\(path) cannot be read.")
        }
    }
}

/// The answer to the request in a folder. A confined child process writes it under a temporary name. Its parent
/// process, which is not confined, renames it when it is complete.
struct AnswerFile {
    /// The path of the complete file.
    let path: String
    /// The path of the file while it is incomplete.
    private let draft: String
    /// The descriptor of the open draft.
    let descriptor: Int32

    /// - Throws: `SystemCallError`.
    init(_ path: String) throws(SystemCallError) {
        self.path = path
        draft = "\(path).\(getpid()).part"
        descriptor = open(draft, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0o644)
        guard descriptor >= 0 else { throw .latest }
    }

    /// Runs `body` in a child process. When the child has ended, publishes its answer and ends with its exit status.
    ///
    /// The process must have only one thread.
    func written(by body: () -> Never) -> Never {
        var lifetime: [Int32] = [-1, -1]
        guard pipe(&lifetime) == 0 else { fail("a pipe cannot be created: \(SystemCallError.latest)") }
        let child = fork()
        if child == 0 {
            // The standard input of the child ends when the parent process ends.
            dup2(lifetime[0], STDIN_FILENO)
            for end in lifetime { close(end) }
            body()
        }
        close(lifetime[0])
        guard child > 0 else { fail("a process cannot be started: \(SystemCallError.latest)") }
        var status: Int32 = 0
        while waitpid(child, &status, 0) < 0, errno == EINTR {}
        let (signal, code) = (status & 0x7F, (status >> 8) & 0xFF)
        guard signal == 0, code <= 1 else {
            unlink(draft)
            guard signal != 0 else { exit(code) }
            RenderLoop.end("The renderer was terminated by signal \(signal).", status: 1)
        }
        guard close(descriptor) == 0, rename(draft, path) == 0 else {
            fail("\(path) cannot be written: \(SystemCallError.latest)")
        }
        exit(code)
    }

    private func fail(_ reason: String) -> Never {
        unlink(draft)
        RenderLoop.end("The answer is incomplete: \(reason).", status: 1)
    }
}

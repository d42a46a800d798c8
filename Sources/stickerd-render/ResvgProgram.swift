import CLinux
import Foundation
import Glibc
import JobModel
import StickerRendering
import Synchronization
import WorkerProtocol

/// Runs resvg for a worker, through a helper process that was started before the worker confined itself.
final class ResvgProgram: SecondRenderer {
    /// The descriptors of the program's file, of the requests, and of the answers.
    private let program: Int32
    private let requests: Int32
    private let answers: Int32
    /// Locked during a run, so that there is only one at a time.
    private let turn = Mutex(())
    private let known = Mutex<String??>(nil)

    private static let codeMegabytes = 64
    /// One drawing may take a tenth of the job's time limit. A job has at most five drawings.
    private static let drawingsPerLimit = 10
    private static let versionSeconds = 10

    /// The paths at which stickerd searches for the program, in order.
    static let paths = (RenderEnvironment.variables["PATH"] ?? "").split(separator: ":").map { "\($0)/resvg" }

    /// Starts the helper process. This process must have only one thread and must not be confined yet.
    ///
    /// - Returns: nil if resvg is not installed.
    static func start(isConfined: Bool) -> ResvgProgram? {
        guard let path = paths.first(where: { access($0, X_OK) == 0 }) else { return nil }
        let program = open(path, O_RDONLY | O_CLOEXEC)
        guard program >= 0 else { return nil }
        var (asking, answering): ([Int32], [Int32]) = ([-1, -1], [-1, -1])
        guard pipe2(&asking, O_CLOEXEC) == 0, pipe2(&answering, O_CLOEXEC) == 0 else {
            for end in [program] + asking + answering where end >= 0 { close(end) }
            return nil
        }
        let process = fork()
        if process == 0 {
            ProgramServer(
                program: program, requests: asking[0], answers: answering[1], isConfined: isConfined
            ).serve()
        }
        close(asking[0])
        close(answering[1])
        let started = ResvgProgram(program: program, requests: asking[1], answers: answering[0])
        return process > 0 ? started : nil
    }

    private init(program: Int32, requests: Int32, answers: Int32) {
        (self.program, self.requests, self.answers) = (program, requests, answers)
    }

    deinit {
        for end in [program, requests, answers] { close(end) }
    }

    var version: String? {
        known.withLock { known in
            if let known { return known }
            let output = run(
                ProgramRun(
                    arguments: ["--version"], inputSize: 0, mostOutput: 100, seconds: ResvgProgram.versionSeconds,
                    memoryMegabytes: ResvgProgram.codeMegabytes), [])
            let words = String(decoding: output ?? [], as: UTF8.self).split(whereSeparator: \.isWhitespace)
            let found = words.last.map(String.init)
            known = .some(found)
            return found
        }
    }

    func draw(_ document: [UInt8], options: [String], mostBytes: Int, limits: SourceLimits) -> [UInt8]? {
        guard document.count <= ProgramRun.mostInput else { return nil }
        let output = run(
            ProgramRun(
                arguments: options + ["-", "-c"], inputSize: document.count, mostOutput: mostBytes,
                seconds: max(1, limits.seconds / ResvgProgram.drawingsPerLimit),
                memoryMegabytes: limits.memoryMegabytes - ResvgProgram.codeMegabytes),
            document)
        return output.flatMap(ResvgProgram.picture)
    }

    /// The PNG in the output of resvg. The warnings of resvg precede it.
    ///
    /// - Returns: nil without a picture, or if a warning is about text.
    private static func picture(in output: [UInt8]) -> [UInt8]? {
        guard let start = output.firstRange(of: [0x89, 0x50, 0x4E, 0x47])?.lowerBound else { return nil }
        let warnings = String(decoding: output[..<start], as: UTF8.self)
        return warnings.contains("usvg::text") || warnings.contains("font") ? nil : Array(output[start...])
    }

    /// The bytes of the program's file, which distinguish two builds of one version.
    var content: [UInt8]? {
        var status = stat()
        guard fstat(program, &status) == 0, lseek(program, 0, SEEK_SET) == 0 else { return nil }
        return ProgramRun.read(Int(status.st_size), from: program)
    }

    /// - Returns: the output of the program. Nil if it failed.
    private func run(_ run: ProgramRun, _ input: [UInt8]) -> [UInt8]? {
        turn.withLock { _ in
            guard let json = try? JSONEncoder().encode(run), ProgramRun.writeSize(json.count, to: requests),
                json.withUnsafeBytes({ ProgramRun.write($0, to: requests) }),
                input.withUnsafeBytes({ ProgramRun.write($0, to: requests) }),
                let size = ProgramRun.readSize(from: answers), (1...ProgramRun.mostInput).contains(size)
            else { return nil }
            return ProgramRun.read(size, from: answers)
        }
    }
}

extension RenderIdentity {
    /// The versions of this process's libraries and of the second renderer, which also affects bytes, by name.
    static func libraries(with second: ResvgProgram?) -> [String: String] {
        var libraries = loadedLibraries
        libraries["resvg"] = second?.version
        return libraries
    }
}

extension RendererDescription {
    /// The description of this process and of the second renderer.
    static func current(with second: ResvgProgram?) -> RendererDescription {
        var description = RendererDescription.current
        description.identity.libraries = RenderIdentity.libraries(with: second)
        // The identity changes if resvg is installed or removed, so all paths at which it is searched for are listed.
        description.files += ResvgProgram.paths
        if let second, let content = second.content {
            description.build = Digest.sha256("\(description.build)\n\(Digest.sha256(content))")
        }
        return description
    }
}

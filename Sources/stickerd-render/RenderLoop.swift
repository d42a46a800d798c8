import CLinux
import FileAccess
import Foundation
import Glibc
import ImageHeaders
import JobModel
import Pixels
import RenderProtocol
import Sandbox
import SheetModel
import SheetRendering
import StickerRendering
import Vips
import WorkerProtocol

/// Runs a render process. It sends its version, and runs jobs until its input ends. All work is done on the calling
/// thread, which must be the only thread at the start.
struct RenderLoop {
    var isConfined: Bool
    /// The additional formats that the process may decode.
    var extraFormats: [ExtraFormat]

    /// The objects that are reused between jobs.
    private struct Tools {
        var protections: Protections?
        /// The second renderer. Nil if resvg is not installed.
        var second: ResvgProgram?
        let backgrounds = BackgroundCache()
        let printer = PrintRenderer()
    }

    /// Runs jobs until the input ends.
    func run() throws {
        let channel = RenderChannel(output: takeStandardOutput())
        let tools = begin(writingTo: channel.output)
        RenderLoop.endWithParent()
        RenderLoop.endingWhenCutOff(body: {
            try channel.greet()
            while let job = try channel.nextJob() { _ = try perform(job, channel, tools) }
        })
    }

    /// Runs the only job in the input, which is followed by all of its files, and ends the process.
    func runOnce() throws {
        let channel = RenderChannel(output: takeStandardOutput())
        let tools = begin(writingTo: channel.output)
        RenderLoop.endingWhenCutOff { error in
            RenderLoop.end(
                error.code == EPIPE
                    ? "The input or the output ended in the middle of the job."
                    : "The job could not be done: \(error).",
                status: WorkerExitStatus.misunderstood)
        } body: {
            try channel.greet()
            guard let job = try channel.nextJob() else {
                RenderLoop.end("There is no job on standard input.", status: WorkerExitStatus.misunderstood)
            }
            try channel.keepAllInputs()
            exit(try perform(job, channel, tools) != nil ? 0 : 1)
        }
    }

    /// Runs the job in a folder, writes the answer to a file, and ends the process.
    ///
    /// - Parameters:
    ///   - request: the path of the folder.
    ///   - answer: the path of the file.
    ///   - identity: the required `RenderIdentity.digest`. Nil if any renderer may answer.
    func runOnce(request: String, answer: String, identity: String?) -> Never {
        let file: AnswerFile
        do {
            file = try AnswerFile(answer)
        } catch {
            RenderLoop.end("\(answer) cannot be written: \(error).")
        }
        file.written { answerOnce(request, to: file.descriptor, identity: identity) }
    }

    private func answerOnce(_ request: String, to output: Int32, identity: String?) -> Never {
        let folder: RequestFolder
        do {
            folder = try RequestFolder(request)
        } catch {
            RenderLoop.end("\(error)", status: WorkerExitStatus.misunderstood)
        }
        // Anything that libraries print must not be mistaken for an answer.
        guard dup2(STDERR_FILENO, STDOUT_FILENO) >= 0 else { RenderLoop.end("Standard output cannot be replaced.") }
        signal(SIGPIPE, SIG_IGN)
        let tools = begin(writingTo: output)
        if isConfined, tools.protections?.filtersSystemCalls != true {
            RenderLoop.end(
                "The system calls of this renderer cannot be filtered here. Start it with --unconfined for art that you trust."
            )
        }
        RenderLoop.endWithParent()
        guard (try? JSONDecoder().decode(WorkerRequest.self, from: Data(folder.job))) != nil else {
            RenderLoop.end("\(request)/job is not a request of this version.", status: WorkerExitStatus.misunderstood)
        }
        if let identity { RenderLoop.require(identity, tools) }
        let channel = RenderChannel(output: output, request: folder)
        RenderLoop.endingWhenCutOff { error in
            RenderLoop.end("The answer cannot be written to standard output: \(error).", status: 1)
        } body: {
            try channel.greet()
            guard let job = try channel.nextJob() else { return }
            exit(try perform(job, channel, tools)?.isFinished == true ? 0 : 1)
        }
        exit(1)
    }

    /// Ends the process if this renderer does not have the required identity, because its results could have other
    /// bytes.
    private static func require(_ identity: String, _ tools: Tools) {
        let own = RendererDescription.current(with: tools.second).identity
        guard own.digest() != identity else { return }
        let machine = RenderMachine.current
        RenderLoop.end(
            "This renderer differs from the one that sent the job. Here: pipeline \(own.pipeline), "
                + "\(own.signature), fonts \(own.fonts.prefix(12)), \(machine.architecture), \(machine.library), "
                + "\(RendererVersion.current).")
    }

    /// Reports the reason why the process cannot continue, and ends it.
    static func end(_ reason: String, status: Int32 = WorkerExitStatus.unready) -> Never {
        try? FileHandle.standardError.write(contentsOf: Data("\(reason)\n".utf8))
        exit(status)
    }

    /// - Parameter end: called if a pipe fails. This happens if the parent process ends during a job. By default the
    ///   process then ends without a message, because no process would read it.
    private static func endingWhenCutOff(_ end: (PipeError) -> Void = { _ in exit(0) }, body: () throws -> Void) {
        do {
            try body()
        } catch let error as PipeError {
            end(error)
        } catch ProtocolViolation.truncated {
            RenderLoop.end(
                "The input of stickerd-render ended in the middle of a frame.", status: WorkerExitStatus.misunderstood)
        } catch {
            RenderLoop.end("stickerd-render was sent \(error).", status: WorkerExitStatus.misunderstood)
        }
    }

    private func begin(writingTo output: Int32) -> Tools {
        let second = ResvgProgram.start(isConfined: isConfined)
        do {
            // libvips loads the modules for rare formats later. They are below /usr, which a confined renderer may
            // read.
            try VipsLibrary.start(extra: extraFormats.map(\.loader), loadingModules: .whenNeeded)
            Digest.prepare()
            return Tools(
                protections: isConfined ? try Sandbox.enter(writingTo: [output, STDERR_FILENO]) : nil, second: second)
        } catch {
            RenderLoop.end("\(error)")
        }
    }

    /// Ends the process as soon as its parent has ended, even while it draws a picture, because no process would read
    /// the answer.
    ///
    /// PR_SET_PDEATHSIG cannot be used, because it sends the signal when the thread that started the renderer ends.
    private static func endWithParent() {
        do {
            try ThreadStarter.system.startBlocking(stackSize: 1 << 16) {
                var input = pollfd(fd: STDIN_FILENO, events: 0, revents: 0)
                while poll(&input, 1, -1) < 0 {}
                _exit(0)
            }
        } catch {
            RenderLoop.end("\(error)")
        }
    }

    /// Reserves standard output for answers. Everything that libraries print goes to standard error instead.
    private func takeStandardOutput() -> Int32 {
        let descriptor = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3)
        guard descriptor >= 0, dup2(STDERR_FILENO, STDOUT_FILENO) >= 0 else {
            RenderLoop.end(
                "the standard output of stickerd-render cannot be used: "
                    + "\(String(cString: strerror(errno))).")
        }
        signal(SIGPIPE, SIG_IGN)
        return descriptor
    }

    /// - Returns: the answer. Nil if the job failed.
    private func perform(_ job: Frame, _ channel: RenderChannel, _ tools: Tools) throws -> WorkerResponse? {
        let request: WorkerRequest
        do {
            request = try JSONDecoder().decode(WorkerRequest.self, from: Data(job.payload))
        } catch {
            try channel.fail(.environment("A renderer was sent a job that it cannot read: \(error)."))
            return nil
        }
        do {
            try WorkerLimits.apply(to: request)
            try channel.begin(request)
            let response = try answer(to: request, channel, tools)
            try channel.finish(response)
            // The frames of an animation took memory that the next jobs rarely need.
            if response.isAboutAnimation { malloc_trim(0) }
            return response
        } catch let error as PipeError {
            throw error
        } catch let violation as ProtocolViolation {
            throw violation
        } catch let fault as WorkerFault {
            try channel.fail(fault)
            return nil
        } catch {
            try channel.fail(WorkerFault(error))
            return nil
        }
    }

    private func answer(
        to request: WorkerRequest, _ channel: RenderChannel, _ tools: Tools
    ) throws -> WorkerResponse {
        do {
            switch request {
            case .describe: return .description(.current(with: tools.second))
            case .testSandbox:
                return .sandboxTest(
                    .run(
                        landlock: tools.protections?.landlock ?? 0,
                        filtersSystemCalls: tools.protections?.filtersSystemCalls ?? false,
                        libraries: RenderIdentity.libraries(with: tools.second)))
            case .sticker(let job):
                return .sticker(
                    try job.run(
                        inputs: channel, output: channel, backgrounds: tools.backgrounds, second: tools.second))
            case .icon(let job):
                return .icon(try job.run(inputs: channel, output: channel, second: tools.second))
            case .sheet(let strip):
                return .sheet(
                    try SheetRenderer.draw(strip, inputs: channel, output: channel, backgrounds: tools.backgrounds))
            case .print(let job):
                try tools.printer.run(job, inputs: channel, output: channel)
                return .printed
            case .frames(let job): return .frames(try job.run(inputs: channel, output: channel))
            }
        } catch let error as any PictureFault {
            return try rejection(of: request, error)
        }
    }

    /// The answer that rejects a source that was decoded but cannot be drawn, for example because of too little memory.
    private func rejection(of request: WorkerRequest, _ error: any PictureFault) throws -> WorkerResponse {
        func finding(_ name: String) -> RuleFinding {
            Rule.couldNotRender.finding("\(name) could not be rendered: \(error.reason).")
        }
        switch request {
        case .sticker:
            return .sticker(StickerAnswer(art: nil, findings: [finding(RuleFinding.pathToken)], output: nil))
        case .icon(let job): return .icon(IconAnswer(icons: [], findings: [finding(job.name)]))
        case .frames: return .frames(.rejected([finding(RuleFinding.pathToken)]))
        case .describe, .testSandbox, .sheet, .print: throw error
        }
    }
}

extension WorkerResponse {
    /// Whether the response is about a source with more than one frame.
    fileprivate var isAboutAnimation: Bool {
        if case .sticker(let answer) = self { (answer.art?.frames ?? 1) > 1 } else { false }
    }

    /// Whether the response is a finished result and not a rejection.
    fileprivate var isFinished: Bool {
        if case .sticker(let answer) = self { answer.output != nil } else { true }
    }
}

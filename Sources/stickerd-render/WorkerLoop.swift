import Foundation
import ImageHeaders
import JobModel
import Pixels
import Sandbox
import SheetRendering
import StickerRendering
import Vips
import WorkerProtocol

/// The life of a worker process: one line of JSON in, one line of JSON out, until its input ends.
enum WorkerLoop {
    /// Answers requests on standard input until it ends. All work is done on the calling thread, which must be the only
    /// one so far.
    ///
    /// - Parameters:
    ///   - policy: the files the worker may use; nil for a worker without protection.
    ///   - extraFormats: what it may decode beside the usual formats.
    /// - Throws: when its output cannot be written. A worker that cannot begin says why on standard error and ends.
    static func run(in policy: SandboxPolicy?, extraFormats: [ExtraFormat] = []) throws {
        let answers = try takeStandardOutput()
        let sandbox = begin(in: policy, extraFormats: extraFormats)
        endWithParent()
        let tools = Tools()
        let decoder = JSONDecoder()
        let encoder = JSONEncoder()
        while let line = readLine(strippingNewline: true) {
            if sandbox?.isCurrent == false { exit(WorkerExitStatus.outdated) }
            let response: WorkerResponse
            do {
                let request = try decoder.decode(WorkerRequest.self, from: Data(line.utf8))
                WorkerLimits.apply(to: request)
                response = answer(request, with: tools)
            } catch {
                response = .failed(.environment("A worker was sent a request it cannot read: \(error)."))
            }
            var data = try encoder.encode(response)
            data.append(UInt8(ascii: "\n"))
            try answers.write(contentsOf: data)
        }
    }

    /// What is kept from request to request.
    private struct Tools {
        let backdrops = BackgroundCache()
        let printer = PrintRenderer()
    }

    private static func begin(in policy: SandboxPolicy?, extraFormats: [ExtraFormat]) -> Sandbox? {
        do {
            // What libvips loads later, for rare formats, lies under /usr, where a worker may read.
            try VipsLibrary.start(extra: extraFormats.map(\.loader), loadingModules: .whenNeeded)
            Digest.prepare()
            return try policy.map { try Sandbox.enter($0) }
        } catch {
            try? FileHandle.standardError.write(contentsOf: Data("\(error)\n".utf8))
            exit(WorkerExitStatus.unready)
        }
    }

    /// Ends the process as soon as whoever asks it is gone, even in the middle of a picture: nobody would read the answer.
    ///
    /// PR_SET_PDEATHSIG will not do: it fires when the thread that started the worker ends.
    private static func endWithParent() {
        let watcher = Thread {
            var input = pollfd(fd: STDIN_FILENO, events: 0, revents: 0)
            while poll(&input, 1, -1) < 0 {}
            _exit(0)
        }
        watcher.stackSize = 1 << 16
        watcher.start()
    }

    /// Keeps standard output for answers alone: whatever a library prints goes to standard error.
    private static func takeStandardOutput() throws -> FileHandle {
        let descriptor = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3)
        guard descriptor >= 0, dup2(STDERR_FILENO, STDOUT_FILENO) >= 0 else {
            throw NoStandardOutput(code: errno)
        }
        return FileHandle(fileDescriptor: descriptor, closeOnDealloc: false)
    }

    private static func answer(_ request: WorkerRequest, with tools: Tools) -> WorkerResponse {
        do {
            switch request {
            case .greeting: return .greeting(.current)
            case .describe: return .description(.current)
            case .sticker(let job): return .sticker(try job.run(backdrops: tools.backdrops))
            case .icon(let job): return .icon(try job.run())
            case .sheet(let strip): return .sheet(try SheetRenderer.draw(strip, backdrops: tools.backdrops))
            case .print(let job): return .printed(try tools.printer.run(job).map { Data($0) })
            case .frames(let job): return .frames(try job.run())
            }
        } catch let error as any PictureFault {
            return refusal(of: request, error)
        } catch {
            return .failed(WorkerFault(error))
        }
    }

    /// Art that was decoded and yet cannot be drawn, for want of memory say, is at fault itself.
    private static func refusal(of request: WorkerRequest, _ error: any PictureFault) -> WorkerResponse {
        func finding(_ name: String) -> RuleFinding {
            Rule.couldNotRender.finding("\(name) could not be rendered: \(error.reason).")
        }
        switch request {
        case .sticker:
            return .sticker(StickerResult(art: nil, findings: [finding(RuleFinding.pathToken)], output: nil))
        case .icon(let job): return .icon(IconResult(icons: [], findings: [finding(job.name)]))
        case .frames: return .frames(.refused([finding(RuleFinding.pathToken)]))
        case .greeting, .describe, .sheet, .print: return .failed(.environment("\(error)"))
        }
    }
}

/// There is nowhere to write answers to.
struct NoStandardOutput: Error, CustomStringConvertible {
    /// The system's error number.
    let code: Int32

    var description: String { "A worker has no standard output: \(String(cString: strerror(code)))." }
}

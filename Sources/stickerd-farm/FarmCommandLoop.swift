import FarmProtocol
import FileAccess
import Glibc
import RemoteExecution
import RenderProtocol

/// Performs the commands of one `stickerd` process, and writes the reports.
struct FarmCommandLoop {
    let input: Int32
    let output: Int32

    /// Runs until the input ends, and ends the process. The status is 0 at the end of the input or if reports can no
    /// longer be written, 2 if the input violates the protocol, and 71 if no thread can be started.
    func run() -> Never {
        let (reports, sender) = AsyncStream.makeStream(of: FarmReport.self)
        let (commands, receiver) = AsyncStream.makeStream(of: FarmCommand.self)
        let farm = Farm { sender.yield($0) }
        Task {
            for await command in commands {
                if await farm.perform(command) { continue }
                FarmCommandLoop.end("a command is not allowed at this point of the protocol", status: 2)
            }
        }
        writeReports(reports)
        var reader = FrameReader(input)
        do {
            while try reader.read({ event in
                guard case .frame(let frame) = event else { throw ProtocolViolation.malformed(.data) }
                receiver.yield(try FarmProtocol.command(frame))
            }) {}
        } catch let error as ProtocolViolation {
            FarmCommandLoop.end("\(error)", status: 2)
        } catch {
            // stickerd has closed its end of the pipe.
        }
        // The process ends without calling destructors, because threads of the gRPC library are still running.
        _exit(0)
    }

    /// Writes the reports in order. Uses a separate thread, because a write blocks while the pipe is full.
    private func writeReports(_ reports: AsyncStream<FarmReport>) {
        let output = output
        Task {
            for await report in reports {
                do {
                    let frame = try FarmProtocol.frame(report)
                    try await BlockingExecutor.run(stackSize: 256 << 10) { try FrameWriter(output).write(frame) }
                } catch is PipeError {
                    _exit(0)
                } catch {
                    FarmCommandLoop.end("\(error)", status: 71)
                }
            }
        }
    }

    private static func end(_ reason: String, status: Int32) -> Never {
        let line = "stickerd-farm: \(reason)\n"
        _ = line.withCString { write(STDERR_FILENO, $0, strlen($0)) }
        _exit(status)
    }
}

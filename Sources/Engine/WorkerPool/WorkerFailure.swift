import EngineSupport
import Glibc
import WorkerProtocol

/// The reason why a request got no valid answer. The name of the source is not included.
package enum WorkerFailure: Error, Equatable, CustomStringConvertible {
    /// The exit status or the signal with which a process ended.
    package enum Ending: Hashable, Sendable, CustomStringConvertible {
        case exited(status: Int32)
        case signalled(Int32)

        package var description: String {
            switch self {
            case .exited(let status): "exit status \(status)"
            case .signalled(let number): "signal \(number)" + (Ending.meanings[number].map { ": \($0)" } ?? "")
            }
        }

        /// The meanings of signals, for messages.
        private static let meanings: [Int32: String] = [
            SIGABRT: "a library aborted it", SIGBUS: "it accessed memory that does not exist",
            SIGFPE: "it divided by zero", SIGILL: "it executed an invalid instruction",
            SIGKILL: "it was killed, perhaps because memory ran out",
            SIGSEGV: "it accessed invalid memory",
            SIGSYS: "it made a system call that no decoder needs, and was stopped",
            SIGTRAP: "it detected an internal error", SIGXCPU: "it exceeded its processor time",
        ]
    }

    /// The reason why a process did not become ready for a request.
    package enum StartFault: Equatable, Sendable {
        case ended(Ending)
        case noAnswer(seconds: Double)
        /// The first output was not a valid hello. Contains a description of the output.
        case unreadableAnswer(String)
    }

    /// The job exceeded its time limit, and the worker was killed.
    case timedOut(seconds: Double)
    /// The worker ended during the job. `outputTail` is the end of its standard error.
    case died(Ending, outputTail: String)
    /// The worker sent an unreadable answer and was killed.
    case unreadableAnswer(String)
    /// The answer of the worker is well-formed, but invalid, for example because it refers to a file that was not sent.
    /// The worker was killed.
    case rejectedAnswer(String)
    /// The worker did not read a file that it had requested, and was killed.
    case stalled(seconds: Double)
    /// The request cannot be written as JSON.
    case unwritableRequest(String)
    /// No worker could be started.
    case couldNotStart(executable: String, reason: String)
    /// A process ended, hung or wrote invalid output before its hello, so it never received the request.
    case didNotStart(executable: String, StartFault, outputTail: String)
    /// The program belongs to another version of stickerd. `found` is nil if its hello is unreadable.
    case otherVersion(executable: String, found: RendererVersion?)
    /// The pool has ended and accepts no more requests.
    case poolEnded

    package var description: String {
        switch self {
        case .timedOut(let seconds):
            "It took longer than \(seconds.formatted) s, and was stopped. Simplify the art, or raise limits.seconds."
        case .died(let ending, let outputTail):
            "The worker process ended with \(ending)." + (outputTail.isEmpty ? "" : " Its last output: \(outputTail)")
        case .unreadableAnswer(let detail):
            "The worker process gave an answer that cannot be read: \(detail)"
        case .rejectedAnswer(let reason):
            "The worker process gave an answer that was rejected: \(reason)."
        case .stalled(let seconds):
            "A worker process did not read a requested file for \(seconds.formatted) s, and was stopped. The art is not "
                + "the cause. Check whether the machine is out of memory."
        case .unwritableRequest(let detail):
            "The request cannot be written as JSON: \(detail)"
        case .couldNotStart(let executable, let reason):
            "\(executable): no worker process could be started: \(reason)"
        case .didNotStart(let executable, let fault, let outputTail):
            "\(executable): the render program \(fault)."
                + (outputTail.isEmpty ? "" : " It wrote: \(outputTail)\(outputTail.hasSuffix(".") ? "" : ".")")
                + " The art is not the cause. Run `stickerd doctor`; install stickerd and its render program from the same "
                + "release, and missing libraries with scripts/setup."
        case .otherVersion(let executable, let found):
            "\(executable) belongs to "
                + (found.map { "stickerd \($0)" } ?? "another version of stickerd, or is another program")
                + "; this is stickerd \(RendererVersion.current). Install both programs from the same release."
        case .poolEnded:
            "The worker processes have been stopped already."
        }
    }
}

extension WorkerFailure.StartFault: CustomStringConvertible {
    package var description: String {
        switch self {
        case .ended(let ending): "ended with \(ending) before it was ready"
        case .noAnswer(let seconds): "was not ready after \(seconds.formatted) s, and was stopped"
        case .unreadableAnswer(let detail): "did not answer as it should when it was started: \(detail)"
        }
    }
}

extension Double {
    /// The number without an unnecessary fraction, such as `60` or `0.5`.
    fileprivate var formatted: String {
        self == rounded() && magnitude < 1e15 ? String(Int(self)) : String(self)
    }
}

/// The rejection of an answer. Answers are checked because a worker decodes untrusted files, which may have compromised
/// it.
package struct RejectedAnswer: Error, Hashable {
    /// The reason as a clause, such as `a file that it names is missing`.
    package let reason: String

    package init(_ reason: String) {
        self.reason = reason
    }
}

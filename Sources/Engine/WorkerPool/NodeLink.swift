import Foundation
import Glibc
import RenderProtocol
import Synchronization
import WorkerProtocol

/// The connection to an agent on another machine. One thread passes frames between it and the sessions of the agent's
/// slots (`WorkerSession`), each over separate pipes, so a session works as with a local process.
final class NodeLink: Sendable {
    /// The reason why the connection has ended.
    enum Ending: Error, Equatable, CustomStringConvertible {
        /// The other side closed it.
        case closed
        /// No frame arrived for this time.
        case silent(seconds: Int)
        /// It has not said hello.
        case unanswered(seconds: Int)
        /// The other side sent what it must not send.
        case violation(String)
        /// Output of another program, which starts with this byte.
        case otherOutput(first: UInt8)
        /// The agent is no longer needed.
        case dismissed
        /// It must not be used, and why.
        case refused(String)
        /// The system refused a thread for the connection, and how.
        case noThread(String)

        var description: String {
            switch self {
            case .closed: "the connection was closed by the other side"
            case .silent(let seconds): "nothing was heard of it for \(seconds) s"
            case .unanswered(let seconds):
                "it did not answer within \(seconds) s. Where a batch system lets it wait, raise launchSeconds"
            case .violation(let text): "it sent \(text)"
            case .otherOutput(let first):
                "its command writes something else than an agent, beginning with “\(Ending.text(first))”. Only stickerd-render may "
                    + "write to standard output: look at what the shell there runs at its start, and at what the command prints"
            case .dismissed: "it was no longer needed"
            case .refused(let reason), .noThread(let reason): reason
            }
        }

        private static func text(_ byte: UInt8) -> String {
            (33..<127).contains(byte) ? String(UnicodeScalar(byte)) : "byte \(byte)"
        }
    }

    struct Limits: Sendable {
        /// The longest silence of the peer, which sends a heartbeat every 10 seconds.
        var silence = Duration.seconds(45)
        var beat = Duration.seconds(10)
    }

    enum Command {
        /// A session begins; the relay's ends of its pipes, which the relay closes.
        case open(slot: Int, input: Int32, output: Int32)
        /// The job of the session is no longer wanted.
        case cancel(slot: Int)
        /// There are no more jobs.
        case finish
    }

    private struct State {
        /// The descriptor that wakes the thread. Nil after it has ended.
        var wake: Int32?
        var commands: [Command] = []
        var hello: [UInt8]?
        var greeting: CheckedContinuation<Result<[UInt8], Ending>, Never>?
        var ending: Ending?
        var isDraining = false
        var losses: [Int: JobLoss] = [:]
        var received = 0
        var sent = 0
        var figures: AgentFigures?

        mutating func signal() {
            guard let wake else { return }
            _ = Glibc.write(wake, [UInt8(1)], 1)
        }
    }

    /// Different for each connection.
    let number: Int
    /// For the jobs of all slots.
    let jobs = JobNumbers()
    let limits: Limits
    private let state: Mutex<State>
    private let slots = Atomic<Int>(0)
    private static let links = Atomic<Int>(0)

    /// - Parameter wake: a pipe's end for writing that does not block; it stays the caller's, and open until the thread ends.
    init(wake: Int32, limits: Limits) {
        number = NodeLink.links.wrappingAdd(1, ordering: .relaxed).newValue
        self.limits = limits
        state = Mutex(State(wake: wake))
    }

    /// The reason why the connection has ended. Nil while it is open.
    var ending: Ending? { state.withLock { $0.ending } }

    /// Whether the agent accepts no more jobs.
    var isDraining: Bool { state.withLock { $0.isDraining } }

    /// Bytes that came and went.
    var traffic: (received: Int, sent: Int) { state.withLock { ($0.received, $0.sent) } }

    /// The last figures that the agent reported.
    var figures: AgentFigures? { state.withLock { $0.figures } }

    /// A number for a session.
    func newSlot() -> Int { slots.wrappingAdd(1, ordering: .relaxed).newValue }

    /// The reported reason why the job of a session was lost. Nil if there is none.
    func takeLoss(of slot: Int) -> JobLoss? { state.withLock { $0.losses.removeValue(forKey: slot) } }

    func perform(_ command: Command) {
        let isTaken = state.withLock { state in
            guard state.wake != nil else { return false }
            state.commands.append(command)
            state.signal()
            return true
        }
        if !isTaken, case .open(_, let input, let output) = command {
            close(input)
            close(output)
        }
    }

    /// Ends it. Only the first ending counts.
    func end(_ ending: Ending) {
        state.withLock { state in
            state.ending = state.ending ?? ending
            state.signal()
        }
    }

    /// The agent's description of itself, as JSON.
    func hello() async -> Result<[UInt8], Ending> {
        await withCheckedContinuation { continuation in
            let known = state.withLock { state -> Result<[UInt8], Ending>? in
                if let hello = state.hello { return .success(hello) }
                if state.ending != nil || state.wake == nil { return .failure(state.ending ?? .closed) }
                state.greeting = continuation
                return nil
            }
            if let known { continuation.resume(returning: known) }
        }
    }

    // MARK: For the thread

    func takeCommands() -> [Command] {
        state.withLock { state in
            defer { state.commands = [] }
            return state.commands
        }
    }

    func greeted(_ hello: [UInt8]) {
        let greeting = state.withLock { state in
            state.hello = hello
            defer { state.greeting = nil }
            return state.greeting
        }
        greeting?.resume(returning: .success(hello))
    }

    func note(_ figures: AgentFigures) { state.withLock { $0.figures = figures } }

    func noteDraining() { state.withLock { $0.isDraining = true } }

    func note(_ loss: JobLoss, of slot: Int) { state.withLock { $0.losses[slot] = loss } }

    func note(received: Int, sent: Int) { state.withLock { ($0.received, $0.sent) = (received, sent) } }

    /// The thread reads and writes no more; the descriptor that wakes it may be closed after this.
    func threadEnded() {
        let (greeting, commands, ending) = state.withLock { state in
            defer { (state.greeting, state.commands, state.wake) = (nil, [], nil) }
            state.ending = state.ending ?? .closed
            return (state.greeting, state.commands, state.ending ?? .closed)
        }
        greeting?.resume(returning: .failure(ending))
        for case .open(_, let input, let output) in commands {
            close(input)
            close(output)
        }
    }
}

/// The thread's part of a `NodeLink`.
final class NodeRelay {
    /// A session of one of the agent's slots.
    private final class Slot {
        let number: Int
        let stream: FrameStream
        var job: UInt32?
        var isDropped = false

        init(number: Int, input: Int32, output: Int32) {
            self.number = number
            stream = FrameStream(input: input, output: output)
        }

        deinit {
            close(stream.input)
            close(stream.output)
        }
    }

    private let link: NodeLink
    private let wire: FrameStream
    private let wakeReading: Int32
    private var slots: [Slot] = []
    private var isGreeted = false
    private var isFinishing = false
    private var heard = ContinuousClock.now
    private var nextBeat = ContinuousClock.now

    /// The largest number of bytes that wait for the agent before sessions are no longer read, and that wait for a
    /// session before the agent is no longer read.
    private static let mostPending = 1 << 20

    /// - Parameters:
    ///   - input: what the agent writes; it stays the caller's, as the others do.
    ///   - output: what the agent reads.
    init(_ link: NodeLink, input: Int32, output: Int32, wakeReading: Int32) {
        self.link = link
        self.wakeReading = wakeReading
        wire = FrameStream(input: input, output: output)
    }

    /// Greets the agent, and passes frames until one side ends the connection.
    func run() {
        do {
            let version = try JSONEncoder().encode(RendererVersion.current)
            try wire.send(Frame(.hello, payload: [UInt8](version)))
            nextBeat = .now + link.limits.beat
            while link.ending == nil { try step() }
            try? sayGoodbye()
        } catch ProtocolViolation.unknownKind(let first) where !isGreeted {
            link.end(.otherOutput(first: first))
        } catch let violation as ProtocolViolation {
            link.end(.violation("\(violation)"))
        } catch let ending as NodeLink.Ending {
            link.end(ending)
        } catch {
            link.end(.closed)
        }
        slots = []
        link.note(received: wire.received, sent: wire.sent)
        link.threadEnded()
    }

    private func sayGoodbye() throws {
        switch link.ending {
        case .dismissed: try wire.send(Frame(.bye))
        // The person who started it reads there why it is of no use.
        case .refused(let reason): try wire.send(Frame(.bye, payload: Array(reason.harmlessLine(limit: 1000).utf8)))
        default: return
        }
        try wire.flush()
    }

    private func step() throws {
        var set = PollSet()
        let isHeldUp = slots.contains { $0.stream.pending > NodeRelay.mostPending }
        let input = set.add(wire.input, reading: !isHeldUp)
        let output = set.add(wire.output, writing: wire.pending > 0)
        let wake = set.add(wakeReading, reading: true)
        let reads = wire.pending < NodeRelay.mostPending
        // Another one is first each time, so that none is starved on a slow link.
        if slots.count > 1 { slots.append(slots.removeFirst()) }
        // Some of them may be gone by the time that it is their turn.
        let served = slots
        let places = served.map {
            (set.add($0.stream.input, reading: reads), set.add($0.stream.output, writing: $0.stream.pending > 0))
        }
        // Before the hello an allocation may wait in a queue for hours; the caller has a limit for that.
        let silence = isGreeted && !isHeldUp ? heard + link.limits.silence : .now + .seconds(3600)
        let left = ContinuousClock.now.duration(to: min(nextBeat, silence))
        set.wait(milliseconds: Int32(clamping: max(0, Int(left / .milliseconds(1)) + 1)))
        if set.isReady(wake) { takeCommands() }
        if set.isReady(output) { try wire.flush() }
        if set.isReady(input) {
            heard = .now
            guard try wire.read({ try take($0) }) else { throw NodeLink.Ending.closed }
        }
        for (slot, place) in zip(served, places) where !slot.isDropped {
            if set.isReady(place.1) { flush(slot) }
            if set.isReady(place.0), !slot.isDropped, wire.pending < NodeRelay.mostPending { try read(slot) }
        }
        if wire.pending > 0 { try wire.flush() }
        for slot in slots where slot.stream.pending > 0 { flush(slot) }
        try keepAlive()
    }

    private func keepAlive() throws {
        let now = ContinuousClock.now
        if isGreeted, now >= heard + link.limits.silence {
            throw NodeLink.Ending.silent(seconds: Int(link.limits.silence / .seconds(1)))
        }
        guard now >= nextBeat else { return }
        nextBeat = now + link.limits.beat
        link.note(received: wire.received, sent: wire.sent)
        try wire.send(Frame(.beat))
    }

    private func takeCommands() {
        var bytes = [UInt8](repeating: 0, count: 64)
        _ = Glibc.read(wakeReading, &bytes, bytes.count)
        for command in link.takeCommands() {
            switch command {
            case .open(let number, let input, let output):
                let slot = Slot(number: number, input: input, output: output)
                // The hello of a local process. The agent has already sent its own.
                try? slot.stream.send(Frame(.hello, payload: Array("{}".utf8)))
                slots.append(slot)
            case .cancel(let number):
                if let slot = slots.first(where: { $0.number == number }) { drop(slot) }
            case .finish where !isFinishing:
                isFinishing = true
                try? wire.send(Frame(.bye))
            case .finish: break
            }
        }
    }

    // MARK: Frames

    private func take(_ event: FrameDecoder.Event) throws {
        let job: UInt32
        switch event {
        case .data(let number, _): job = number
        case .frame(let frame):
            job = frame.job
            switch frame.kind {
            case .hello where !isGreeted:
                isGreeted = true
                return link.greeted(frame.payload)
            case .beat:
                if let figures = try? JSONDecoder().decode(AgentFigures.self, from: Data(frame.payload)),
                    figures.isPossible
                {
                    link.note(figures)
                }
                return
            case .bye: return link.noteDraining()
            case .lost: return lose(frame)
            case .start, .need, .file, .fileEnd, .result, .failure: break
            default: throw ProtocolViolation.unexpected(frame.kind, expected: "an answer was expected")
            }
        }
        guard isGreeted else { throw ProtocolViolation.unexpected(.hello, expected: "hello was expected") }
        // A job that was cancelled may still have been answered.
        guard let slot = slots.first(where: { $0.job == job }) else { return }
        try slot.stream.send(event)
        if case .frame(let frame) = event, frame.kind == .result || frame.kind == .failure { slot.job = nil }
    }

    private func lose(_ frame: Frame) {
        guard let slot = slots.first(where: { $0.job == frame.job }) else { return }
        let loss = try? JSONDecoder().decode(JobLoss.self, from: Data(frame.payload))
        link.note(loss ?? JobLoss(.violation, detail: "a loss that cannot be read"), of: slot.number)
        slot.job = nil
        drop(slot)
    }

    private func read(_ slot: Slot) throws {
        do {
            let goesOn = try slot.stream.read { event in
                if case .frame(let frame) = event, frame.kind == .job { slot.job = frame.job }
                try wire.send(event)
            }
            if !goesOn { drop(slot) }
        } catch {
            // The session ended within a frame. The agent does not take the next bytes for the rest of it, because only
            // complete frames and pieces are forwarded.
            drop(slot)
        }
    }

    private func flush(_ slot: Slot) {
        do {
            try slot.stream.flush()
        } catch {
            drop(slot)
        }
    }

    /// Closes a session's pipes, and has the agent stop what it does for it.
    private func drop(_ slot: Slot) {
        guard !slot.isDropped else { return }
        slot.isDropped = true
        slots.removeAll { $0 === slot }
        if let job = slot.job { try? wire.send(Frame(.cancel, job: job)) }
        // The last bytes of the agent must still be read.
        try? slot.stream.flush()
    }
}

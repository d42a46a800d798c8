import CLinux
import Foundation
import Glibc
import RenderProtocol
import WorkerProtocol

/// Serves many jobs over one connection. It starts a sandboxed render process for each slot, and forwards frames by the
/// number of their job. The end of a process costs one job.
///
/// It sends nothing before it has read a greeting, so that earlier output of a shell or a batch system does no harm. It
/// ends after a long silence, because a control plane that loses power sends no message.
final class Agent {
    /// The end of a connection.
    enum Ending {
        /// The other side has no more jobs, or has gone.
        case closed
        /// Every job that had begun is finished, and no more are wanted.
        case drained
        /// The reason why reconnecting is useless.
        case failed(String)
    }

    struct Settings {
        var slots: Int
        /// Arguments of the processes.
        var arguments: [String]
        var isConfined: Bool
        /// The longest silence of the peer.
        var silenceLimit = Duration.seconds(120)
        /// The time after which an agent without a job ends. Nil for no limit.
        var idleLimit: Duration?
    }

    private static let beatInterval = Duration.seconds(10)
    /// The least time between figures that are sent after a job.
    private static let figuresInterval = Duration.seconds(1)
    /// The largest number of bytes that wait for the connection before processes are no longer read.
    private static let mostPending = 1 << 20

    private let settings: Settings
    private let signals: DrainSignal
    private var children: [RenderChild] = []
    /// Jobs for which no process is free, in their order.
    private var waiting: [AgentJob] = []
    private var backgrounds = AgentBackgrounds()
    private var nextBeat = ContinuousClock.now
    private var lastBeat = ContinuousClock.now
    private var isGreeted = false
    private var isDraining = false
    /// Whether the other side has said that there are no more jobs.
    private var isFinishing = false
    private var failedStarts = 0
    /// When it had a job last, or began.
    private var lastWork = ContinuousClock.now
    private var failure: String?

    init(_ settings: Settings, signals: DrainSignal) {
        self.settings = settings
        self.signals = signals
    }

    deinit { for child in children { child.kill() } }

    /// Serves a connection until it ends.
    func serve(_ wire: FrameStream) -> Ending {
        (isGreeted, isFinishing, waiting) = (false, false, [])
        backgrounds.forgetTransfers()
        var heard = ContinuousClock.now
        nextBeat = heard + Agent.beatInterval
        defer { stopBusy() }
        do {
            while true {
                if let ending = try ending(wire) { return ending }
                let now = ContinuousClock.now
                if now >= heard + settings.silenceLimit { return .closed }
                if now >= nextBeat {
                    (lastBeat, nextBeat) = (now, now + Agent.beatInterval)
                    if isGreeted { try wire.send(beat()) }
                }
                var deadline = min(nextBeat, heard + settings.silenceLimit)
                if let limit = settings.idleLimit { deadline = min(deadline, max(lastWork + limit, now + .seconds(1))) }
                guard try step(wire, until: deadline, &heard) else {
                    return .closed
                }
            }
        } catch {
            return .closed
        }
    }

    private func ending(_ wire: FrameStream) throws -> Ending? {
        guard wire.pending == 0 else { return nil }
        if let failure { return .failed(failure) }
        if signals.isRaised, !isDraining {
            isDraining = true
            if isGreeted { try wire.send(Frame(.bye)) }
            for job in waiting { try lose(job.number, JobLoss(.returned), wire) }
            waiting = []
            return nil
        }
        let isBusy = children.contains { $0.job != nil } || !waiting.isEmpty
        if isBusy { lastWork = .now }
        if isIdleForLong, !isDraining {
            isDraining = true
            if isGreeted { try wire.send(Frame(.bye)) }
            return nil
        }
        guard !isBusy, isDraining || isFinishing else { return nil }
        return isDraining ? .drained : .closed
    }

    /// Whether it has been idle long enough for its machine to be released.
    var isIdleForLong: Bool {
        settings.idleLimit.map { lastWork.duration(to: .now) >= $0 } ?? false
    }

    /// Waits for something to happen and deals with it.
    ///
    /// - Returns: false when the connection has ended.
    private func step(
        _ wire: FrameStream, until deadline: ContinuousClock.Instant, _ heard: inout ContinuousClock.Instant
    ) throws -> Bool {
        var set = PollSet()
        let input = set.add(wire.input, reading: true)
        let output = set.add(wire.output, writing: wire.pending > 0)
        set.add(signals.descriptor, reading: !isDraining)
        let listens = wire.pending < Agent.mostPending
        // Some of them may be gone by the time that it is their turn.
        let served = children
        let places = served.map { child in
            (
                set.add(child.stream.input, reading: listens),
                set.add(child.stream.output, writing: child.stream.pending > 0),
                set.add(child.errors, reading: child.errorsAreOpen)
            )
        }
        set.wait(milliseconds: Int32(clamping: Int(ContinuousClock.now.duration(to: deadline) / .milliseconds(1)) + 1))
        if set.isReady(output) { try wire.flush() }
        if set.isReady(input) {
            heard = .now
            guard try wire.read({ try take($0, wire) }) else { return false }
        }
        for (child, place) in zip(served, places) where !child.isGone {
            if set.isReady(place.2) { child.readErrors() }
            if set.isReady(place.1) { try flush(child, wire) }
            if set.isReady(place.0), !child.isGone { try listen(to: child, wire) }
        }
        children.removeAll { $0.isGone }
        try assign(wire)
        // Most of the data is usually accepted at once.
        if wire.pending > 0 { try wire.flush() }
        for child in children where child.stream.pending > 0 { try flush(child, wire) }
        return true
    }

    // MARK: From the connection

    private func take(_ event: FrameDecoder.Event, _ wire: FrameStream) throws {
        switch event {
        case .data(let job, _): try passFile(event, of: job, wire)
        case .frame(let frame):
            switch frame.kind {
            case .hello: try greet(frame, wire)
            case .job where isGreeted: try accept(frame, wire)
            case .blob, .blobEnd, .abort: try passFile(event, of: frame.job, wire)
            case .cancel:
                waiting.removeAll { $0.number == frame.job }
                child(of: frame.job)?.kill()
                children.removeAll { $0.isGone }
                try answerAgain(backgrounds.abandon(frame.job), wire)
            case .bye:
                isFinishing = true
                guard !frame.payload.isEmpty else { return }
                failure = "The other side gives this agent no jobs: \(String(decoding: frame.payload, as: UTF8.self))"
            case .beat: break
            default: throw ProtocolViolation.unexpected(frame.kind, expected: "a job was expected")
            }
        }
    }

    private func greet(_ frame: Frame, _ wire: FrameStream) throws {
        guard !isGreeted else { throw ProtocolViolation.unexpected(.hello, expected: "a job was expected") }
        isGreeted = true
        let description = AgentDescription(slots: settings.slots, isConfined: settings.isConfined)
        try wire.send(Frame(.hello, payload: [UInt8](try JSONEncoder().encode(description))))
        let other = try? JSONDecoder().decode(RendererVersion.self, from: Data(frame.payload))
        guard other != .current else { return }
        // It has been said who this is, so that the other side can say it too.
        failure =
            "This is stickerd-render \(RendererVersion.current), and the other side is "
            + "\(other.map { "stickerd \($0)" } ?? "another program"). Install both from the same release."
    }

    private func child(of job: UInt32) -> RenderChild? {
        children.first { $0.job?.number == job }
    }

    /// Accepts a job. While all processes are busy, its source already arrives, so that the transfer causes no delay
    /// later.
    private func accept(_ frame: Frame, _ wire: FrameStream) throws {
        if isDraining { return try lose(frame.job, JobLoss(.returned), wire) }
        let job = AgentJob(frame)
        waiting.append(job)
        let free = settings.slots - children.count { $0.job != nil }
        guard waiting.count > free, job.beginsWithSource else { return }
        job.early = EarlyFile()
        try wire.send(.need(0, job: job.number))
    }

    /// Passes on what has come of a file, or keeps it where its process has not asked.
    private func passFile(_ event: FrameDecoder.Event, of number: UInt32, _ wire: FrameStream) throws {
        let child = child(of: number)
        guard let job = child?.job ?? waiting.first(where: { $0.number == number }) else { return }
        if job.early != nil {
            job.early?.add(event)
        } else if let child {
            try child.stream.send(event)
            try answerAgain(backgrounds.note(event, job: number), wire)
        }
    }

    /// Gives a process the file that it asks for, or asks for it.
    private func answer(_ need: Frame, from child: RenderChild, _ wire: FrameStream) throws {
        guard let job = child.job, let place = need.number(bytes: 4) else { throw ProtocolViolation.malformed(.need) }
        if place == 0, let early = job.early {
            job.early = nil
            for frame in early.frames { try child.stream.send(frame) }
            return
        }
        guard let sha256 = job.background(place) else { return try wire.send(need) }
        switch backgrounds.step(sha256, job: job.number, place: place) {
        case .send(let bytes): try child.stream.send(blob: bytes, job: job.number)
        case .ask: try wire.send(need)
        case .wait: break
        }
    }

    private func answerAgain(_ waiting: [AgentBackgrounds.Waiting], _ wire: FrameStream) throws {
        for (number, place) in waiting {
            guard let child = child(of: number) else { continue }
            try answer(.need(place, job: number), from: child, wire)
        }
    }

    private func assign(_ wire: FrameStream) throws {
        while let job = waiting.first {
            let free: RenderChild
            if let idle = children.first(where: { $0.job == nil }) {
                free = idle
            } else if children.count < settings.slots {
                do {
                    free = try RenderChild(arguments: settings.arguments)
                } catch {
                    waiting.removeFirst()
                    return try startFailed(job.number, JobLoss(.didNotStart, detail: "\(error)"), wire)
                }
                children.append(free)
            } else {
                return
            }
            waiting.removeFirst()
            free.job = job
            try free.stream.send(job.frame)
        }
    }

    // MARK: From the processes

    private func listen(to child: RenderChild, _ wire: FrameStream) throws {
        do {
            let goesOn = try child.stream.read { event in
                switch event {
                case .data(let job, _):
                    guard job == child.job?.number else { throw ProtocolViolation.otherJob(job) }
                    try wire.send(event)
                case .frame(let frame): try pass(frame, from: child, wire)
                }
            }
            if !goesOn { try end(child, nil, wire) }
        } catch let violation as ProtocolViolation {
            try end(child, violation, wire)
        } catch is PipeError {
            try end(child, nil, wire)
        }
    }

    private func flush(_ child: RenderChild, _ wire: FrameStream) throws {
        do {
            try child.stream.flush()
        } catch {
            // One that reads no more is of no use.
            try end(child, nil, wire)
        }
    }

    private func pass(_ frame: Frame, from child: RenderChild, _ wire: FrameStream) throws {
        switch frame.kind {
        case .hello where !child.isReady:
            child.isReady = true
            failedStarts = 0
        case .beat: break
        case .start, .need, .file, .fileEnd, .result, .failure:
            guard child.isReady, frame.job == child.job?.number else { throw ProtocolViolation.otherJob(frame.job) }
            if frame.kind == .need { return try answer(frame, from: child, wire) }
            try wire.send(frame)
            guard frame.kind == .result || frame.kind == .failure else { return }
            child.job = nil
            nextBeat = min(nextBeat, lastBeat + Agent.figuresInterval)
        default: throw ProtocolViolation.unexpected(frame.kind, expected: "an answer was expected")
        }
    }

    private func end(_ child: RenderChild, _ violation: ProtocolViolation?, _ wire: FrameStream) throws {
        let (job, isReady) = (child.job?.number, child.isReady)
        var loss = child.end()
        if let job { try answerAgain(backgrounds.abandon(job), wire) }
        if let violation { loss = JobLoss(.violation, detail: "\(violation)") }
        if !isReady {
            loss.reason = .didNotStart
            return try startFailed(job, loss, wire)
        }
        if let job { try lose(job, loss, wire) }
    }

    /// A program that never gets ready would be started without end.
    private func startFailed(_ job: UInt32?, _ loss: JobLoss, _ wire: FrameStream) throws {
        failedStarts += 1
        if let job { try lose(job, loss, wire) }
        if failedStarts >= 3 {
            failure = "No render process could be started on \(ProcessorClass.hostName): \(loss.detail)"
        }
    }

    private func lose(_ job: UInt32, _ loss: JobLoss, _ wire: FrameStream) throws {
        try wire.send(Frame(.lost, job: job, payload: [UInt8](try JSONEncoder().encode(loss))))
    }

    private func beat() throws -> Frame {
        let figures = AgentFigures(cpuSeconds: AgentTime.seconds(of: children.map(\.process)))
        return Frame(.beat, payload: [UInt8](try JSONEncoder().encode(figures)))
    }

    /// Stops jobs that are no longer wanted.
    private func stopBusy() {
        for child in children where child.job != nil { child.kill() }
        children.removeAll { $0.isGone }
    }
}

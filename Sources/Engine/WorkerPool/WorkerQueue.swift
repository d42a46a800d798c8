import Synchronization

/// Assigns requests to workers. The workers of this machine can execute every request, and take the newest first. The
/// farm takes the oldest requests that are worth sending (`RemoteTerms`, `RemoteAttempts`).
///
/// An idle worker of this machine also begins a request that waits at the farm or takes unusually long there. The first
/// answer is used.
package final class WorkerQueue: Sendable {
    /// The rules for requests that the farm may take.
    package struct FarmRules: Sendable {
        /// Whether workers of this machine begin requests without waiting for the cache, because a person waits for the
        /// result.
        package var isWatch = false
        /// Whether the cache is searched before a request is rendered.
        package var asksFirst = true
        /// Whether requests that the farm may execute are executed only there.
        package var isTest = false

        /// The time after which a worker of this machine starts a request although the cache has not answered.
        static let askPatience = Duration.milliseconds(250)
        /// The time after which an idle worker of this machine also executes a request that is queued at the farm.
        static let queuePatience = Duration.seconds(1)
        /// The minimum time after which an idle worker of this machine also executes a request that the farm is
        /// executing.
        static let executePatience = Duration.seconds(10)
        /// The time for which a request of a watch is queued before the farm may execute it.
        static let watchPatience = Duration.seconds(2)
        /// The expected duration of a request in seconds, above which a watch queries the cache.
        static let askedSeconds = 1.0
    }

    /// The progress of a request at the farm.
    package enum Phase: Sendable {
        /// The cache is being queried.
        case asking
        case queued
        case executing
    }

    /// The purpose for which the farm takes a request.
    package enum Purpose: Sendable {
        /// Only the cache is queried.
        case ask
        case execute
    }

    private struct IdleSlot {
        let number: Int
        var connection: WorkerConnection?
        var continuation: CheckedContinuation<PendingRequest?, Never>
    }

    /// A request at the farm.
    private struct Away {
        var request: PendingRequest
        var phase: Phase
        var since: ContinuousClock.Instant
        var isRepeatedHere = false
    }

    private struct State {
        var requests: [PendingRequest] = []
        /// The requests that a worker of this machine executes and for which the cache is to be queried at the same
        /// time.
        var beside: [PendingRequest] = []
        var slots: [IdleSlot] = []
        var idled = 0
        var isClosed = false
        var away: [ObjectIdentifier: Away] = [:]
        /// The total size of the files of requests at the farm, in bytes.
        var bytesAway = 0
        var cost = RemoteCost()
        /// The number of slots of this machine.
        var localSlots = 1
        var rules: FarmRules?
        /// Whether the cache of the farm is available now.
        var canAsk = false
        /// The time of the last answer of the cache.
        var lastAnswer: ContinuousClock.Instant?

        /// Whether the queued requests would take this machine longer than `RemoteCost.longestBacklog`.
        var isLong: Bool {
            let backlog = requests.reduce(0.0) { $0 + ($1.job?.remoteTerms.map { cost.seconds(of: $0) } ?? 0) }
            return backlog / Double(localSlots) > RemoteCost.longestBacklog
        }

        /// Whether workers of this machine must not start a request yet, because the cache may answer soon or only the
        /// farm is tested.
        func isHeld(_ request: PendingRequest, _ now: ContinuousClock.Instant) -> Bool {
            if rules?.isTest == true { return true }
            guard let rules, rules.asksFirst, !rules.isWatch, canAsk, mayAsk(request),
                let since = request.attempts.since
            else { return false }
            return max(lastAnswer ?? since, since).duration(to: now) < FarmRules.askPatience
        }

        func mayAsk(_ request: PendingRequest) -> Bool {
            let attempts = request.attempts
            return request.job?.remoteTerms != nil && !attempts.isAsked && !attempts.isLocal
        }

        /// Removes and returns a request for a worker of this machine. Nil if there is none. Requests that only this
        /// machine may execute are taken first, then the newest request. In a watch, a designer waits for the newest
        /// request. In a build, the newest requests have the smallest files.
        mutating func takeForHere(_ now: ContinuousClock.Instant) -> PendingRequest? {
            requests.removeAll(where: \.isSettled)
            let own = requests.firstIndex { $0.job?.remoteTerms == nil || $0.attempts.isLocal }
            guard let index = own ?? requests.lastIndex(where: { !isHeld($0, now) }) else { return nil }
            let request = requests.remove(at: index)
            if let rules, rules.isWatch, rules.asksFirst, canAsk, mayAsk(request), let terms = request.job?.remoteTerms,
                cost.seconds(of: terms) > FarmRules.askedSeconds
            {
                beside.append(request)
            }
            return request
        }

        mutating func takeForFarm(
            mayAsk canAsk: Bool, mayExecute: Bool, _ now: ContinuousClock.Instant
        ) -> (PendingRequest, Purpose)? {
            guard let rules else { return nil }
            requests.removeAll(where: \.isSettled)
            beside.removeAll(where: \.isSettled)
            if canAsk, let request = beside.popLast() { return depart(request, .ask, isRepeated: true, now) }
            let isLong = isLong
            let isAskedFirst = rules.asksFirst && !rules.isWatch && self.canAsk
            func maySend(_ request: PendingRequest) -> Bool {
                guard let terms = request.job?.remoteTerms, request.attempts.mayExecute,
                    request.attempts.isAsked || !isAskedFirst
                else { return false }
                let fits = bytesAway + terms.bytes <= RemoteCost.mostBytesAway || away.isEmpty
                let hasWaited = request.attempts.since.map { $0.duration(to: now) > FarmRules.watchPatience } ?? false
                return fits && (isLong || rules.isTest || cost.isWorthSending(terms)) && (!rules.isWatch || hasWaited)
            }
            if mayExecute, let index = requests.firstIndex(where: maySend) {
                return depart(requests.remove(at: index), .execute, now)
            }
            if canAsk, rules.asksFirst, !rules.isWatch, let index = requests.firstIndex(where: mayAsk) {
                return depart(requests.remove(at: index), .ask, now)
            }
            return nil
        }

        private mutating func depart(
            _ request: PendingRequest, _ purpose: Purpose, isRepeated: Bool = false, _ now: ContinuousClock.Instant
        ) -> (PendingRequest, Purpose) {
            away[ObjectIdentifier(request)] = Away(
                request: request, phase: purpose == .ask ? .asking : .queued, since: now, isRepeatedHere: isRepeated)
            bytesAway += request.job?.remoteTerms?.bytes ?? 0
            return (request, purpose)
        }

        /// Records that the farm does not have a request any more.
        ///
        /// - Returns: whether a worker of this machine is also executing the request.
        mutating func noteReturn(of request: PendingRequest) -> Bool {
            guard let away = away.removeValue(forKey: ObjectIdentifier(request)) else { return false }
            bytesAway -= request.job?.remoteTerms?.bytes ?? 0
            return away.isRepeatedHere
        }

        /// Returns a request at the farm that an idle worker of this machine should also execute. Nil if there is none.
        /// This is the request that has been queued longest, or else one whose execution takes unusually long.
        mutating func takeBack(_ now: ContinuousClock.Instant) -> PendingRequest? {
            guard requests.isEmpty, rules?.isTest != true else { return nil }
            let late = away.values.filter { away in
                guard !away.isRepeatedHere, !away.request.isSettled else { return false }
                let patience =
                    switch away.phase {
                    case .asking: FarmRules.askPatience
                    case .queued: FarmRules.queuePatience
                    case .executing:
                        max(
                            FarmRules.executePatience,
                            .seconds(2 * (away.request.job?.remoteTerms.map { cost.seconds(of: $0) } ?? 0)))
                    }
                return away.since.duration(to: now) >= patience
            }
            let waiting = late.filter { $0.phase != .executing }
            guard let longest = (waiting.isEmpty ? late : waiting).min(by: { $0.since < $1.since }) else { return nil }
            away[ObjectIdentifier(longest.request)]?.isRepeatedHere = true
            return longest.request
        }
    }

    private let state = Mutex(State())
    private let now: @Sendable () -> ContinuousClock.Instant
    /// Called when there may be a request that the farm can take.
    private let farmWaker = Mutex<(@Sendable () -> Void)?>(nil)

    package init(localSlots: Int = 1, now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }) {
        self.now = now
        state.withLock { $0.localSlots = max(1, localSlots) }
    }

    /// Appends a request, and assigns queued requests to idle slots and the farm.
    package func add(_ request: PendingRequest) {
        let time = now()
        request.note { $0.since = time }
        enter(request) { $0.append(request) }
    }

    /// Returns a request without an answer to the front of the queue, unless another attempt is in progress.
    func putBack(_ request: PendingRequest, from attempt: any RequestAttempt) {
        // While the process of a local worker starts, the worker has the request but its attempt is not recorded yet.
        let isHere = state.withLock { $0.noteReturn(of: request) } && attempt is FarmAttempt
        guard request.putBack(from: attempt), !isHere else { return }
        enter(request) { $0.insert(request, at: 0) }
    }

    private func enter(_ request: PendingRequest, queue: (inout [PendingRequest]) -> Void) {
        let isRefused = state.withLock { state in
            guard !state.isClosed else { return true }
            queue(&state.requests)
            return false
        }
        if isRefused { return request.fail(WorkerFailure.poolEnded) }
        dispatch()
    }

    /// Waits for the next request for a slot.
    ///
    /// - Parameters:
    ///   - connection: the connection to the slot's process. Nil for a slot without a process.
    ///   - ready: called after the slot is registered as idle. It delivers the last answer. If the caller then adds
    ///     another request, this process gets it and no other process is started.
    /// - Returns: nil if the queue is closed or the connection of the slot has ended.
    func next(for connection: WorkerConnection?, ready: () -> Void = {}) async -> PendingRequest? {
        await withCheckedContinuation { continuation in
            let known = state.withLock { state -> PendingRequest?? in
                if state.isClosed || connection?.ending != nil { return .some(nil) }
                if let request = state.takeForHere(now()) ?? state.takeBack(now()) { return request }
                state.idled += 1
                state.slots.append(
                    IdleSlot(number: state.idled, connection: connection, continuation: continuation))
                return nil
            }
            if let known { continuation.resume(returning: known) }
            ready()
        }
    }

    /// Removes an idle slot whose process has died.
    func wake(_ connection: WorkerConnection) {
        let slot = state.withLock { state -> IdleSlot? in
            guard let index = state.slots.firstIndex(where: { $0.connection === connection }) else { return nil }
            return state.slots.remove(at: index)
        }
        slot?.continuation.resume(returning: nil)
    }

    /// Closes the queue. Queued and later requests fail with `WorkerFailure.poolEnded`, and idle slots end.
    package func close() {
        let (requests, slots) = state.withLock { state -> ([PendingRequest], [IdleSlot]) in
            defer { state = State(isClosed: true) }
            return (state.requests, state.slots)
        }
        for request in requests { request.fail(WorkerFailure.poolEnded) }
        for slot in slots { slot.continuation.resume(returning: nil) }
    }

    /// Assigns requests to idle workers of this machine. The most recently used processes are preferred, so that the
    /// memory of the others can be swapped out. The farm may then take the remaining requests.
    func dispatch() {
        typealias Found = (CheckedContinuation<PendingRequest?, Never>, PendingRequest)
        let found = state.withLock { state -> [Found] in
            var found: [Found] = []
            while let index = state.slots.lastIndex(where: { $0.connection != nil }) ?? state.slots.indices.last,
                let request = state.takeForHere(now()) ?? state.takeBack(now())
            {
                found.append((state.slots.remove(at: index).continuation, request))
            }
            return found
        }
        for (continuation, request) in found { continuation.resume(returning: request) }
        farmWaker.withLock { $0 }?()
    }

    /// Records the time that a worker of this machine needed for a request.
    func noteRenderTime(of request: PendingRequest, _ time: Duration) {
        guard let kind = request.job?.remoteTerms?.kind else { return }
        state.withLock { $0.cost.note(kind, seconds: time / .seconds(1)) }
    }

    // MARK: The farm

    /// The number of slots of this machine.
    var localSlots: Int { state.withLock { $0.localSlots } }

    /// Whether requests are waiting or at the farm.
    package var hasRequests: Bool {
        state.withLock { !$0.requests.isEmpty || !$0.beside.isEmpty || !$0.away.isEmpty }
    }

    /// Lets the farm take requests.
    ///
    /// - Parameter wake: called when there may be requests.
    package func open(_ rules: FarmRules, wake: @escaping @Sendable () -> Void) {
        state.withLock { $0.rules = rules }
        farmWaker.withLock { $0 = wake }
    }

    /// Sets whether the farm's cache can be queried.
    package func setCanAsk(_ canAsk: Bool) {
        let time = now()
        state.withLock { state in
            if canAsk, !state.canAsk { state.lastAnswer = time }
            state.canAsk = canAsk
        }
    }

    /// Takes the next request for the farm. Nil if none is worth sending.
    package func takeForFarm(mayAsk: Bool, mayExecute: Bool) -> (PendingRequest, Purpose)? {
        state.withLock { $0.takeForFarm(mayAsk: mayAsk, mayExecute: mayExecute, now()) }
    }

    /// Records the progress of a request at the farm.
    func note(_ phase: Phase, of request: PendingRequest) {
        let time = now()
        state.withLock { state in
            guard let away = state.away[ObjectIdentifier(request)], away.phase != phase else { return }
            state.away[ObjectIdentifier(request)]?.phase = phase
            state.away[ObjectIdentifier(request)]?.since = time
        }
    }

    /// Records that the farm no longer has a request.
    package func noteReturn(of request: PendingRequest) {
        _ = state.withLock { $0.noteReturn(of: request) }
    }

    /// Records that the cache has answered a query.
    func noteCacheAnswer() {
        let time = now()
        state.withLock { $0.lastAnswer = time }
    }
}

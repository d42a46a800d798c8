import Synchronization

/// Matches waiting requests with idle workers. The workers of this machine take every request, the newest first. The
/// farm takes the oldest of those that are worth sending (`RemoteTerms`, `RemoteAttempts`).
///
/// An idle worker of this machine also begins a request that waits at the farm or takes unusually long there. The first
/// answer is used.
final class WorkerQueue: Sendable {
    /// The rules for requests that the farm may take.
    struct FarmRules: Sendable {
        /// Whether workers of this machine begin requests without waiting for the cache, because a person waits for the
        /// result.
        var isWatch = false
        /// Whether the cache is searched before a request is rendered.
        var asksFirst = true
        /// Whether only the farm does the requests that it may do.
        var isTest = false

        /// The time after which a worker of this machine no longer waits for the cache's answer.
        static let askPatience = Duration.milliseconds(250)
        /// The time after which a worker of this machine takes back a request that waits at the farm.
        static let queuePatience = Duration.seconds(1)
        /// The time after which a request that the farm executes is also done here.
        static let executePatience = Duration.seconds(10)
        /// The time that a request of a watch waits for a worker of this machine before the farm may take it.
        static let watchPatience = Duration.seconds(2)
        /// The expected duration in seconds from which a watch queries the cache for a request.
        static let askedSeconds = 1.0
    }

    /// The progress of a request at the farm.
    enum Stage: Sendable {
        /// The cache is being queried.
        case asking
        case queued
        case executing
    }

    /// The purpose for which the farm takes a request.
    enum Purpose: Sendable {
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
        var stage: Stage
        var since: ContinuousClock.Instant
        var isRepeatedHere = false
    }

    private struct State {
        var requests: [PendingRequest] = []
        /// The requests that a worker of this machine has begun and that are also looked up in the cache.
        var beside: [PendingRequest] = []
        var slots: [IdleSlot] = []
        var idled = 0
        var isClosed = false
        var away: [ObjectIdentifier: Away] = [:]
        /// The total size of the sources at the farm in bytes.
        var bytesAway = 0
        var cost = RemoteCost()
        /// The number of slots of this machine.
        var localSlots = 1
        var rules: FarmRules?
        /// Whether the farm's cache is available now.
        var canAsk = false
        /// The time of the last answer of the cache.
        var lastAnswer: ContinuousClock.Instant?

        /// Whether the waiting requests would keep this machine busy for long.
        var isLong: Bool {
            let backlog = requests.reduce(0.0) { $0 + ($1.job?.remoteTerms.map { cost.seconds(of: $0) } ?? 0) }
            return backlog / Double(localSlots) > RemoteCost.longestBacklog
        }

        /// Whether workers of this machine must not begin a request yet, because the cache may answer first.
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

        /// Takes a request for a worker of this machine: first those that only this machine may do, then the newest.
        /// In a watch, a person waits for the newest request; in a build, the newest requests are the smallest.
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
                request: request, stage: purpose == .ask ? .asking : .queued, since: now, isRepeatedHere: isRepeated)
            bytesAway += request.job?.remoteTerms?.bytes ?? 0
            return (request, purpose)
        }

        /// - Returns: whether a worker of this machine also has the request.
        mutating func noteReturn(of request: PendingRequest) -> Bool {
            guard let away = away.removeValue(forKey: ObjectIdentifier(request)) else { return false }
            bytesAway -= request.job?.remoteTerms?.bytes ?? 0
            return away.isRepeatedHere
        }

        /// Takes a request at the farm for an idle worker of this machine: the request that has waited longest there,
        /// or else one that takes unusually long.
        mutating func takeBack(_ now: ContinuousClock.Instant) -> PendingRequest? {
            guard requests.isEmpty, rules?.isTest != true else { return nil }
            let late = away.values.filter { away in
                guard !away.isRepeatedHere, !away.request.isSettled else { return false }
                let patience =
                    switch away.stage {
                    case .asking: FarmRules.askPatience
                    case .queued: FarmRules.queuePatience
                    case .executing:
                        max(
                            FarmRules.executePatience,
                            .seconds(2 * (away.request.job?.remoteTerms.map { cost.seconds(of: $0) } ?? 0)))
                    }
                return away.since.duration(to: now) >= patience
            }
            let waiting = late.filter { $0.stage != .executing }
            guard let longest = (waiting.isEmpty ? late : waiting).min(by: { $0.since < $1.since }) else { return nil }
            away[ObjectIdentifier(longest.request)]?.isRepeatedHere = true
            return longest.request
        }
    }

    private let state = Mutex(State())
    private let now: @Sendable () -> ContinuousClock.Instant
    /// Called when there may be a request for the farm.
    private let farmWaker = Mutex<(@Sendable () -> Void)?>(nil)

    init(localSlots: Int = 1, now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }) {
        self.now = now
        state.withLock { $0.localSlots = max(1, localSlots) }
    }

    /// Appends a request, and passes it to a waiting slot.
    func add(_ request: PendingRequest) {
        let time = now()
        request.note { $0.since = time }
        enter(request) { $0.append(request) }
    }

    /// Returns a request without an answer to the front of the queue, unless another worker has it.
    func putBack(_ request: PendingRequest, from attempt: any RequestAttempt) {
        // A worker of this machine that also has the request has not begun it while its process starts.
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

    /// Waits for the next request for a slot. Nil if there will be none, or if the slot's connection has ended.
    ///
    /// - Parameters:
    ///   - connection: the connection to the slot's process. Nil for a slot without a process.
    ///   - ready: called when the slot is in the queue. It delivers the answer, so that a caller with another request
    ///     finds this process idle and starts no other one.
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

    /// Removes a slot whose process died while it waited.
    func wake(_ connection: WorkerConnection) {
        let slot = state.withLock { state -> IdleSlot? in
            guard let index = state.slots.firstIndex(where: { $0.connection === connection }) else { return nil }
            return state.slots.remove(at: index)
        }
        slot?.continuation.resume(returning: nil)
    }

    /// Accepts no more requests. Waiting requests fail with `WorkerFailure.poolEnded`, and idle slots end.
    func close() {
        let (requests, slots) = state.withLock { state -> ([PendingRequest], [IdleSlot]) in
            defer { state = State(isClosed: true) }
            return (state.requests, state.slots)
        }
        for request in requests { request.fail(WorkerFailure.poolEnded) }
        for slot in slots { slot.continuation.resume(returning: nil) }
    }

    /// Gives requests to idle workers of this machine, the most recently used process first, so that the memory of the
    /// others can be swapped out. The farm may then take the remaining requests.
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

    /// Records how long a worker of this machine took.
    func noteRenderTime(of request: PendingRequest, _ time: Duration) {
        guard let kind = request.job?.remoteTerms?.kind else { return }
        state.withLock { $0.cost.note(kind, seconds: time / .seconds(1)) }
    }

    // MARK: The farm

    /// The number of slots of this machine.
    var localSlots: Int { state.withLock { $0.localSlots } }

    /// Whether requests are waiting or at the farm.
    var hasRequests: Bool {
        state.withLock { !$0.requests.isEmpty || !$0.beside.isEmpty || !$0.away.isEmpty }
    }

    /// Lets the farm take requests.
    ///
    /// - Parameter wake: called when there may be requests.
    func open(_ rules: FarmRules, wake: @escaping @Sendable () -> Void) {
        state.withLock { $0.rules = rules }
        farmWaker.withLock { $0 = wake }
    }

    /// Sets whether the farm's cache can be queried.
    func setCanAsk(_ canAsk: Bool) {
        let time = now()
        state.withLock { state in
            if canAsk, !state.canAsk { state.lastAnswer = time }
            state.canAsk = canAsk
        }
    }

    /// Takes the next request for the farm. Nil if none is worth sending.
    func takeForFarm(mayAsk: Bool, mayExecute: Bool) -> (PendingRequest, Purpose)? {
        state.withLock { $0.takeForFarm(mayAsk: mayAsk, mayExecute: mayExecute, now()) }
    }

    /// Records the progress of a request at the farm.
    func note(_ stage: Stage, of request: PendingRequest) {
        let time = now()
        state.withLock { state in
            guard let away = state.away[ObjectIdentifier(request)], away.stage != stage else { return }
            state.away[ObjectIdentifier(request)]?.stage = stage
            state.away[ObjectIdentifier(request)]?.since = time
        }
    }

    /// Records that the farm no longer has a request.
    func noteReturn(of request: PendingRequest) {
        _ = state.withLock { $0.noteReturn(of: request) }
    }

    /// Records an answer of the cache.
    func noteCacheAnswer() {
        let time = now()
        state.withLock { $0.lastAnswer = time }
    }
}

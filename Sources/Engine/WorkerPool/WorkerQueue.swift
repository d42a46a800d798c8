import Synchronization

/// The machine of a slot's process.
enum WorkerPlace: Hashable, Sendable {
    case here
    /// On another machine; by the number of the connection to its agent, and the machine's name.
    case node(Int, host: String)
}

/// Requests that wait for a worker, and workers that wait for a request. Workers of this machine take every request.
/// Agents take only requests that are worth sending and may be done there (`RemoteTerms`, `RemoteAttempts`).
final class WorkerQueue: Sendable {
    /// A slot that waits; with a running process when there is a connection.
    private struct IdleSlot {
        let number: Int
        var place: WorkerPlace
        var connection: WorkerConnection?
        var continuation: CheckedContinuation<PendingRequest?, Never>
    }

    /// A request that another machine is at.
    private struct Away {
        var request: PendingRequest
        var place: WorkerPlace
        var begin: ContinuousClock.Instant
        var isRepeatedHere = false
        var isRecalled = false
    }

    /// An agent that gets jobs.
    private struct Node {
        /// The number of jobs that it runs at the same time. It gets more, which wait there with their sources.
        var slots: Int
        /// The number of jobs that it has.
        var jobs = 0
    }

    /// The handling of a new request.
    private enum Way {
        case refused
        case queued
        case handed(CheckedContinuation<PendingRequest?, Never>)
    }

    private struct State {
        var requests: [PendingRequest] = []
        var slots: [IdleSlot] = []
        var idled = 0
        var isClosed = false
        var away: [ObjectIdentifier: Away] = [:]
        /// The size of the sources of sent jobs.
        var bytesAway = 0
        var nodes: [Int: Node] = [:]
        var closedNodes: Set<Int> = []
        var cost = RemoteCost()
        /// The number of slots of this machine.
        var localSlots = 1

        func isClosed(_ place: WorkerPlace) -> Bool { place.node.map(closedNodes.contains) ?? false }

        /// Returns the most recently used process, so that the pages of others can be swapped out, or a place for a new
        /// process. Processes of this machine come first, because they answer soonest.
        mutating func takeSlot(for request: PendingRequest) -> IdleSlot? {
            if let index = slots.lastIndex(where: { $0.place == .here && $0.connection != nil })
                ?? slots.lastIndex(where: { $0.place == .here })
            {
                return slots.remove(at: index)
            }
            let isLong = isLong
            guard
                let index = slots.lastIndex(where: { !isFull($0.place) && mayTake(request, at: $0.place, isLong) })
                    ?? slots.lastIndex(where: { mayTake(request, at: $0.place, isLong) })
            else { return nil }
            let slot = slots.remove(at: index)
            noteDeparture(of: request, to: slot.place)
            return slot
        }

        mutating func takeRequest(for place: WorkerPlace) -> PendingRequest? {
            requests.removeAll(where: \.isSettled)
            guard let index = index(for: place) else { return nil }
            let request = requests.remove(at: index)
            noteDeparture(of: request, to: place)
            return request
        }

        /// Other machines take the oldest request. This machine takes requests that only it may do, and then the
        /// newest: the one that a person waits for, or in a build one of the smallest.
        private func index(for place: WorkerPlace) -> Int? {
            guard place == .here else {
                let isLong = isLong
                return requests.firstIndex { mayTake($0, at: place, isLong) }
            }
            let own = requests.firstIndex { $0.job?.remoteTerms == nil || $0.attempts.isLocal }
            return own ?? requests.indices.last
        }

        /// Whether an agent has a job for each of its slots, so that further jobs would wait there.
        func isFull(_ place: WorkerPlace) -> Bool {
            guard let node = place.node.flatMap({ nodes[$0] }) else { return false }
            return node.jobs >= node.slots
        }

        /// - Parameter isLong: whether the waiting requests would keep this machine busy for long.
        private func mayTake(_ request: PendingRequest, at place: WorkerPlace, _ isLong: Bool) -> Bool {
            guard case .node(_, let host) = place else { return true }
            guard let terms = request.job?.remoteTerms, request.attempts.allow(host),
                isLong || cost.isWorthSending(terms)
            else { return false }
            let fits = bytesAway + terms.bytes <= RemoteCost.mostBytesAway
            return isFull(place) ? fits && terms.bytes <= RemoteCost.mostBytesAhead : fits || away.isEmpty
        }

        /// Whether the waiting requests would keep this machine busy for long.
        var isLong: Bool { backlog > RemoteCost.longestBacklog }

        /// The time that this machine alone would need for the waiting requests, in seconds.
        private var backlog: Double {
            requests.reduce(0) { $0 + (($1.job?.remoteTerms).map { cost.seconds(of: $0) } ?? 0) } / Double(localSlots)
        }

        private mutating func noteDeparture(of request: PendingRequest, to place: WorkerPlace) {
            guard let node = place.node else { return }
            noteReturn(of: request)
            request.note { ($0.isAway, $0.begin) = (true, nil) }
            away[ObjectIdentifier(request)] = Away(request: request, place: place, begin: .now)
            bytesAway += request.job?.remoteTerms?.bytes ?? 0
            nodes[node]?.jobs += 1
        }

        mutating func noteReturn(of request: PendingRequest) {
            guard let away = away.removeValue(forKey: ObjectIdentifier(request)) else { return }
            request.note { $0.isAway = false }
            bytesAway -= request.job?.remoteTerms?.bytes ?? 0
            if let node = away.place.node { nodes[node]?.jobs -= 1 }
        }

        /// Takes a request that an agent has not started, for an idle slot: the newest one of the fullest agent.
        mutating func takeAhead(for place: WorkerPlace) -> PendingRequest? {
            guard requests.isEmpty, !isFull(place) else { return nil }
            let ahead = away.values.filter { away in
                guard away.place.node != place.node, isAhead(away.place) else { return false }
                if case .node(_, let host) = place, !away.request.attempts.allow(host) { return false }
                return !away.isRecalled && !away.isRepeatedHere && away.request.attempts.begin == nil
            }
            guard let last = ahead.max(by: { $0.begin < $1.begin }) else { return nil }
            away[ObjectIdentifier(last.request)]?.isRecalled = true
            return last.request
        }

        /// Whether an agent has more jobs than slots.
        private func isAhead(_ place: WorkerPlace) -> Bool {
            guard let node = place.node.flatMap({ nodes[$0] }) else { return false }
            return node.jobs > node.slots
        }

        /// The request that another machine has had for longest, if that is longer than such a job takes.
        func latest(patience: Duration) -> PendingRequest? {
            let late = away.values.filter { away in
                guard !away.isRepeatedHere, !away.request.isSettled, let terms = away.request.job?.remoteTerms
                else { return false }
                let usual = cost.seconds(of: terms)
                // A request that waits there has another job before it.
                let begin = away.request.attempts.begin ?? away.begin + .seconds(usual)
                return begin.duration(to: .now) > max(patience, .seconds(2 * usual))
            }
            return late.min { $0.begin < $1.begin }?.request
        }
    }

    private let state = Mutex(State())

    init(localSlots: Int = 1) {
        state.withLock { $0.localSlots = max(1, localSlots) }
    }

    /// Hands a request to a waiting slot, or puts it last.
    func add(_ request: PendingRequest) {
        enter(request) { $0.append(request) }
    }

    /// Returns a request that a worker has not answered to the front of the queue, unless another worker has it.
    func putBack(_ request: PendingRequest, from connection: WorkerConnection) {
        noteReturn(of: request)
        guard request.putBack(from: connection) else { return }
        enter(request) { $0.insert(request, at: 0) }
    }

    private func enter(_ request: PendingRequest, queue: (inout [PendingRequest]) -> Void) {
        let way = state.withLock { state -> Way in
            guard !state.isClosed else { return .refused }
            if let slot = state.takeSlot(for: request) { return .handed(slot.continuation) }
            queue(&state.requests)
            return .queued
        }
        switch way {
        case .refused: request.fail(WorkerFailure.poolEnded)
        case .queued: break
        case .handed(let continuation): continuation.resume(returning: request)
        }
    }

    /// The next request for a slot. Nil if there will be none, or the connection of the slot has ended.
    ///
    /// - Parameters:
    /// - connection: the connection to the slot's process. Nil for a slot without a process.
    /// - place: the machine of the slot's process.
    /// - ready: called when the slot is in the queue. Answers are delivered there, so that a caller with another
    ///   request finds this process idle and starts no other.
    func next(
        for connection: WorkerConnection?, at place: WorkerPlace = .here, ready: () -> Void = {}
    ) async -> PendingRequest? {
        await withCheckedContinuation { continuation in
            let (known, recalled) = state.withLock { state -> (PendingRequest??, PendingRequest?) in
                if state.isClosed || connection?.ending != nil || state.isClosed(place) { return (.some(nil), nil) }
                if let request = state.takeRequest(for: place) { return (request, nil) }
                state.idled += 1
                state.slots.append(
                    IdleSlot(
                        number: state.idled, place: place, connection: connection, continuation: continuation))
                return (nil, state.takeAhead(for: place))
            }
            if let known { continuation.resume(returning: known) }
            recalled?.recall()
            ready()
        }
    }

    /// Sends a slot away whose process died while it waited.
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

    // MARK: Other machines

    var isClosed: Bool { state.withLock { $0.isClosed } }

    /// The number of slots of this machine.
    var localSlots: Int { state.withLock { $0.localSlots } }

    /// Says that an agent gets jobs.
    ///
    /// - Parameter slots: how many it does at a time.
    func open(node: Int, slots: Int) {
        state.withLock { $0.nodes[node] = Node(slots: slots) }
    }

    /// Sends the slots of an agent away, those that wait now and those that come.
    func close(node: Int) {
        let slots = state.withLock { state -> [IdleSlot] in
            state.closedNodes.insert(node)
            let slots = state.slots.filter { $0.place.node == node }
            state.slots.removeAll { $0.place.node == node }
            return slots
        }
        for slot in slots { slot.continuation.resume(returning: nil) }
    }

    /// Notes how long a worker of this machine took.
    func noteRenderTime(of request: PendingRequest, _ time: Duration) {
        guard let kind = request.job?.remoteTerms?.kind else { return }
        state.withLock { $0.cost.note(kind, seconds: time / .seconds(1)) }
    }

    /// Another machine is no longer at a request.
    func noteReturn(of request: PendingRequest) {
        state.withLock { $0.noteReturn(of: request) }
    }

    /// The waiting work that other machines may do, in seconds of one worker.
    var waitingSeconds: Double {
        state.withLock { state in
            let isLong = state.isLong
            return state.requests.reduce(0) { sum, request in
                guard let terms = request.job?.remoteTerms, !request.isSettled, !request.attempts.isLocal,
                    isLong || state.cost.isWorthSending(terms)
                else { return sum }
                return sum + state.cost.seconds(of: terms)
            }
        }
    }

    /// Assigns waiting requests to slots again, because the benefit of sending changes with the queue. If nothing waits,
    /// an idle remote slot takes a request that an agent has not started, and an idle local slot repeats a request that
    /// another machine takes long for.
    ///
    /// - Parameter patience: the time after which a request is repeated.
    func dispatch(patience: Duration) {
        typealias Found = (CheckedContinuation<PendingRequest?, Never>, PendingRequest)
        let (found, recalled) = state.withLock { state -> ([Found], [PendingRequest]) in
            var found: [Found] = []
            for slot in state.slots {
                guard let request = state.takeRequest(for: slot.place) else { continue }
                found.append((slot.continuation, request))
                state.slots.removeAll { $0.number == slot.number }
            }
            while state.requests.isEmpty, let late = state.latest(patience: patience),
                let index = state.slots.lastIndex(where: { $0.place == .here })
            {
                state.away[ObjectIdentifier(late)]?.isRepeatedHere = true
                found.append((state.slots.remove(at: index).continuation, late))
            }
            var recalls: [Int: Int] = [:]
            let recalled = state.slots.compactMap { slot -> PendingRequest? in
                guard let number = slot.place.node, let node = state.nodes[number] else {
                    return state.takeAhead(for: slot.place)
                }
                guard node.jobs + recalls[number, default: 0] < node.slots,
                    let request = state.takeAhead(for: slot.place)
                else { return nil }
                recalls[number, default: 0] += 1
                return request
            }
            return (found, recalled)
        }
        for request in recalled { request.recall() }
        for (continuation, request) in found { continuation.resume(returning: request) }
    }
}

extension WorkerPlace {
    var node: Int? {
        if case .node(let number, _) = self { number } else { nil }
    }
}

import Synchronization

/// What is known of an agent while it is there, for people and for decisions.
package struct NodeState: Sendable, Hashable {
    package enum Phase: String, Sendable, Hashable {
        /// Its command has been started, and it has not said hello.
        case starting
        /// It is compared with this machine.
        case checking
        case up
        /// It finishes what it has begun.
        case draining
        case ended
    }

    /// The pool's name; `attached` for one that came by itself.
    package var pool: String
    /// The machine's name; empty before it has said it.
    package var host = ""
    package var phase = Phase.starting
    package var slots = 0
    /// Jobs that it is at.
    package var busy = 0
    package var jobs = 0
    /// Jobs that were lost.
    package var losses = 0
    package var lossesInARow = 0
    /// Answers that were repeated here, and did not count.
    package var unconfirmed = 0
    /// Of its slots, together.
    package var busySeconds = 0.0
    package var bytesReceived = 0
    package var bytesSent = 0
    package var lastError: String?

    package init(pool: String) {
        self.pool = pool
    }
}

/// The state of one agent, which several tasks change.
final class NodeRecord: Sendable {
    private let state: Mutex<NodeState>

    init(pool: String) {
        state = Mutex(NodeState(pool: pool))
    }

    var value: NodeState { state.withLock { $0 } }

    func note(_ change: (inout NodeState) -> Void) { state.withLock { change(&$0) } }
}

/// All agents of a pool of workers, those that are there and the last ones that have ended.
package final class NodeBoard: Sendable {
    private let records = Mutex<[NodeRecord]>([])
    /// Of those that have ended.
    private static let kept = 16

    package init() {}

    package var nodes: [NodeState] { records.withLock { $0.map(\.value) } }

    func add(pool: String) -> NodeRecord {
        let record = NodeRecord(pool: pool)
        records.withLock { records in
            let ended = records.filter { $0.value.phase == .ended }
            if ended.count >= NodeBoard.kept { records.removeAll { $0 === ended[0] } }
            records.append(record)
        }
        return record
    }
}

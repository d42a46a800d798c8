import Foundation
import Synchronization
import TestSupport
import WorkerPool

/// The notices about agents, as sentences.
final class Notices: Sendable {
    private let texts = Mutex<[String]>([])
    var all: String { texts.withLock { $0.joined(separator: "\n") } }
    func add(_ text: String) { texts.withLock { $0.append(text) } }
}

/// Tests with one worker of this machine, and agents that are Python scripts.
protocol RemoteSuite {
    var folder: TemporaryFolder { get }
    var notices: Notices { get }
}

extension RemoteSuite {
    /// A worker of this machine that answers `here`, as soon as the file `go` exists.
    private var here: WorkerCommand {
        .python(
            """
            for job, request in jobs():
                while not os.path.exists(sys.argv[1] + "/go"): time.sleep(0.01)
                word(job, "here")
            """, folder.path)
    }

    /// A pool whose agent is a script, kept running.
    func pool(_ script: String, named name: String = "farm") -> NodePool {
        var pool = NodePool(
            name: name, launch: ["python3", "-c", FakeRenderer.library + "\n" + script, folder.path, name], slots: 2)
        (pool.least, pool.startSeconds) = (1, 0)
        return pool
    }

    func settings(_ script: String, change: (inout NodePool) -> Void = { _ in }) -> NodeSettings {
        var pool = pool(script)
        change(&pool)
        return settings([pool])
    }

    func settings(_ pools: [NodePool], attachedSlots: Int = 0) -> NodeSettings {
        NodeSettings(pools: pools, attachedSlots: attachedSlots, notice: { [notices] in notices.add($0) })
    }

    /// Runs with one worker of this machine and agents.
    func withPool<Value: Sendable>(
        _ settings: NodeSettings, _ body: (WorkerPool) async throws -> Value
    ) async throws -> Value {
        try await WorkerPool.withWorkers(count: 1, command: here, nodes: settings, body)
    }

    func letLocalWorkersGo() throws { try folder.write("", to: "go") }
}

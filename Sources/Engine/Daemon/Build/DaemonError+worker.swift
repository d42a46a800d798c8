import EngineSupport
import WorkerProtocol

extension DaemonError {
    /// What a worker's fault means for a run.
    init(_ fault: WorkerFault) {
        switch fault {
        case .cannotWrite(let path, let code): self = .environment(errno: code, path: path, action: "write")
        case .environment(let text): self = .worker(text)
        case .configuration(let text): self = .configuration(text)
        case .sourceChanged(let name), .sourceUnreadable(let name): self = .worker(name)
        }
    }
}

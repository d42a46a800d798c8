import Foundation
import Glibc

/// The processes that a stickerd has started, as /proc shows them.
enum WorkerProcesses {
    /// The render processes of a stickerd.
    static func renderers(of process: pid_t) -> [pid_t] {
        children(of: process).filter { program(of: $0).contains("stickerd-render") }
    }

    private static func children(of process: pid_t) -> [pid_t] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
        return names.compactMap(pid_t.init).filter { pid in
            let text = (try? String(contentsOfFile: "/proc/\(pid)/stat", encoding: .utf8)) ?? ""
            return text.split(separator: ")").last?.split(separator: " ").dropFirst().first == "\(process)"
        }
    }

    private static func program(of process: pid_t) -> String {
        (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/\(process)/exe")) ?? ""
    }
}

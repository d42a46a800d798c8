import Foundation
import Glibc

/// The processes that a stickerd process has started, according to /proc.
enum WorkerProcesses {
    /// The render processes of a stickerd process.
    static func renderers(of process: pid_t) -> [pid_t] {
        children(of: process).filter { program(of: $0).contains("stickerd-render") }
    }

    static func children(of process: pid_t) -> [pid_t] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
        return names.compactMap(pid_t.init).filter { status(of: $0).dropFirst().first == "\(process)" }
    }

    /// Whether a process is running. False if it has ended, even if it has not been reaped.
    static func isRunning(_ process: pid_t) -> Bool {
        !["", "Z", "X"].contains(status(of: process).first ?? "")
    }

    /// The processor time that a process has used, in clock ticks of the system.
    static func ticks(of process: pid_t) -> Int {
        status(of: process).dropFirst(11).prefix(2).reduce(0) { $0 + (Int($1) ?? 0) }
    }

    /// The fields of /proc/PID/stat after the name: the state, the parent process and so on. Empty if the process does
    /// not exist.
    private static func status(of process: pid_t) -> [Substring] {
        let text = (try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8)) ?? ""
        return text.split(separator: ")").last?.split(separator: " ") ?? []
    }

    private static func program(of process: pid_t) -> String {
        (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/\(process)/exe")) ?? ""
    }
}

import Foundation
import Glibc

/// The standard metrics of a process:
/// https://prometheus.io/docs/instrumenting/writing_clientlibs/#process-metrics.
enum ProcessMetrics {
    struct Sample {
        var name: String
        var kind: Metric.Kind
        var help: String
        var value: Double
    }

    /// The current values of the process.
    static var current: [Sample] {
        var figures: [Sample] = []
        let ticks = Double(sysconf(Int32(_SC_CLK_TCK)))
        // The fields follow the name of the program in parentheses. The name may contain any characters; see proc(5).
        if let stat = text("/proc/self/stat"), let end = stat.lastIndex(of: ")"), ticks > 0 {
            let fields = stat[end...].dropFirst(2).split(separator: " ").map { Double($0) ?? 0 }
            if fields.count > 21 {
                figures.append(
                    Sample(
                        name: "process_cpu_seconds_total", kind: .counter,
                        help: "User and system CPU time of the daemon, without its workers, in seconds.",
                        value: (fields[11] + fields[12]) / ticks))
                figures.append(
                    Sample(
                        name: "process_resident_memory_bytes", kind: .gauge,
                        help: "Resident memory of the daemon, without its workers, in bytes.",
                        value: fields[21] * Double(sysconf(Int32(_SC_PAGESIZE)))))
                figures.append(
                    Sample(
                        name: "process_start_time_seconds", kind: .gauge,
                        help: "When the daemon was started, in seconds since 1970.",
                        value: (bootTime + fields[19] / ticks).rounded()))
            }
        }
        if let open = try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count {
            figures.append(
                Sample(
                    name: "process_open_fds", kind: .gauge, help: "Open file descriptors of the daemon.",
                    value: Double(open)))
        }
        return figures
    }

    /// The time at which the machine was started, in seconds since 1970. A hardened service cannot read it from
    /// /proc/stat.
    private static let bootTime: Double = {
        var running = timespec()
        clock_gettime(CLOCK_BOOTTIME, &running)
        return Date().timeIntervalSince1970 - Double(running.tv_sec)
    }()

    private static func text(_ path: String) -> String? {
        FileManager.default.contents(atPath: path).map { String(decoding: $0, as: UTF8.self) }
    }
}

import Foundation
import JobModel
import RenderProtocol
import WorkerProtocol

/// A job of an agent, and the parts of its source that arrived before a process requested them.
final class AgentJob {
    let frame: Frame
    /// Its files, by the numbers that a process asks for them by.
    let inputs: [JobInput]
    /// The first file, as far as it has come; nil when it was not requested, and once a process has it.
    var early: EarlyFile?

    var number: UInt32 { frame.job }

    init(_ frame: Frame) {
        self.frame = frame
        // A request that cannot be read is for a process to answer.
        inputs = (try? JSONDecoder().decode(WorkerRequest.self, from: Data(frame.payload)))?.inputs ?? []
    }

    /// Whether every process asks for its first file before it does anything else.
    var beginsWithSource: Bool {
        switch inputs.first {
        case .source, .frame: true
        default: false
        }
    }

    /// The digest of the background that a number means; nil for another file.
    func background(_ place: Int) -> String? {
        guard inputs.indices.contains(place), case .background(let sha256) = inputs[place] else { return nil }
        return sha256
    }
}

/// Frames of a file that no process has requested yet.
struct EarlyFile {
    private(set) var frames: [Frame] = []

    mutating func add(_ event: FrameDecoder.Event) {
        switch event {
        case .frame(let frame): frames.append(frame)
        case .data(let job, let bytes): frames.append(Frame(.data, job: job, payload: Array(bytes)))
        }
    }
}

/// The pictures that many jobs need, such as a photo behind previews. Each is transferred once per connection, and not
/// once per process.
struct AgentBackgrounds {
    /// The response to a process that requests a file.
    enum Step {
        case send([UInt8])
        /// The file must be requested.
        case ask
        /// The file is on its way to another process.
        case wait
    }

    /// A process that waits, by its job and the number it asked by.
    typealias Waiting = (job: UInt32, place: Int)

    private struct Transfer {
        var job: UInt32
        var bytes: [UInt8] = []
        var isKept = true
        var waiting: [Waiting] = []
    }

    private var kept: [String: [UInt8]] = [:]
    private var size = 0
    private var transfers: [String: Transfer] = [:]

    /// Bytes that are kept; more of them go through each time.
    private static let mostBytes = 64 << 20

    mutating func step(_ sha256: String, job: UInt32, place: Int) -> Step {
        if let bytes = kept[sha256] { return .send(bytes) }
        // One that is being sent, or was too large to be kept.
        if let transfer = transfers[sha256], transfer.job != job, transfer.isKept {
            transfers[sha256]?.waiting.append((job, place))
            return .wait
        }
        transfers[sha256] = Transfer(job: job)
        return .ask
    }

    /// Notes data that are sent to a requesting process.
    ///
    /// - Returns: the waiting processes that must request again.
    mutating func note(_ event: FrameDecoder.Event, job: UInt32) -> [Waiting] {
        guard let sha256 = transfers.first(where: { $0.value.job == job })?.key else { return [] }
        switch event {
        case .data(_, let bytes):
            guard let count = transfers[sha256]?.bytes.count else { return [] }
            if size + count + bytes.count <= AgentBackgrounds.mostBytes {
                transfers[sha256]?.bytes += bytes
                return []
            }
            let waiting = transfers[sha256]?.waiting ?? []
            var transfer = Transfer(job: job)
            transfer.isKept = false
            transfers[sha256] = transfer
            return waiting
        case .frame(let frame) where frame.kind == .blobEnd:
            guard let transfer = transfers.removeValue(forKey: sha256) else { return [] }
            if transfer.isKept {
                kept[sha256] = transfer.bytes
                size += transfer.bytes.count
            }
            return transfer.waiting
        case .frame(let frame) where frame.kind == .abort: return abandon(job)
        case .frame: return []
        }
    }

    /// A process that requested one has ended, or gets none.
    ///
    /// - Returns: as `note`.
    mutating func abandon(_ job: UInt32) -> [Waiting] {
        for sha256 in transfers.keys { transfers[sha256]?.waiting.removeAll { $0.job == job } }
        guard let sha256 = transfers.first(where: { $0.value.job == job })?.key else { return [] }
        return transfers.removeValue(forKey: sha256)?.waiting ?? []
    }

    /// The connection has ended; stored pictures are kept.
    mutating func forgetTransfers() { transfers = [:] }
}

/// The time that an agent and its processes have used.
enum AgentTime {
    /// - Parameter processes: those that run.
    static func seconds(of processes: [pid_t]) -> Double {
        var usage = rusage()
        func seconds(_ who: __rusage_who) -> Double {
            guard getrusage(__rusage_who_t(who.rawValue), &usage) == 0 else { return 0 }
            return Double(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec)
                + Double(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1_000_000
        }
        let ticks = Double(max(1, sysconf(Int32(_SC_CLK_TCK))))
        return processes.reduce(seconds(RUSAGE_SELF) + seconds(RUSAGE_CHILDREN)) { sum, process in
            // Behind the name in parentheses, which may hold anything; see proc(5).
            guard let data = FileManager.default.contents(atPath: "/proc/\(process)/stat") else { return sum }
            let stat = String(decoding: data, as: UTF8.self)
            guard let end = stat.lastIndex(of: ")") else { return sum }
            let fields = stat[end...].dropFirst(2).split(separator: " ").map { Double($0) ?? 0 }
            return fields.count > 12 ? sum + (fields[11] + fields[12]) / ticks : sum
        }
    }
}

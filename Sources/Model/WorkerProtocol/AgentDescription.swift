import Glibc

/// The description that an agent, a `stickerd-render` with slots on another machine, sends before it gets a job.
package struct AgentDescription: Codable, Hashable, Sendable {
    package var version: RendererVersion
    /// The number of concurrent jobs.
    package var slots: Int
    /// The name of its machine.
    package var host: String
    package var processor: ProcessorClass
    /// Whether its processes confine themselves.
    package var isConfined: Bool

    private enum CodingKeys: String, CodingKey {
        case version, slots, host, processor, isConfined
    }

    package init(
        version: RendererVersion = .current, slots: Int, host: String = ProcessorClass.hostName,
        processor: ProcessorClass = .current, isConfined: Bool
    ) {
        (self.version, self.slots, self.host, self.processor, self.isConfined) = (
            version, slots, host, processor, isConfined
        )
    }
}

/// The figures that an agent reports while it works.
package struct AgentFigures: Codable, Hashable, Sendable {
    /// User and system time of all its processes so far, in seconds.
    package var cpuSeconds: Double

    private enum CodingKeys: String, CodingKey {
        case cpuSeconds
    }

    package init(cpuSeconds: Double) {
        self.cpuSeconds = cpuSeconds
    }

    /// Whether the seconds are between 0 and 1e9, which is 30 years. The figures come from another machine.
    package var isPossible: Bool { (0...1e9).contains(cpuSeconds) }
}

/// The reason why a job was not answered although the connection to the agent is open.
package struct JobLoss: Codable, Hashable, Sendable {
    package enum Reason: String, Codable, Sendable {
        /// The process that did it has ended.
        case ended
        /// The process ended before it was ready for a job.
        case didNotStart
        /// The agent ends, and had not begun it.
        case returned
        /// The process sent what it must not send, and was stopped.
        case violation
    }

    package var reason: Reason
    /// The exit status; nil where the process was ended by a signal, and where none ran.
    package var status: Int32?
    package var signal: Int32?
    /// The end of the process's standard error, or its invalid output.
    package var detail: String

    private enum CodingKeys: String, CodingKey {
        case reason, status, signal, detail
    }

    package init(_ reason: Reason, status: Int32? = nil, signal: Int32? = nil, detail: String = "") {
        (self.reason, self.status, self.signal, self.detail) = (reason, status, signal, detail)
    }
}

/// The properties of a processor, and of the C library that adapts to it, that can affect bytes. Two machines of one
/// class make equal bytes with equal libraries. For two classes this must be tested.
package struct ProcessorClass: Codable, Hashable, Sendable {
    /// As `uname` names it: `x86_64`, `aarch64`.
    package var architecture: String
    /// The C library's version.
    package var library: String
    /// The maker of the processor, and those of its features that mathematical functions and codecs choose by.
    package var features: [String]

    private enum CodingKeys: String, CodingKey {
        case architecture, library, features
    }

    package init(architecture: String, library: String, features: [String]) {
        (self.architecture, self.library, self.features) = (architecture, library, features)
    }

    /// This machine's.
    package static let current: ProcessorClass = {
        var name = utsname()
        uname(&name)
        return ProcessorClass(
            architecture: text(&name.machine), library: libraryVersion, features: features())
    }()

    /// The name of this machine.
    package static let hostName: String = {
        var name = utsname()
        uname(&name)
        return text(&name.nodename)
    }()

    /// `glibc 2.36`.
    private static var libraryVersion: String {
        var text = [CChar](repeating: 0, count: 64)
        // _CS_GNU_LIBC_VERSION, which is a macro to Swift.
        let count = confstr(2, &text, text.count)
        return String(decoding: text.prefix(max(0, count - 1)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    private static func text<Field>(_ field: inout Field) -> String {
        withUnsafeBytes(of: &field) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    }

    private static let deciding: Set<String> = [
        "sse3", "ssse3", "sse4_1", "sse4_2", "avx", "avx2", "fma", "fma4", "f16c", "bmi1", "bmi2", "avx512f",
        "avx512bw",
        "avx512dq", "avx512vl", "avx512_vnni", "asimd", "asimdhp", "asimddp", "sve", "sve2",
    ]

    /// From the first processor in /proc/cpuinfo; none where that cannot be read.
    private static func features() -> [String] {
        guard let file = fopen("/proc/cpuinfo", "re") else { return [] }
        defer { fclose(file) }
        var found: Set<String> = []
        var line: UnsafeMutablePointer<CChar>?
        var capacity = 0
        defer { free(line) }
        while getline(&line, &capacity, file) > 1, let line {
            let parts = String(cString: line).split(separator: ":", maxSplits: 1)
            guard parts.count == 2 else { continue }
            let words = parts[1].split { $0 == " " || $0 == "\n" }.map { String($0) }
            switch parts[0].prefix(while: { $0 != "\t" && $0 != " " }) {
            case "vendor_id": found.formUnion(words)
            case "flags", "Features": found.formUnion(deciding.intersection(words))
            default: break
            }
        }
        return found.sorted()
    }
}

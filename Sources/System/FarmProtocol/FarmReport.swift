/// A report from `stickerd-farm` to `stickerd`.
package enum FarmReport: Codable, Hashable, Sendable {
    /// The farm was reached and can be used. The report is sent again after each change of the capabilities.
    case capabilities(FarmCapabilities)
    /// The farm cannot be used. All jobs end as `.refused`. The next `run` or `store` tries to use the farm again.
    case refused(FarmRefusal)
    /// A job has reached another phase.
    case stage(FarmProgress)
    case done(FarmResult)
    case lost(FarmLoss)
    /// The current figures. They are sent every second while a job is unfinished, and once after the last job.
    case figures(FarmFigures)
}

/// The parts of the Remote Execution API that the farm supports.
package struct FarmCapabilities: Codable, Hashable, Sendable {
    /// The lowest and the highest version of the Remote Execution API, such as `2.0`.
    package var versions: [String]
    /// Whether the farm executes actions. If not, it is only a cache.
    package var executes: Bool
    /// Whether clients may store results in the farm.
    package var stores: Bool
    /// The maximum total size of the blobs in one call, in bytes.
    package var batchLimit: Int

    package init(versions: [String], executes: Bool, stores: Bool, batchLimit: Int) {
        self.versions = versions
        self.executes = executes
        self.stores = stores
        self.batchLimit = batchLimit
    }
}

/// The reason why the farm cannot be used.
package struct FarmRefusal: Codable, Hashable, Sendable {
    package enum Reason: String, Codable, Hashable, Sendable {
        /// The farm cannot be reached, or its certificate is not accepted.
        case unreachable
        /// The farm does not accept the token, or the file with the token cannot be read.
        case token
        /// The farm accepts the token, but the token does not permit the call.
        case forbidden
        /// The version or the digest function of the farm is not supported, or the instance does not exist.
        case unsupported
        /// A setting is invalid, or a file of the settings cannot be used.
        case settings
    }

    package var reason: Reason
    /// The gRPC status. 0 if there is none.
    package var code: Int
    /// A sentence for the user, with the message of the farm.
    package var words: String

    package init(reason: Reason, code: Int = 0, words: String) {
        self.reason = reason
        self.code = code
        self.words = words
    }
}

/// The progress of a job.
package struct FarmProgress: Codable, Hashable, Sendable {
    package enum Phase: String, Codable, Hashable, Sendable {
        case queued
        case executing
    }

    package var id: UInt32
    package var phase: Phase
    /// The name of the worker. Nil if the farm does not report it.
    package var worker: String?

    private enum CodingKeys: String, CodingKey {
        case id
        case phase = "stage"
        case worker
    }

    package init(id: UInt32, phase: Phase, worker: String? = nil) {
        self.id = id
        self.phase = phase
        self.worker = worker
    }
}

/// A finished job. Its answer is in the file `FarmJob.answer`.
package struct FarmResult: Codable, Hashable, Sendable {
    package var id: UInt32
    /// The name of the worker. Empty if the farm does not report it.
    package var worker = ""
    /// Whether the result comes from the action cache.
    package var cached = false
    /// The number of seconds from the acceptance by the farm to the start on a worker. 0 if it is unknown.
    package var queueSeconds = 0.0
    /// The number of seconds for which the program ran on the worker. 0 if it is unknown.
    package var renderSeconds = 0.0
    /// The number of bytes in the blobs that were sent for this job.
    package var sent = 0
    /// The size of the answer, in bytes.
    package var received = 0

    package init(id: UInt32) {
        self.id = id
    }
}

/// A job that ended without a result. The art is never the reason.
package struct FarmLoss: Codable, Hashable, Sendable {
    package enum Reason: String, Codable, Hashable, Sendable {
        /// The bytes of an input do not match its SHA-256.
        case changed
        /// An input cannot be read.
        case unreadable
        /// The action cache does not contain a result for the job.
        case missing
        /// The farm failed, or sent bytes that do not match their digest. `code` is a gRPC status.
        case farm
        /// The program on the worker ended without a result, or could not be started. `code` is its exit status,
        /// which is 78 if the program's identity differs.
        case worker
        /// The worker did not finish within the time limit.
        case timeout
        /// The farm cannot be used. See `FarmReport.refused`.
        case refused
        /// The answer cannot be written on this machine. `code` is the system's error number.
        case cannotWrite
        /// The job was cancelled by `FarmCommand.cancel`.
        case cancelled
    }

    package var id: UInt32
    package var reason: Reason
    /// The gRPC status, the exit status or the system's error number.
    package var code: Int
    /// The reason for the user: one line of at most 500 characters, in which control characters are escaped.
    package var words: String
    /// The name of the worker. Empty if it is unknown.
    package var worker: String

    package init(id: UInt32, reason: Reason, code: Int = 0, words: String = "", worker: String = "") {
        self.id = id
        self.reason = reason
        self.code = code
        self.words = words
        self.worker = worker
    }
}

/// The totals since the start of the program, and the current numbers of jobs.
package struct FarmFigures: Codable, Hashable, Sendable {
    /// The number of finished gRPC calls.
    package var calls = 0
    /// The number of bytes in the blobs that were sent.
    package var sent = 0
    /// The number of bytes in the blobs that were received.
    package var received = 0
    /// The number of results from the action cache.
    package var hits = 0
    /// The number of results from execution.
    package var misses = 0
    /// The number of calls that were repeated because the connection or the farm failed.
    package var retries = 0
    /// The number of calls that ended as RESOURCE_EXHAUSTED or UNAVAILABLE. If it increases, fewer jobs should be
    /// sent.
    package var busy = 0
    /// The numbers of jobs at each stage in the farm. `unfinished` also includes jobs whose files are being sent or
    /// read.
    package var queued = 0
    package var executing = 0
    package var unfinished = 0

    package init() {}
}

/// A report of `stickerd-farm`.
package enum FarmReport: Codable, Hashable, Sendable {
    /// The farm was reached and can be used. Sent again after each change.
    case capabilities(FarmCapabilities)
    /// The farm cannot be used. All jobs end as `.refused`. The next `run` or `store` tries it again.
    case refused(FarmRefusal)
    /// A job has reached another stage.
    case stage(FarmStage)
    case done(FarmResult)
    case lost(FarmLoss)
    /// Sent every second while a job is unfinished, and once after the last.
    case figures(FarmFigures)
}

/// The capabilities of the farm.
package struct FarmCapabilities: Codable, Hashable, Sendable {
    /// The lowest and the highest version of the Remote Execution API, such as `2.0`.
    package var versions: [String]
    /// Whether the farm executes actions. Otherwise it is only a cache.
    package var executes: Bool
    /// Whether the farm stores results of clients.
    package var stores: Bool
    /// The maximum number of bytes of blobs in one call.
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
        /// The token is refused, or cannot be read.
        case token
        /// The token is accepted, and does not permit the call.
        case forbidden
        /// The version or the digest function of the farm is not supported, or the farm has no such instance.
        case unsupported
        /// A setting or a file of the settings is unusable.
        case settings
    }

    package var reason: Reason
    /// The gRPC status; 0 if there is none.
    package var code: Int
    /// A sentence for people, with the message of the farm.
    package var words: String

    package init(reason: Reason, code: Int = 0, words: String) {
        self.reason = reason
        self.code = code
        self.words = words
    }
}

/// The progress of a job.
package struct FarmStage: Codable, Hashable, Sendable {
    package enum Stage: String, Codable, Hashable, Sendable {
        case queued
        case executing
    }

    package var id: UInt32
    package var stage: Stage
    /// The name of the worker, if the farm reports it.
    package var worker: String?

    package init(id: UInt32, stage: Stage, worker: String? = nil) {
        self.id = id
        self.stage = stage
        self.worker = worker
    }
}

/// A finished job. Its answer is at `FarmJob.answer`.
package struct FarmResult: Codable, Hashable, Sendable {
    package var id: UInt32
    /// The name of the worker; empty if the farm does not report it.
    package var worker = ""
    /// Whether the result comes from the action cache.
    package var cached = false
    /// The number of seconds between the farm's acceptance and the start on a worker; 0 if it is unknown.
    package var queueSeconds = 0.0
    /// The run time of the program on the worker, in seconds; 0 if it is unknown.
    package var renderSeconds = 0.0
    /// The number of bytes of blobs sent for this job.
    package var sent = 0
    /// The size of the answer, in bytes.
    package var received = 0

    package init(id: UInt32) {
        self.id = id
    }
}

/// A job without a result. None of the reasons is caused by the art.
package struct FarmLoss: Codable, Hashable, Sendable {
    package enum Reason: String, Codable, Hashable, Sendable {
        /// The bytes of an input do not match its SHA-256.
        case changed
        /// An input cannot be read.
        case unreadable
        /// The action cache has no result.
        case missing
        /// The farm fails, or sends bytes that do not match their digest. `code` is a gRPC status.
        case farm
        /// The worker's program ended without a result, or could not be started. `code` is its exit status: 78 if its
        /// identity differs.
        case worker
        /// The worker has rendered for too long.
        case timeout
        /// The farm cannot be used: see `FarmReport.refused`.
        case refused
        /// The answer cannot be written. `code` is the system's error number.
        case cannotWrite
        /// `FarmCommand.cancel` was received.
        case cancelled
    }

    package var id: UInt32
    package var reason: Reason
    /// The gRPC status, the exit status or the system's error number.
    package var code: Int
    /// The reason for people: one line of at most 500 characters, with escaped control characters.
    package var words: String
    /// The name of the worker; empty if it is unknown.
    package var worker: String

    package init(id: UInt32, reason: Reason, code: Int = 0, words: String = "", worker: String = "") {
        self.id = id
        self.reason = reason
        self.code = code
        self.words = words
        self.worker = worker
    }
}

/// Totals since the start, and the current state.
package struct FarmFigures: Codable, Hashable, Sendable {
    /// The number of finished gRPC calls.
    package var calls = 0
    /// The number of bytes of blobs that were sent.
    package var sent = 0
    /// The number of bytes of blobs that were received.
    package var received = 0
    /// The number of results from the action cache.
    package var hits = 0
    /// The number of results from execution.
    package var misses = 0
    /// The number of calls that were repeated because the connection or the farm failed.
    package var retries = 0
    /// The number of calls that ended as RESOURCE_EXHAUSTED or UNAVAILABLE, which is a reason to send fewer jobs.
    package var busy = 0
    /// The numbers of jobs by their stage at the farm. `unfinished` also counts jobs whose files are being sent or
    /// read.
    package var queued = 0
    package var executing = 0
    package var unfinished = 0

    package init() {}
}

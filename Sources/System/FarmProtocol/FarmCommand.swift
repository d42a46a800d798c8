/// A command to `stickerd-farm`, which communicates with a Remote Execution farm for `stickerd`.
///
/// Each `run` and each `store` is answered by exactly one `FarmReport.done` or `FarmReport.lost`.
package enum FarmCommand: Codable, Hashable, Sendable {
    /// The first command, sent once. Answered by `FarmReport.capabilities` or `FarmReport.refused`.
    case settings(FarmSettings)
    /// Requests the result of a job.
    case run(FarmJob)
    /// Stores a result of this machine in the farm's action cache. `FarmJob.answer` is the file with the answer.
    case store(FarmJob)
    /// The result of the job with this id is no longer needed. The job ends as `.cancelled`, unless its end has already
    /// been reported.
    case cancel(UInt32)
}

/// The address of the farm, and the form of its jobs.
package struct FarmSettings: Codable, Hashable, Sendable {
    /// The contents of an action's input root.
    package enum Environment: String, Codable, Hashable, Sendable {
        /// Only the request. The workers have `stickerd-render` installed, for example in a container image.
        case image
        /// The request, the program, its libraries and the fonts.
        case inputs
    }

    /// `FarmProtocol.version` of the sender.
    package var version = FarmProtocol.version
    /// `grpc://host:port`, `grpcs://host:port` or `unix:/path`.
    package var url: String
    /// The name of the farm's instance; empty if it has no name.
    package var instance = ""
    /// The platform properties of a suitable worker.
    package var platform: [String: String] = [:]
    package var environment = Environment.image
    /// The formats that the renderer decodes besides the usual ones (`--format`).
    package var formats: [String] = []
    /// The name or path of `stickerd-render` on workers, for `Environment.image`.
    package var program = "stickerd-render"
    /// The path of `stickerd-render` on this machine, for `Environment.inputs`.
    package var renderer = ""
    /// The files and folders that the renderer needs besides its libraries, for `Environment.inputs`: the fonts and
    /// their configuration.
    package var rendererFiles: [String] = []
    /// The path of a file in which the input root of `Environment.inputs` is cached. Empty for no cache.
    package var environmentCache = ""
    /// The identity that a worker's renderer must have, in hexadecimal (`--identity`).
    package var identity: String
    /// Distinguishes actions that otherwise would be equal.
    package var salt = ""
    /// Whether `grpc://` may be used for another machine.
    package var insecure = false
    /// The path of a file with a bearer token.
    package var tokenFile: String?
    /// The path of the certificates of accepted authorities, in PEM. Nil to accept the system's authorities.
    package var authority: String?
    /// The path of this client's certificate, in PEM.
    package var certificate: String?
    /// The path of the private key of the certificate, in PEM.
    package var key: String?
    /// The maximum number of bytes of an answer.
    package var answerLimit: Int

    package init(url: String, identity: String, answerLimit: Int) {
        self.url = url
        self.identity = identity
        self.answerLimit = answerLimit
    }
}

/// A job for the farm.
package struct FarmJob: Codable, Hashable, Sendable {
    /// The places in which a result may be found.
    package enum Lookup: String, Codable, Hashable, Sendable {
        /// Only in the action cache. Ends as `FarmLoss.Reason.missing` if it has no result.
        case cache
        /// Only by execution, even if the cache has a result.
        case execute
        /// In the action cache, or else by execution.
        case both
    }

    /// Unique among the jobs of this conversation.
    package var id: UInt32
    /// The JSON of the `WorkerRequest`, without the source's name.
    package var job: String
    /// The files of `WorkerRequest.inputs`, in that order.
    package var inputs: [FarmInput]
    /// The path of the answer on this machine. `run` writes it under a draft name, and renames it when it is complete.
    package var answer: String
    /// The number of seconds for which a worker may render. It is part of the action, so `store` and `run` need the
    /// same number.
    package var timeout: Int
    /// Smaller values are executed sooner, as in `ExecutionPolicy`.
    package var priority: Int32
    package var lookup: Lookup

    package init(
        id: UInt32, job: String, inputs: [FarmInput], answer: String, timeout: Int, priority: Int32 = 0,
        lookup: Lookup = .both
    ) {
        self.id = id
        self.job = job
        self.inputs = inputs
        self.answer = answer
        self.timeout = timeout
        self.priority = priority
        self.lookup = lookup
    }
}

/// A file that a job needs. Its bytes are not sent through the pipe.
package struct FarmInput: Codable, Hashable, Sendable {
    /// The absolute path.
    package var path: String
    /// The folder in which the file must be after resolving all links. Not checked if it is empty.
    package var root: String
    /// The SHA-256 that the file must have, in lower-case hexadecimal.
    package var sha256: String
    package var bytes: Int

    package init(path: String, root: String, sha256: String, bytes: Int) {
        self.path = path
        self.root = root
        self.sha256 = sha256
        self.bytes = bytes
    }
}

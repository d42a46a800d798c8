/// A command to `stickerd-farm`, which communicates with a Remote Execution farm on behalf of `stickerd`.
///
/// Each `run` and each `store` is answered with exactly one `FarmReport.done` or `FarmReport.lost`.
package enum FarmCommand: Codable, Hashable, Sendable {
    /// The first command, sent once and answered with `FarmReport.capabilities` or `FarmReport.refused`.
    case settings(FarmSettings)
    /// Requests the result of a job.
    case run(FarmJob)
    /// Stores a result of this machine in the farm's action cache. `FarmJob.answer` is the path of the file with the
    /// answer.
    case store(FarmJob)
    /// The result of the job with this id is no longer needed. The job ends as `.cancelled`, unless its end has
    /// already been reported.
    case cancel(UInt32)
}

/// The address of the farm, and the form of its jobs.
package struct FarmSettings: Codable, Hashable, Sendable {
    /// The contents of an action's input root.
    package enum Environment: String, Codable, Hashable, Sendable {
        /// The input root contains only the request. The workers have `stickerd-render` installed, for example in a
        /// container image.
        case image
        /// The input root contains the request, the program, its libraries and the fonts.
        case inputs
    }

    /// `FarmProtocol.version` of the sender.
    package var version = FarmProtocol.version
    /// The address of the farm: `grpc://host:port`, `grpcs://host:port` or `unix:/path`.
    package var url: String
    /// The name of the farm's instance. Empty if it has none.
    package var instance = ""
    /// The platform properties that a worker must have.
    package var platform: [String: String] = [:]
    package var environment = Environment.image
    /// The additional formats that the renderer decodes (`--format`).
    package var formats: [String] = []
    /// The name or path of `stickerd-render` on the workers, for `Environment.image`.
    package var program = "stickerd-render"
    /// The path of `stickerd-render` on this machine, for `Environment.inputs`.
    package var renderer = ""
    /// The files and folders that the renderer needs in addition to its libraries: the fonts and their configuration.
    /// Used for `Environment.inputs`.
    package var rendererFiles: [String] = []
    /// The path of the file in which the input root of `Environment.inputs` is cached. Empty to disable the cache.
    package var environmentCache = ""
    /// The identity that a worker's renderer must have, in hexadecimal (`--identity`).
    package var identity: String
    /// A text that distinguishes actions that would otherwise be equal.
    package var salt = ""
    /// Whether `grpc://` may be used for another machine, although the connection is not encrypted.
    package var insecure = false
    /// The path of a file with a bearer token.
    package var tokenFile: String?
    /// The path of the certificates of the authorities that are accepted, in PEM. Nil to accept the system's
    /// authorities.
    package var authority: String?
    /// The path of this client's certificate, in PEM.
    package var certificate: String?
    /// The path of the private key for `certificate`, in PEM.
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
        /// Only in the action cache. If the cache has no result, the job ends as `FarmLoss.Reason.missing`.
        case cache
        /// Only by execution, even if the cache has a result.
        case execute
        /// First in the action cache. If the cache has no result, the job is executed.
        case both
    }

    /// A number that no other job of this conversation has.
    package var id: UInt32
    /// The `WorkerRequest` as JSON, without the name of the source.
    package var job: String
    /// The files of `WorkerRequest.inputs`, in the same order.
    package var inputs: [FarmInput]
    /// The path of the answer on this machine. `run` writes the answer under a temporary name, and renames it when it
    /// is complete.
    package var answer: String
    /// The number of seconds for which a worker may render. It is a part of the action, so `store` and `run` must use
    /// the same number.
    package var timeout: Int
    /// The priority, as in `ExecutionPolicy`. Jobs with smaller values are executed sooner.
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

/// A file that a job needs. The farm program reads it from its path.
package struct FarmInput: Codable, Hashable, Sendable {
    /// The absolute path of the file.
    package var path: String
    /// The folder that must contain the file after all links are resolved. Empty if this is not checked.
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

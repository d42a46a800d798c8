import EngineSupport
import FileAccess
import Foundation
import Glibc
import JobModel
import Logging
import RenderProtocol
import SheetModel
import WorkerProtocol

/// Renders stickers, icons and sheets with workers, and splits animations into frames.
package struct StickerPool: Sendable {
    let workers: any JobPerformer
    /// The locations of files that jobs need.
    package let folders: JobFolders
    /// The farm that also renders stickers. Nil if there is none.
    package var farm: FarmJobs? { workers.farm }

    /// The maximum number of attempts for a job.
    package enum Attempts: Sendable {
        case one
        /// Failed jobs are repeated, as often as `WorkerFailure.patience` allows.
        case several
    }

    /// Runs `body` with a pool. The parameters are those of `WorkerPool.withWorkers`.
    ///
    /// - Parameter folders: the locations of files that jobs need.
    @discardableResult
    package static func withWorkers<Value: Sendable>(
        count: Int, command: WorkerCommand, folders: JobFolders = JobFolders(), logger: Logger = .silent,
        farm: FarmUse? = nil, onRestart: @escaping @Sendable () -> Void = {},
        isolation: isolated (any Actor)? = #isolation,
        _ body: (StickerPool) async throws -> Value
    ) async throws -> Value {
        if let performer = command.performer {
            return try await body(StickerPool(workers: performer, folders: folders))
        }
        return try await WorkerPool.withWorkers(
            count: count, command: command, logger: logger, farm: farm, onRestart: onRestart, isolation: isolation
        ) {
            try await body(StickerPool(workers: $0, folders: folders))
        }
    }

    /// The number of jobs that can run at the same time now, on this machine and at the farm.
    package var slotsUp: Int { workers.localSlots + (farm?.work.executing ?? 0) }

    /// Starts several workers in parallel, because they will soon be needed. If a worker cannot be started, the first
    /// job reports the reason.
    package func warm(_ count: Int) async {
        await withTaskGroup { group in
            for _ in 0..<max(count, 0) {
                group.addTask { _ = try? await workers.start() }
            }
        }
    }

    // MARK: Jobs

    /// Renders a sticker.
    ///
    /// - Parameters:
    ///   - folder: returns the absolute path of the folder for the files, whose names are their hashes. Nil if the
    ///     files are not needed. The farm is then not used.
    ///   - fingerprint: the fingerprint of the source and the recipe, by which the maker of the result is recorded.
    /// - Throws: `SourceFailure`, `WorkerFailure`; `EngineError` if the environment fails; the errors of `folder`.
    package func make(
        _ job: StickerJob, of source: JobSource, into folder: (@Sendable () throws -> String)?,
        fingerprint: String? = nil, attempts: Attempts = .several
    ) async throws -> StickerResult {
        let recipe = job.recipe
        var order = try workerJob(.sticker(job), source, limits: recipe.limits)
        // A message may also have a film.
        let deliveries = Recipe.scales.count + (recipe.message == nil ? 0 : 1)
        order.fileLimit = deliveries + recipe.backgrounds.count + 1
        order.byteLimit = deliveries * recipe.encode.byteLimit + (recipe.backgrounds.count + 1) * (64 << 20)
        @Sendable func result(_ answer: StickerAnswer, _ files: [ReceivedFile]) throws -> StickerResult {
            try rejecting { try answer.result(files).checked(against: recipe).get() }
        }
        guard let folder else {
            return try await perform(order, source, attempts, receiving: { CountedFiles() }) { response, receiver in
                guard case .sticker(let answer) = response else { throw RejectedAnswer.otherAnswer }
                return try result(answer, receiver.files)
            }
        }
        if farm != nil, !isDistrusted(fingerprint) { order.remoteTerms = try remoteTerms(for: job, order.files) }
        let (made, isOwn) = try await verified(
            of: source, fingerprint: fingerprint, mayBeRemote: order.remoteTerms != nil
        ) { [order] mayBeRemote, madeBy in
            var order = order
            if !mayBeRemote { order.remoteTerms = nil }
            return try await perform(
                order, source, attempts, receiving: { FilesInFolder(folder) }, madeBy: madeBy
            ) { response, receiver in
                guard case .sticker(let answer) = response else { throw RejectedAnswer.otherAnswer }
                let result = try result(answer, receiver.files)
                try receiver.keepFinished(result.files)
                return MadeSticker(result: result, answer: answer, files: receiver.files)
            }
        }
        if isOwn { try await store(made, of: order, from: folder) }
        return made.result
    }

    /// Stores a rendered sticker in the cache of the farm. A rejection is not stored.
    private func store(
        _ made: MadeSticker, of job: WorkerJob, from folder: @Sendable () throws -> String
    ) async throws {
        guard let farm, farm.isWritten, made.answer.output != nil else { return }
        let finished = made.files.compactMap(\.finished)
        guard finished.count == made.files.count else { return }
        let path = try folder()
        let files = zip(finished, made.files).map { (path: "\(path)/\($0.contentName)", kind: $1.kind) }
        await farm.store(made.answer, of: job, files: files)
    }

    /// Renders an icon in all sizes.
    ///
    /// - Parameter folder: returns the absolute path of the folder for the files, whose names are their hashes.
    /// - Throws: the errors of `make` for stickers.
    package func make(
        _ job: IconJob, of source: JobSource, into folder: @escaping @Sendable () throws -> String
    ) async throws -> IconResult {
        var order = try workerJob(.icon(job), source, limits: job.limits)
        order.fileLimit = IconSlot.all.count
        order.byteLimit = IconSlot.all.count * (64 << 20)
        return try await perform(order, source, receiving: { FilesInFolder(folder) }) { response, receiver in
            guard case .icon(let answer) = response else { throw RejectedAnswer.otherAnswer }
            let result = try rejecting { try answer.result(receiver.files).checked().get() }
            try receiver.keepFinished(result.icons.map(\.file))
            return result
        }
    }

    /// Splits an animation into frames. The names of their files are those of `FramesJob.fileName`.
    ///
    /// - Parameter folder: the absolute path of the folder for the frames.
    /// - Throws: the errors of `make` for stickers.
    package func take(
        apart job: FramesJob, of source: JobSource, into folder: String, attempts: Attempts = .several
    ) async throws -> FramesJob.Outcome {
        var order = try workerJob(.frames(job), source, limits: job.limits)
        order.fileLimit = job.limits.frames
        // The maximum size of the frames, which they have if their pixels are incompressible.
        order.byteLimit = 5 * job.limits.pixels + job.limits.frames * (64 << 10)
        return try await perform(order, source, attempts, receiving: { FilesInFolder { folder } }) {
            response, receiver in
            guard case .frames(let answer) = response else { throw RejectedAnswer.otherAnswer }
            let outcome = try rejecting { try answer.checked(limits: job.limits, files: receiver.files).get() }
            if case .frames(let listing) = outcome {
                let names = listing.frames.indices.map { ($0, FramesJob.fileName($0)) }
                try receiver.keep(Dictionary(names) { first, _ in first })
            }
            return outcome
        }
    }

    /// Draws a strip of a sheet into a file with the strip's name.
    ///
    /// - Parameter folder: returns the absolute path of the folder for the file.
    /// - Throws: `WorkerFailure`, `EngineError`; the errors of `folder`.
    package func draw(
        _ strip: SheetStrip, into folder: @escaping @Sendable () throws -> String
    ) async throws -> SheetStripAnswer {
        // The job decodes only published files, so its time limit does not depend on `limits.seconds`.
        var order = try workerJob(.sheet(strip), nil, seconds: 120)
        (order.fileLimit, order.byteLimit) = (1, 256 << 20)
        return try await perform(order, nil, receiving: { FilesInFolder(folder) }) { response, receiver in
            guard case .sheet(let answer) = response else { throw RejectedAnswer.otherAnswer }
            guard receiver.files.map(\.kind) == [.strip], answer.isPossible(for: strip, bytes: receiver.files[0].bytes)
            else { throw RejectedAnswer("it describes an impossible picture") }
            try receiver.keep([0: strip.name])
            return answer
        }
    }

    /// Performs a job for a sheet that `stickerd sheet` writes.
    ///
    /// - Returns: the contents of the files, in the order of `job.kinds`.
    /// - Throws: `WorkerFailure`, `EngineError`.
    package func draw(_ job: PrintJob) async throws -> [[UInt8]] {
        var order = try workerJob(.print(job), nil, seconds: 120)
        (order.fileLimit, order.byteLimit) = (job.kinds.count, 64 << 20)
        return try await perform(order, nil, receiving: { FilesInMemory() }) { response, receiver in
            guard case .printed = response else { throw RejectedAnswer.otherAnswer }
            guard receiver.files.map(\.kind) == job.kinds else {
                throw RejectedAnswer("its files are not the requested ones")
            }
            return receiver.contents
        }
    }

    /// The description of the workers' renderer.
    ///
    /// - Throws: `WorkerFailure`, `EngineError`.
    package func description() async throws -> RendererDescription {
        try await perform(try workerJob(.describe, nil, seconds: 60), nil, receiving: { NoFiles() }) { response, _ in
            guard case .description(let description) = response else { throw RejectedAnswer.otherAnswer }
            return description
        }
    }

    /// Tests the restrictions of a worker's sandbox.
    ///
    /// - Throws: the errors of `description`.
    package func sandboxTest() async throws -> SandboxSelfTest {
        try await perform(try workerJob(.testSandbox, nil, seconds: 60), nil, receiving: { NoFiles() }) { response, _ in
            guard case .sandboxTest(let found) = response else { throw RejectedAnswer.otherAnswer }
            return found
        }
    }
}

// MARK: - Files, failures and attempts

extension StickerPool {
    private func workerJob(_ request: WorkerRequest, _ source: JobSource, limits: SourceLimits) throws -> WorkerJob {
        try workerJob(request, source, seconds: limits.seconds)
    }

    /// The terms under which the farm may render a sticker. Nil if the sticker has more frames than are allowed.
    private func remoteTerms(for job: StickerJob, _ files: JobFiles) throws -> RemoteTerms? {
        if let sequence = files.sequence, sequence.places.count > sequence.mostFrames { return nil }
        var nameless = job
        nameless.name = ""
        return RemoteTerms(job.recipe, files, request: try StickerPool.json(.sticker(nameless)))
    }

    private static func json(_ request: WorkerRequest) throws -> [UInt8] {
        let json: Data
        do {
            json = try JSONEncoder.sorted.encode(request)
        } catch {
            throw WorkerFailure.unwritableRequest(String(describing: error))
        }
        guard json.count <= FrameKind.job.limit else {
            throw WorkerFailure.unwritableRequest("it is \(NumberFormat.number(json.count)) bytes long")
        }
        return [UInt8](json)
    }

    private func workerJob(_ request: WorkerRequest, _ source: JobSource?, seconds: Int) throws -> WorkerJob {
        let files = try request.inputs.map { try file($0, source) }
        var sequence: JobFiles.Sequence?
        if let source, source.isSequence, let sha256 = source.sha256 {
            sequence = JobFiles.Sequence(
                0..<source.paths.count, sha256: sha256, limit: source.limits.fileBytes,
                mostFrames: source.limits.frames)
        }
        return WorkerJob(
            request: try StickerPool.json(request), files: JobFiles(files, sequence: sequence),
            timeLimit: .seconds(seconds))
    }

    private func file(_ input: JobInput, _ source: JobSource?) throws -> JobFiles.File {
        switch input {
        case .source:
            guard let source, let path = source.paths.first else { throw EngineError.worker("A job lacks its source.") }
            return JobFiles.File(path, sha256: source.sha256, limit: source.limits.fileBytes, root: folders.drop)
        case .frame(let place):
            guard let source, source.paths.indices.contains(place) else {
                throw EngineError.worker("A job lacks frame \(place + 1).")
            }
            return JobFiles.File(source.paths[place], root: folders.drop)
        case .background(let sha256):
            guard let path = folders.backgrounds[sha256] else {
                throw EngineError.worker("A job needs a background picture that is not configured.")
            }
            return JobFiles.File(path, sha256: sha256)
        case .published(let path):
            // A manipulated manifest may contain any path.
            guard let out = folders.out, OutputNames.isInside(path) else {
                throw EngineError.worker("\(SheetError.unreadable(path: path, reason: "it is not a published file"))")
            }
            return JobFiles.File("\(out)/\(path)", limit: 64 << 20, root: out)
        }
    }

    private func perform<Receiver: FileReceiver, Value: Sendable>(
        _ job: WorkerJob, _ source: JobSource?, _ attempts: Attempts = .several,
        receiving makeReceiver: @escaping @Sendable () -> Receiver, madeBy: (FarmMaker) -> Void = { _ in },
        taking take: @escaping @Sendable (WorkerResponse, Receiver) throws -> Value
    ) async throws -> Value {
        var failures = 0
        while true {
            do {
                return try await workers.perform(job, receiving: makeReceiver) { answer, receiver in
                    switch answer {
                    case .result(let json):
                        guard let response = try? JSONDecoder().decode(WorkerResponse.self, from: Data(json)) else {
                            throw RejectedAnswer("its answer is not the requested JSON")
                        }
                        return try take(response, receiver)
                    case .failure(let json):
                        guard let fault = try? JSONDecoder().decode(WorkerFault.self, from: Data(json)) else {
                            throw RejectedAnswer("its answer is not the requested JSON")
                        }
                        throw fault
                    }
                } madeBy: {
                    madeBy($0)
                }
            } catch let failure as WorkerFailure {
                failures += 1
                guard attempts == .several, failures < failure.patience else { throw failure }
            } catch let fault as WorkerFault {
                throw error(for: fault)
            } catch let failure as JobFileFailure {
                throw error(for: failure, source)
            } catch JobError.cannotWrite(let path, let code) {
                throw EngineError.environment(errno: code, path: path, action: "write")
            }
        }
    }

    private func error(for fault: WorkerFault) -> EngineError {
        switch fault {
        case .background(let sha256, let reason):
            .configuration("\(BackgroundError(path: folders.backgrounds[sha256] ?? sha256, reason: reason))")
        case .published(let path, let reason):
            .worker("\(SheetError.undrawable(path: "\(folders.out ?? "")/\(path)", reason: reason))")
        case .environment(let text): .worker(text)
        }
    }

    private func error(for failure: JobFileFailure, _ source: JobSource?) -> any Error {
        if let source, failure.place < source.paths.count {
            return switch failure.reason {
            case .changed: SourceFailure.changed
            case .unreadable: SourceFailure.unreadable
            case .tooLarge(let bytes):
                SourceFailure.tooLarge(
                    source.isSequence
                        ? SourceFile.framesTooLarge(bytes: bytes, limits: source.limits)
                        : SourceFile.tooLarge(bytes: bytes, limits: source.limits))
            }
        }
        let reason =
            switch failure.reason {
            case .changed: "its content has changed since the configuration was read; reload or restart stickerd"
            case .unreadable(let error): error.saysMissing ? "it does not exist" : "it cannot be read: \(error)"
            case .tooLarge(let bytes): "it is too large (\(NumberFormat.number(bytes)) bytes)"
            }
        return folders.backgrounds.values.contains(failure.path)
            ? EngineError.configuration("\(BackgroundError(path: failure.path, reason: reason))")
            : EngineError.worker("\(SheetError.unreadable(path: failure.path, reason: reason))")
    }
}

extension FilesInFolder {
    /// Keeps the wanted files under content-addressed names, and removes all others.
    func keepFinished(_ wanted: [RenderedSticker.File]) throws {
        let wanted = Set(wanted)
        var names: [Int: String] = [:]
        for (number, file) in files.enumerated() {
            if let finished = file.finished, wanted.contains(finished) { names[number] = finished.contentName }
        }
        try keep(names)
    }
}

extension RejectedAnswer {
    /// The rejection of an answer whose type does not match the request.
    fileprivate static let otherAnswer = RejectedAnswer("its answer belongs to another request")
}

/// Runs `body`, and converts a `StickerResult.Contradiction` into `RejectedAnswer`.
private func rejecting<Value>(_ body: () throws -> Value) throws -> Value {
    do {
        return try body()
    } catch let contradiction as StickerResult.Contradiction {
        throw RejectedAnswer("\(contradiction)")
    }
}

extension WorkerFailure {
    /// The number of attempts that may end with this failure before the source is rejected. The number is higher for
    /// SIGKILL, which the kernel may send when memory runs out.
    fileprivate var patience: Int {
        switch self {
        case .died(.signalled(SIGKILL), _), .didNotStart(_, .ended(.signalled(SIGKILL)), _): 4
        case .timedOut, .died, .didNotStart, .unreadableAnswer, .rejectedAnswer, .stalled: 2
        case .couldNotStart, .otherVersion, .poolEnded, .unwritableRequest: 1
        }
    }
}

import Foundation
import GRPCChannel
import RemoteExecutionMessages

/// The content-addressable store of a farm.
actor ContentStore {
    private let server: RemoteServer
    /// The maximum total size in bytes of the blobs in one call.
    private let batchLimit: Int
    private var known = KnownBlobs()
    /// The running uploads, by the digests of their blobs.
    private var uploads: [BlobDigest: Task<Int, any Error>] = [:]
    /// The digests for FindMissingBlobs calls that have not been sent yet, by the number of the call.
    private var questions: [Int: Set<BlobDigest>] = [:]
    private var openQuestion: (number: Int, answer: Task<Set<BlobDigest>, any Error>)?
    private var lastQuestion = 0

    private let batches = AsyncLimit(8)
    private let streams = AsyncLimit(4)
    private let reads = AsyncLimit(16)

    /// The size of the pieces of a large blob, in bytes.
    private static let pieceSize = 1 << 20
    /// The maximum number of digests in one FindMissingBlobs call.
    private static let questionLimit = 1000
    /// Jobs whose blobs are checked within this time share a FindMissingBlobs call.
    private static let questionDelay = Duration.milliseconds(20)

    init(_ server: RemoteServer, batchLimit: Int) {
        (self.server, self.batchLimit) = (server, batchLimit)
    }

    /// Forgets which blobs the farm has, because the farm may have lost some of them.
    func forget() { known = KnownBlobs() }

    // MARK: Sending

    /// Sends the given blobs that the farm does not have.
    ///
    /// - Returns: the number of bytes that were sent.
    /// - Throws: `FarmError` for a file that has changed or cannot be read; `CallFailure`; `CancellationError`.
    func send(_ blobs: [Blob]) async throws -> Int {
        var wanted: [BlobDigest: Blob] = [:]
        for blob in blobs where !known.contains(blob.digest) { wanted[blob.digest] = blob }
        guard !wanted.isEmpty else { return 0 }
        let missing = try await self.missing(among: Set(wanted.keys))
        try Task.checkCancellation()
        known.insert(wanted.keys.lazy.filter { !missing.contains($0) })
        var own: [Blob] = []
        var others: [(Blob, Task<Int, any Error>)] = []
        for (digest, blob) in wanted where missing.contains(digest) {
            if let upload = uploads[digest] { others.append((blob, upload)) } else { own.append(blob) }
        }
        var sent = try await upload(own)
        // The upload for another job may have failed only because that job was cancelled. Its blobs are therefore sent
        // again.
        var again: [Blob] = []
        for (blob, upload) in others {
            do { _ = try await upload.value } catch { again.append(blob) }
        }
        try Task.checkCancellation()
        sent += try await upload(again)
        return sent
    }

    private func upload(_ blobs: [Blob]) async throws -> Int {
        guard !blobs.isEmpty else { return 0 }
        let task = Task { try await self.transfer(blobs) }
        for blob in blobs { uploads[blob.digest] = task }
        defer { for blob in blobs where uploads[blob.digest] == task { uploads[blob.digest] = nil } }
        let sent = try await withTaskCancellationHandler {
            try await task.value
        } onCancel: {
            task.cancel()
        }
        known.insert(blobs.map(\.digest))
        return sent
    }

    private nonisolated func transfer(_ blobs: [Blob]) async throws -> Int {
        var groups: [[Blob]] = []
        var size = 0
        // The message needs additional bytes for each blob.
        for blob in blobs.sorted(by: { $0.digest.sha256 < $1.digest.sha256 }) {
            let length = blob.digest.bytes + 128
            if length > batchLimit {
                try await write(blob)
                continue
            }
            if groups.isEmpty || size + length > batchLimit { (size, groups) = (0, groups + [[]]) }
            groups[groups.count - 1].append(blob)
            size += length
        }
        for group in groups { try await batches.run { try await update(group) } }
        let sent = blobs.reduce(0) { $0 + $1.digest.bytes }
        server.figures.count { $0.sent += sent }
        return sent
    }

    /// Sends blobs that fit into one message.
    private nonisolated func update(_ blobs: [Blob]) async throws {
        var request = Build_Bazel_Remote_Execution_V2_BatchUpdateBlobsRequest()
        request.instanceName = server.instance
        for blob in blobs {
            let bytes = try await BlobReader.contents(blob)
            request.requests.append(
                .with {
                    $0.digest = blob.digest.message
                    $0.data = Data(bytes)
                })
        }
        let size = blobs.reduce(0) { $0 + $1.digest.bytes }
        let answer: Build_Bazel_Remote_Execution_V2_BatchUpdateBlobsResponse = try await server.repeating {
            try await server.unary(.batchUpdateBlobs, request, within: RemoteServer.time(forBytes: size))
        }
        let accepted = Set(answer.responses.lazy.filter { $0.status.code == 0 }.map(\.digest.hash))
        for response in answer.responses where response.status.code != 0 { throw CallFailure(response.status) }
        guard blobs.allSatisfy({ accepted.contains($0.digest.sha256) }) else {
            throw CallFailure(.internal, "the farm did not say whether it has stored a file")
        }
    }

    /// Sends one large blob in pieces.
    private nonisolated func write(_ blob: Blob) async throws {
        try await streams.run {
            try await server.repeating {
                let reader = try await BlobReader.open(blob)
                var isLast = false
                let name = [
                    server.instance, "uploads", UUID().uuidString.lowercased(), "blobs", blob.digest.sha256,
                    "\(blob.digest.bytes)",
                ].filter { !$0.isEmpty }.joined(separator: "/")
                let answer: Google_Bytestream_WriteResponse = try await server.clientStreaming(
                    .write, within: RemoteServer.time(forBytes: blob.digest.bytes)
                ) { () async throws -> Google_Bytestream_WriteRequest? in
                    guard !isLast else { return nil }
                    var request = Google_Bytestream_WriteRequest()
                    request.resourceName = name
                    request.writeOffset = Int64(reader.position)
                    request.data = Data(try await reader.next(ContentStore.pieceSize))
                    isLast = reader.position == blob.digest.bytes
                    request.finishWrite = isLast
                    return request
                }
                // A server that already has the blob answers early. Some servers then answer −1.
                guard answer.committedSize == blob.digest.bytes || answer.committedSize == -1 else {
                    throw CallFailure(
                        .internal, "it stored \(answer.committedSize) of the \(blob.digest.bytes) bytes of a file")
                }
            }
        }
    }

    // MARK: Questions

    /// The given blobs that the farm does not have. Jobs that ask at nearly the same time share one call.
    private func missing(among digests: Set<BlobDigest>) async throws -> Set<BlobDigest> {
        var answers: [Task<Set<BlobDigest>, any Error>] = []
        var rest = Array(digests)[...]
        while !rest.isEmpty {
            let part = rest.prefix(ContentStore.questionLimit)
            rest = rest.dropFirst(part.count)
            if let question = openQuestion, let asked = questions[question.number],
                asked.count + part.count <= ContentStore.questionLimit
            {
                questions[question.number]?.formUnion(part)
                answers.append(question.answer)
            } else {
                answers.append(ask(Set(part)))
            }
        }
        var missing: Set<BlobDigest> = []
        for answer in answers { missing.formUnion(try await answer.value) }
        return missing.intersection(digests)
    }

    private func ask(_ digests: Set<BlobDigest>) -> Task<Set<BlobDigest>, any Error> {
        lastQuestion += 1
        let number = lastQuestion
        questions[number] = digests
        let answer = Task {
            try await Task.sleep(for: ContentStore.questionDelay)
            return try await self.answer(toQuestion: number)
        }
        openQuestion = (number, answer)
        return answer
    }

    private func answer(toQuestion number: Int) async throws -> Set<BlobDigest> {
        if openQuestion?.number == number { openQuestion = nil }
        return try await missing(of: questions.removeValue(forKey: number) ?? [])
    }

    private nonisolated func missing(of digests: Set<BlobDigest>) async throws -> Set<BlobDigest> {
        let request = Build_Bazel_Remote_Execution_V2_FindMissingBlobsRequest.with {
            $0.instanceName = server.instance
            $0.blobDigests = digests.map(\.message)
        }
        let answer: Build_Bazel_Remote_Execution_V2_FindMissingBlobsResponse = try await server.repeating {
            try await server.unary(.findMissingBlobs, request)
        }
        return Set(answer.missingBlobDigests.compactMap { BlobDigest($0) })
    }

    // MARK: Receiving

    /// Writes a blob to a file. A failed call is not repeated, because a part of the file may already have been
    /// written.
    ///
    /// - Throws: `CallFailure` with `notFound` if the farm does not have the blob; `FarmError` if it sends too many
    ///   bytes, or if the file cannot be written.
    nonisolated func fetch(_ digest: BlobDigest, to file: AnswerFile) async throws {
        try await reads.run {
            if digest.bytes + 128 <= min(batchLimit, ContentStore.pieceSize) {
                let bytes = try await contents(of: digest)
                guard bytes.count <= digest.bytes else { throw FarmError.otherBytes }
                try await file.append(bytes)
            } else {
                try await stream(digest) { try await file.append($0) }
            }
        }
        server.figures.count { $0.received += digest.bytes }
    }

    /// Reads a small blob. The bytes are not compared with the digest.
    nonisolated func contents(of digest: BlobDigest) async throws -> [UInt8] {
        let request = Build_Bazel_Remote_Execution_V2_BatchReadBlobsRequest.with {
            $0.instanceName = server.instance
            $0.digests = [digest.message]
        }
        let answer: Build_Bazel_Remote_Execution_V2_BatchReadBlobsResponse = try await server.unary(
            .batchReadBlobs, request, within: RemoteServer.time(forBytes: digest.bytes))
        guard let blob = answer.responses.first(where: { $0.digest.hash == digest.sha256 }) else {
            throw CallFailure(.notFound, "the farm did not send the file")
        }
        guard blob.status.code == 0 else { throw CallFailure(blob.status) }
        return Array(blob.data)
    }

    /// Receives a large blob in pieces.
    private nonisolated func stream(_ digest: BlobDigest, _ take: ([UInt8]) async throws -> Void) async throws {
        let name = [server.instance, "blobs", digest.sha256, "\(digest.bytes)"].filter { !$0.isEmpty }
        var received = 0
        try await server.serverStreaming(
            .read, Google_Bytestream_ReadRequest.with { $0.resourceName = name.joined(separator: "/") },
            within: RemoteServer.time(forBytes: digest.bytes)
        ) { (piece: Google_Bytestream_ReadResponse) in
            received += piece.data.count
            guard received <= digest.bytes else { throw FarmError.otherBytes }
            try await take(Array(piece.data))
        }
    }
}

/// The blobs that a farm is known to have. It remembers at most 50,000 blobs, for at most 10 minutes.
package struct KnownBlobs {
    private var recent: Set<BlobDigest> = []
    private var older: Set<BlobDigest> = []
    private var since: ContinuousClock.Instant

    private static let halfCount = 25_000
    private static let halfTime = Duration.seconds(300)

    package init(now: ContinuousClock.Instant = .now) { since = now }

    package mutating func contains(_ digest: BlobDigest, now: ContinuousClock.Instant = .now) -> Bool {
        age(now)
        return recent.contains(digest) || older.contains(digest)
    }

    package mutating func insert(_ digests: some Sequence<BlobDigest>, now: ContinuousClock.Instant = .now) {
        age(now)
        for digest in digests {
            if recent.count >= KnownBlobs.halfCount { (older, recent, since) = (recent, [], now) }
            recent.insert(digest)
        }
    }

    private mutating func age(_ now: ContinuousClock.Instant) {
        let age = since.duration(to: now)
        guard age >= KnownBlobs.halfTime else { return }
        older = age < KnownBlobs.halfTime * 2 ? recent : []
        (recent, since) = ([], now)
    }
}

extension CallFailure {
    /// The failure for one blob in a response.
    init(_ status: Google_Rpc_Status) {
        self.init(Code(rawValue: status.code) ?? .unknown, status.message)
    }
}

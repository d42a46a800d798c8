import EngineSupport
import Foundation
import JobModel
import Publishing
import StickerCatalog
import StickerConfiguration
import WorkerProtocol

/// Gathers the inputs of an export: the published packs, and what only an export needs, which workers render. Answers
/// are checked as all answers of workers are; the files are written to a scratch folder that only the export reads.
package struct ExportInputs: Sendable {
    /// Packs ready to be exported, and what a person should hear of them.
    package struct Gathered: Sendable {
        package var packs: [PackInput] = []
        package var notices: [String] = []
    }

    private let configuration: Configuration
    private let command: WorkerCommand
    /// Whether animations that were given as frames become sequences of frames.
    private let makesSequences: Bool

    /// Of the configuration the output folder and the limits count.
    package init(configuration: Configuration, command: WorkerCommand, makesSequences: Bool) {
        self.configuration = configuration
        self.command = command
        self.makesSequences = makesSequences
    }

    /// - Parameters:
    ///   - ids: which packs; all where none is named.
    ///   - scratch: absolute path of a folder for what is rendered; it must stay until the export is done.
    /// - Throws: `DaemonError`.
    package func gather(_ ids: [String], scratch: String) async throws -> Gathered {
        let packs = try chosen(ids, from: published())
        guard packs.contains(where: { needsWorker($0) }) else {
            return Gathered(packs: packs.map { PackInput(pack: $0, assetFolder: configuration.out) })
        }
        let confined = command.confined(
            reading: [configuration.out], writing: [scratch], formats: configuration.limits.extraFormats)
        return try await StickerPool.withWorkers(count: 1, command: confined) { pool in
            var gathered = Gathered()
            for pack in packs {
                var input = PackInput(pack: pack, assetFolder: configuration.out)
                if pack.icon.isEmpty {
                    input.icon = try await icon(for: pack, pool: pool, scratch: scratch, &gathered.notices)
                }
                for sticker in pack.stickers where isSequence(sticker) {
                    input.animations[sticker.id] = try await animation(
                        of: sticker, in: pack, pool: pool, scratch: scratch, &gathered.notices)
                }
                gathered.packs.append(input)
            }
            return gathered
        }
    }

    private func published() throws -> Catalog {
        let path = "\(configuration.out)/\(OutputNames.catalog)"
        guard let bytes = OutputFolder(configuration.out).read(OutputNames.catalog) else {
            throw DaemonError.configuration("\(path): there is no manifest. Run `stickerd build` first, or name --out.")
        }
        do {
            return try Catalog(json: Data(bytes))
        } catch {
            throw DaemonError.configuration("\(path): \(error)")
        }
    }

    private func chosen(_ ids: [String], from catalog: Catalog) throws -> [Pack] {
        let filled = catalog.packs.filter { !$0.stickers.isEmpty }
        for id in ids where !filled.contains(where: { $0.id == id }) {
            throw DaemonError.configuration(
                "There is no published pack \"\(id)\". There are: \(filled.map(\.id).joined(separator: ", ")).")
        }
        return ids.isEmpty ? filled : filled.filter { ids.contains($0.id) }
    }

    private func needsWorker(_ pack: Pack) -> Bool {
        pack.icon.isEmpty || pack.stickers.contains(where: isSequence)
    }

    private func isSequence(_ sticker: Sticker) -> Bool {
        makesSequences && sticker.source.format == "frames" && sticker.animation != nil
    }

    /// An icon made of the pack's first sticker.
    private func icon(
        for pack: Pack, pool: StickerPool, scratch: String, _ notices: inout [String]
    ) async throws -> [PackInput.IconFile] {
        guard let sticker = pack.stickers.first, let art = sticker.renditions.max(by: { $0.scale < $1.scale }) else {
            return []
        }
        notices.append(
            "\(pack.id): the pack has no icon; one was made of “\(sticker.id)”. Put an icon.svg beside the pack's art, "
                + "better a simple sign on a full background.")
        let job = IconJob(
            sourcePath: "\(configuration.out)/\(art.path)", name: art.name, sha256: art.sha256,
            limits: configuration.limits, outputFolder: scratch, margin: 0.08)
        switch try await ask(.icon(job), pool) {
        case .icon(let result):
            return result.icons.map {
                PackInput.IconFile(
                    width: $0.width, height: $0.height, path: "\(scratch)/\($0.file.contentName)")
            }
        case .failed(let fault): throw DaemonError(fault)
        default: throw DaemonError.otherAnswer
        }
    }

    private func ask(_ request: WorkerRequest, _ pool: StickerPool) async throws -> WorkerResponse {
        do {
            return try await pool.persist(request, timeLimit: .seconds(configuration.limits.seconds))
        } catch let failure as WorkerFailure {
            // One of the program itself speaks for itself.
            _ = try RenderRejection(failure)
            throw DaemonError.worker("A published file could not be read again: \(failure)")
        }
    }
}

extension ExportInputs {
    /// The frames of a published animation; nil where a sequence cannot say how it moves, and it stays one file.
    private func animation(
        of sticker: Sticker, in pack: Pack, pool: StickerPool, scratch: String, _ notices: inout [String]
    ) async throws -> FrameAnimation? {
        guard let art = sticker.renditions.max(by: { $0.scale < $1.scale }) else { return nil }
        let folder = OutputFolder("\(scratch)/\(pack.id)/\(sticker.id)")
        do {
            try folder.makeFolder("")
        } catch let error as PublishError {
            throw DaemonError(error)
        }
        let job = FramesJob(
            sourcePath: "\(configuration.out)/\(art.path)", name: art.name, limits: configuration.limits,
            outputFolder: folder.path)
        let frames: [FrameListing.Frame]
        let loops: Int
        switch try await ask(.frames(job), pool) {
        case .frames(.frames(let listing)): (frames, loops) = (listing.frames, listing.loopCount)
        case .frames(.refused(let findings)):
            throw DaemonError.worker(findings.map { $0.resolvingPath(art.name).message }.joined(separator: " "))
        case .failed(let fault): throw DaemonError(fault)
        default: throw DaemonError.otherAnswer
        }
        guard let reason = obstacle(frames, in: folder) else {
            return FrameAnimation(
                frames: frames.map { folder.absolute($0.file) }, frameMilliseconds: frames[0].milliseconds,
                repetitions: loops)
        }
        notices.append("\(pack.id)/\(sticker.id): \(reason), so it stays one file and is no sequence.")
        return nil
    }

    private func obstacle(_ frames: [FrameListing.Frame], in folder: OutputFolder) -> String? {
        guard let first = frames.first, first.milliseconds > 0 else { return "its frames have no length" }
        if frames.contains(where: { abs($0.milliseconds - first.milliseconds) > 0.5 }) {
            return "its frames stay for different times, which a sequence cannot say"
        }
        let limit = 500_000
        if frames.contains(where: { folder.size(of: $0.file) ?? limit >= limit }) {
            return "one of its frames has \(NumberFormat.number(limit)) bytes or more as a PNG"
        }
        return nil
    }
}

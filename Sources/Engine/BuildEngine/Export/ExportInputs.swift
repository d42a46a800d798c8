import EngineSupport
import Foundation
import JobModel
import Publishing
import StickerConfiguration
import StickerManifest
import WorkerPool

/// Gathers the inputs of an export: the published packs, and what only an export needs, which workers render. Answers
/// are checked as all answers of workers are; the files are written to a scratch folder that only the export reads.
package struct ExportInputs: Sendable {
    /// Packs ready to be exported, and what a person should hear of them.
    package struct Gathered: Sendable {
        package var packs: [PackInput] = []
        /// Packs of game pieces, which need nothing rendered.
        package var pieces: [PieceInput] = []
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
    /// - Throws: `EngineError`.
    package func gather(_ ids: [String], scratch: String) async throws -> Gathered {
        let catalog = try published(ids)
        let packs = try chosen(ids, from: catalog)
        let pieces = (catalog.pieces ?? []).filter { ids.isEmpty || ids.contains($0.id) }
            .map { PieceInput(pack: $0, assetFolder: configuration.out) }
        guard packs.contains(where: { needsWorker($0) }) else {
            let inputs = packs.map { PackInput(pack: $0, assetFolder: configuration.out) }
            return Gathered(packs: inputs, pieces: pieces)
        }
        let command = command.decoding(configuration.limits.extraFormats)
        return try await StickerPool.withWorkers(count: 1, command: command) { pool in
            var gathered = Gathered(pieces: pieces)
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

    /// - Parameter ids: the packs that are wanted, so that others are not read; none for all.
    private func published(_ ids: [String]) throws -> Catalog {
        let path = "\(configuration.out)/\(OutputNames.catalog)"
        let manifest = OutputFolder(configuration.out).manifest
        let catalog: Catalog?
        do {
            catalog = try ids.isEmpty ? manifest.catalog() : manifest.catalog(ofPacks: ids)
        } catch {
            throw EngineError.configuration("\(path): \(error)")
        }
        guard let catalog else {
            throw EngineError.configuration("\(path): there is no manifest. Run `stickerd build` first, or name --out.")
        }
        return catalog
    }

    private func chosen(_ ids: [String], from catalog: Catalog) throws -> [Pack] {
        let filled = ExportInputs.filled(catalog)
        let known = ExportInputs.ids(in: catalog)
        for id in ids where !known.contains(id) {
            throw EngineError.configuration(
                "There is no published pack \"\(id)\". There are: "
                    + "\(ExportInputs.ids(in: try published([])).joined(separator: ", ")).")
        }
        return ids.isEmpty ? filled : filled.filter { ids.contains($0.id) }
    }

    private static func filled(_ catalog: Catalog) -> [Pack] { catalog.packs.filter { !$0.stickers.isEmpty } }

    private static func ids(in catalog: Catalog) -> [String] {
        filled(catalog).map(\.id) + (catalog.pieces ?? []).map(\.id)
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
        let job = IconJob(name: art.name, limits: configuration.limits, margin: 0.08)
        let source = JobSource(
            file: "\(configuration.out)/\(art.path)", sha256: art.sha256, limits: configuration.limits)
        let result = try await reading(art.name) { try await pool.make(job, of: source) { scratch } }
        return result.icons.map {
            PackInput.IconFile(width: $0.width, height: $0.height, path: "\(scratch)/\($0.file.contentName)")
        }
    }

    /// Has a published file decoded again.
    ///
    /// - Parameter name: what people call it.
    private func reading<Value>(_ name: String, _ body: () async throws -> Value) async throws -> Value {
        do {
            return try await body()
        } catch let failure as WorkerFailure {
            // One of the program itself speaks for itself.
            _ = try RenderRejection(failure)
            throw EngineError.worker("A published file could not be read again: \(failure)")
        } catch let failure as SourceFailure {
            switch failure {
            case .changed: throw EngineError.worker("\(name) is not as it was published. Run `stickerd audit`.")
            case .unreadable: throw EngineError.worker("\(JobError.unreadable(name))")
            case .tooLarge(let finding): throw EngineError.worker(finding.resolvingPath(name).message)
            }
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
            throw EngineError(error)
        }
        let job = FramesJob(name: art.name, limits: configuration.limits)
        let source = JobSource(
            file: "\(configuration.out)/\(art.path)", sha256: art.sha256, limits: configuration.limits)
        let frames: [FrameListing.Frame]
        let loops: Int
        switch try await reading(art.name, { try await pool.take(apart: job, of: source, into: folder.path) }) {
        case .frames(let listing): (frames, loops) = (listing.frames, listing.loopCount)
        case .rejected(let findings):
            throw EngineError.worker(findings.map { $0.resolvingPath(art.name).message }.joined(separator: " "))
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

import EngineSupport
import FileAccess
import Foundation
import JobModel
import Publishing
import StickerConfiguration
import StickerManifest
import WorkerPool

/// Collects the inputs of an export: the published packs, and additional files that workers render into a temporary
/// folder.
package struct ExportInputs: Sendable {
    /// The packs to export. Each pack is read from the manifest when it is needed, to save memory.
    package struct Gathered: Sendable {
        /// The number of sticker packs.
        package var count: Int { scan.packs.count }
        /// The number of stickers in these packs.
        package var stickers: Int { scan.stickers }
        /// The packs of game pieces, which need no rendering.
        package let pieces: [PieceInput]
        /// Messages about icons and animations, for the user.
        package var notices: [String] = []

        private let manifest: CatalogReader
        private let assetFolder: String
        fileprivate let scan: Scan
        /// The rendered icons of packs without an icon, by pack id.
        fileprivate var icons: [String: [PackInput.IconFile]] = [:]
        /// The stickers to write as sequences of frames, by pack id and sticker id.
        fileprivate var animations: [String: [String: FrameAnimation]] = [:]

        fileprivate init(_ scan: Scan, manifest: CatalogReader, assetFolder: String) {
            self.scan = scan
            self.manifest = manifest
            self.assetFolder = assetFolder
            pieces = scan.pieces.map { PieceInput(pack: $0, assetFolder: assetFolder) }
        }

        /// Calls `body` with each pack, in the order of the ids. Blocks the thread while it reads parts of the
        /// manifest.
        ///
        /// - Throws: `EngineError` if the manifest was replaced during the export; the errors of `body`.
        package func eachPack(_ body: (PackInput) throws -> Void) throws {
            let ids = Set(scan.packs.map(\.id))
            do {
                try manifest.eachPack(of: scan.document) { part in
                    for pack in part.catalog.packs where ids.contains(pack.id) { try body(input(pack)) }
                }
            } catch let missing as CatalogReader.MissingPart {
                throw EngineError.configuration(
                    "\(assetFolder)/\(missing.path) is missing, because the manifest was replaced. Run the export again."
                )
            }
        }

        /// The first pack with only its icon and its first sticker. Nil without packs.
        package var firstPack: PackInput? { scan.packs.first.map { input($0.pack) } }

        private func input(_ pack: Pack) -> PackInput {
            PackInput(
                pack: pack, assetFolder: assetFolder, icon: icons[pack.id], animations: animations[pack.id] ?? [:])
        }
    }

    /// The data that is read from the manifest before the packs are exported.
    fileprivate struct Scan: Sendable {
        /// A pack, with the animations that workers must convert.
        struct Item: Sendable {
            /// The pack with only its first sticker.
            var pack: Pack
            /// The animations of the pack that are exported as sequences of frames.
            var sequences: [Sticker]

            var id: String { pack.id }
            var needsWorker: Bool { pack.icon.isEmpty || !sequences.isEmpty }
        }

        /// The manifest with the requested packs.
        var document: ManifestDocument
        var packs: [Item] = []
        var pieces: [PiecePack] = []
        var stickers = 0

        /// The ids of all packs of stickers and of game pieces.
        var ids: [String] { packs.map(\.id) + pieces.map(\.id) }
    }

    private let configuration: Configuration
    private let command: WorkerCommand
    /// Whether animations that were made from folders of frames are exported as sequences of frames.
    private let makesSequences: Bool

    /// - Parameters:
    ///   - configuration: the configuration with the output folder.
    ///   - command: the command that starts a worker.
    ///   - makesSequences: whether animations that were made from folders of frames are exported as sequences of
    ///     frames.
    package init(configuration: Configuration, command: WorkerCommand, makesSequences: Bool) {
        self.configuration = configuration
        self.command = command
        self.makesSequences = makesSequences
    }

    /// Collects the inputs.
    ///
    /// - Parameters:
    ///   - ids: the ids of the packs. Empty for all packs.
    ///   - scratch: the absolute path of a folder for rendered files, which must exist until the end of the export.
    /// - Throws: `EngineError`.
    package func gather(_ ids: [String], scratch: String) async throws -> Gathered {
        let scan = try await BlockingExecutor.run { try chosen(ids) }
        let known = Gathered(
            scan, manifest: OutputFolder(configuration.out).manifest, assetFolder: configuration.out)
        guard scan.packs.contains(where: \.needsWorker) else { return known }
        return try await ConfiguredWorkers(configuration: configuration, command: command).local(count: 1) { pool in
            var gathered = known
            for item in scan.packs {
                if item.pack.icon.isEmpty {
                    gathered.icons[item.id] = try await icon(
                        for: item.pack, pool: pool, scratch: scratch, &gathered.notices)
                }
                for sticker in item.sequences {
                    gathered.animations[item.id, default: [:]][sticker.id] = try await animation(
                        of: sticker, in: item.pack, pool: pool, scratch: scratch, &gathered.notices)
                }
            }
            return gathered
        }
    }

    /// Reads the data of the requested packs.
    ///
    /// - Throws: `EngineError` if a pack does not exist or the manifest is missing or unreadable.
    private func chosen(_ ids: [String]) throws -> Scan {
        let scan = try scanned(ids)
        for id in ids where !scan.ids.contains(id) {
            throw EngineError.configuration(
                "No published pack is named \"\(id)\". The published packs: "
                    + "\(try scanned([]).ids.joined(separator: ", ")).")
        }
        return scan
    }

    /// - Parameter ids: the ids of the packs to read. Empty for all packs.
    private func scanned(_ ids: [String]) throws -> Scan {
        let path = "\(configuration.out)/\(OutputNames.catalog)"
        let manifest = OutputFolder(configuration.out).manifest
        let scan: Scan?
        do {
            scan = try manifest.read { _, document in
                try self.scan(ids.isEmpty ? document : document.part(ofPacks: ids), of: ids, manifest)
            }
        } catch {
            throw EngineError.configuration("\(path): \(error)")
        }
        guard let scan else {
            throw NothingPublished(out: configuration.out)
        }
        return scan
    }

    private func scan(_ document: ManifestDocument, of ids: [String], _ manifest: CatalogReader) throws -> Scan {
        var scan = Scan(document: document)
        func isWanted(_ id: String) -> Bool { ids.isEmpty || ids.contains(id) }
        try manifest.eachPack(of: document) { part in
            for pack in part.catalog.packs where !pack.stickers.isEmpty && isWanted(pack.id) {
                var item = Scan.Item(pack: pack, sequences: pack.stickers.filter(isSequence))
                item.pack.stickers = Array(pack.stickers.prefix(1))
                scan.packs.append(item)
                scan.stickers += pack.stickers.count
            }
            scan.pieces += (part.catalog.pieces ?? []).filter { isWanted($0.id) }
        }
        return scan
    }

    private func isSequence(_ sticker: Sticker) -> Bool {
        makesSequences && sticker.source.format == "frames" && sticker.animation != nil
    }

    /// Renders an icon from the first sticker of a pack. The result is empty for a pack without stickers.
    private func icon(
        for pack: Pack, pool: StickerPool, scratch: String, _ notices: inout [String]
    ) async throws -> [PackInput.IconFile] {
        guard let sticker = pack.stickers.first, let art = sticker.renditions.max(by: { $0.scale < $1.scale }) else {
            return []
        }
        notices.append(
            "\(pack.id): the pack has no icon, so one was made from “\(sticker.id)”. Add an icon.svg to the folder of "
                + "the pack, preferably a simple sign on a full background.")
        let job = IconJob(name: art.name, limits: configuration.recipe.limits, margin: 0.08)
        let source = JobSource(
            file: "\(configuration.out)/\(art.path)", sha256: art.sha256, limits: configuration.recipe.limits)
        let result = try await reading(art.name) { try await pool.make(job, of: source) { scratch } }
        return result.icons.map {
            PackInput.IconFile(width: $0.width, height: $0.height, path: "\(scratch)/\($0.file.contentName)")
        }
    }

    /// Runs a job that decodes a published file, and converts its failures into `EngineError`.
    ///
    /// - Parameter name: the readable name of the file.
    private func reading<Value>(_ name: String, _ body: () async throws -> Value) async throws -> Value {
        do {
            return try await body()
        } catch let failure as WorkerFailure {
            // `RenderRejection` throws if the render program caused the failure.
            _ = try RenderRejection(failure)
            throw EngineError.worker("A published file could not be read again: \(failure)")
        } catch let failure as SourceFailure {
            switch failure {
            case .changed: throw EngineError.worker("\(name) has changed since it was published. Run `stickerd audit`.")
            case .unreadable: throw EngineError.worker("\(JobError.unreadable(name))")
            case .tooLarge(let finding): throw EngineError.worker(finding.resolvingPath(name).message)
            }
        }
    }
}

extension ExportInputs {
    /// The frames of a published animation. Nil if a sequence cannot represent the animation. The animation is then
    /// exported as one file.
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
        let job = FramesJob(name: art.name, limits: configuration.recipe.limits)
        let source = JobSource(
            file: "\(configuration.out)/\(art.path)", sha256: art.sha256, limits: configuration.recipe.limits)
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
        notices.append("\(pack.id)/\(sticker.id): \(reason), so it stays one file and is not a sequence.")
        return nil
    }

    private func obstacle(_ frames: [FrameListing.Frame], in folder: OutputFolder) -> String? {
        guard let first = frames.first, first.milliseconds > 0 else { return "the duration of its frames is 0" }
        if frames.contains(where: { abs($0.milliseconds - first.milliseconds) > 0.5 }) {
            return "its frames have different durations, which a sequence cannot store"
        }
        let limit = 500_000
        if frames.contains(where: { folder.size(of: $0.file) ?? limit >= limit }) {
            return "one of its frames has \(NumberFormat.number(limit)) bytes or more as a PNG"
        }
        return nil
    }
}

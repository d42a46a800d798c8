import Foundation
import Pipeline
import Review
import StickerCatalog

/// Draws the packs' preview sheets, those that changed.
struct SheetStage {
    /// What came out, as the publisher and the ledger take it.
    struct Sheets: Sendable {
        /// HTML pages, by their names in the output folder.
        var pages: [String: [UInt8]] = [:]
        /// New pictures: their names, and where they lie now.
        var moved: [String: String] = [:]
        /// Pictures that are there already.
        var kept: Set<String> = []
        var artifacts: [LedgerArtifact] = []
    }

    let configuration: Configuration
    let backgrounds: [Background]
    let pool: StickerPool
    let publisher: Publisher
    let staging: Staging
    let known: [String: LedgerArtifact]
    let observer: @Sendable (BuildEvent) -> Void
    /// The most pages that are drawn at the same time.
    var width = Int.max

    /// A page that is to be there.
    private struct Page: Sendable {
        var name: String
        var job: SheetJob
        var fingerprint: String
    }

    /// - Throws: `DaemonError`, `WorkerFailure`, `PublishError`.
    func run(_ catalog: Catalog) async throws -> Sheets {
        var sheets = Sheets()
        var missing: [Page] = []
        for pack in catalog.packs {
            let rejected = catalog.rejected.filter { $0.pack == pack.id }
            let pages = try pages(of: pack, rejected: rejected)
            for page in pages {
                if let artifact = known[page.name], artifact.fingerprint == page.fingerprint,
                    publisher.folder.size(of: page.name) == artifact.bytes
                {
                    sheets.kept.insert(page.name)
                    sheets.artifacts.append(artifact)
                } else {
                    missing.append(page)
                }
            }
            sheets.pages[sheetName(pack.id, ending: "html")] = Array(
                try SheetPage.html(
                    pack: pack, rejected: rejected, backgrounds: backgrounds,
                    pngPages: pages.map { String($0.name.dropFirst(OutputNames.sheets.count + 1)) }
                ).utf8)
        }
        try await draw(missing, into: &sheets)
        return sheets
    }

    private func draw(_ missing: [Page], into sheets: inout Sheets) async throws {
        guard !missing.isEmpty else { return }
        observer(.drawingSheets(missing.count))
        let folder = try staging.open()
        let files = try await withThrowingTaskGroup(of: (Page, SheetPageFile).self) { group in
            var files: [(Page, SheetPageFile)] = []
            for (place, page) in missing.enumerated() {
                if place >= width, let drawn = try await group.next() { files.append(drawn) }
                var job = page.job
                job.outputFolder = folder
                group.addTask { [job] in (page, try await draw(job)) }
            }
            for try await drawn in group { files.append(drawn) }
            return files
        }
        for (page, file) in files {
            sheets.moved[page.name] = folder + "/" + file.contentName
            sheets.artifacts.append(
                LedgerArtifact(
                    key: page.name, fingerprint: page.fingerprint, sha256: file.sha256, bytes: file.bytes))
        }
    }

    private func draw(_ job: SheetJob) async throws -> SheetPageFile {
        // A page is a dozen stickers; no art from outside is decoded for it.
        switch try await pool.persist(.sheet(job), timeLimit: .seconds(120)) {
        case .sheet(let file): return file
        case .failed(let fault): throw DaemonError(fault)
        case .sticker, .icon, .frames: throw DaemonError.worker("A worker answered another question than it was asked.")
        }
    }

    private func pages(of pack: Pack, rejected: [RejectedSource]) throws -> [Page] {
        let jobs = SheetJob.pages(
            of: pack, rejected: rejected, backgrounds: backgrounds, generator: StickerdVersion.generator,
            byteLimit: configuration.encode.byteLimit, assetsFolder: configuration.out, outputFolder: "")
        return try jobs.map { job in
            let suffix = job.page == 1 ? "" : "-\(job.page)"
            return Page(
                name: sheetName(pack.id + suffix, ending: "png"), job: job, fingerprint: try fingerprint(of: job))
        }
    }

    private func sheetName(_ pack: String, ending: String) -> String {
        "\(OutputNames.sheets)/\(pack).\(ending)"
    }

    /// Over everything that is drawn, but for where it lies.
    private func fingerprint(of job: SheetJob) throws -> String {
        var portable = job
        portable.assetsFolder = ""
        portable.backgrounds = backgrounds.map { $0.withoutPath }
        // Only what is on the page may cause it to be drawn again.
        portable.pack.stickers = job.pack.stickers.filter { job.stickers.contains($0.id) }
        for place in portable.pack.stickers.indices { portable.pack.stickers[place].review = nil }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys]
        return Digest.sha256(
            "\(StickerdVersion.pipeline)\n\(job.pack.stickers.count)\n\(Toolchain.signature)\n"
                + String(decoding: try encoder.encode(portable), as: UTF8.self))
    }
}

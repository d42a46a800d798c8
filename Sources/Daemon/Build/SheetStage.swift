import Foundation
import Pipeline
import Review
import StickerCatalog

/// Draws the packs' preview sheets, those that changed.
struct SheetStage {
    /// What came out, as the publisher and the ledger take it.
    struct Sheets: Sendable {
        /// New HTML pages, by their names in the output folder.
        var pages: [String: [UInt8]] = [:]
        /// New pictures: their names, and where they lie now.
        var moved: [String: String] = [:]
        /// Pages and pictures that are there already.
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
                if !keeps(page.name, page.fingerprint, in: &sheets) { missing.append(page) }
            }
            try write(pack, rejected: rejected, pages: pages.map(\.name), into: &sheets)
        }
        try await draw(missing, into: &sheets)
        return sheets
    }

    /// Whether something is there already, made of the same; then it is kept.
    private func keeps(_ name: String, _ fingerprint: String, in sheets: inout Sheets) -> Bool {
        guard let artifact = known[name], artifact.fingerprint == fingerprint,
            publisher.folder.size(of: name) == artifact.bytes
        else { return false }
        sheets.kept.insert(name)
        sheets.artifacts.append(artifact)
        return true
    }

    /// Writes a pack's HTML page where it is not there already: writing thousands of stickers takes seconds.
    private func write(_ pack: Pack, rejected: [RejectedSource], pages: [String], into sheets: inout Sheets) throws {
        let name = sheetName(pack.id, ending: "html")
        let pngPages = pages.map { String($0.dropFirst(OutputNames.sheets.count + 1)) }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys]
        let parts = [
            try encoder.encode(pack), try encoder.encode(rejected), try encoder.encode(pngPages),
            try encoder.encode(backgrounds.map(\.withoutPath)), Data(StickerdVersion.generator.utf8),
        ].map { String(decoding: $0, as: UTF8.self) }
        let fingerprint = Digest.sha256("\(StickerdVersion.pipeline)\n" + parts.joined(separator: "\n"))
        if keeps(name, fingerprint, in: &sheets) { return }
        let html = Array(
            try SheetPage.html(pack: pack, rejected: rejected, backgrounds: backgrounds, pngPages: pngPages).utf8)
        sheets.pages[name] = html
        sheets.artifacts.append(
            LedgerArtifact(
                key: name, fingerprint: fingerprint, sha256: Digest.sha256(html), bytes: html.count))
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

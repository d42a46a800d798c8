import ClientSources
import Foundation
import JobModel
import Publishing
import StickerManifest

/// Brings what is published into a folder, as an app or a plain web server takes it. Files come first, then the manifest,
/// then the removal of files that it does not name; what is there already is not written again.
package struct AppExport: Sendable {
    /// What is written.
    package enum Form: Sendable {
        /// For an app to be built with: `StickerAssets/`, `StickerNames.swift` and the package `StickerCatalog/`.
        case bundle
        /// For a web server: `v2/` and `v1/`, as `stickerd serve` answers.
        case tree

        var folder: String {
            switch self {
            case .bundle: "StickerAssets"
            case .tree: "v1"
            }
        }
    }

    /// What was done.
    package struct Summary: Sendable, Equatable {
        package var stickers = 0
        package var messages = 0
        package var pieces = 0
        package var bytes = 0
        package var written = 0
        package var removed = 0
    }

    private let source: OutputFolder
    private let form: Form
    private let keys: [SigningKey]
    private let writesClient: Bool
    private let keepDays: Int

    /// - Parameters:
    ///   - out: the output folder.
    ///   - keys: what the manifest is signed with, the document of version 1 with the first; none for not.
    ///   - writesClient: whether an app gets the package too; false where it has that from elsewhere.
    ///   - keepDays: for how long a web server keeps files that nothing names any more.
    package init(
        out: String, form: Form, keys: [SigningKey] = [], writesClient: Bool = true, keepDays: Int = 0
    ) {
        source = OutputFolder(out)
        self.form = form
        self.keys = keys
        self.writesClient = writesClient
        self.keepDays = keepDays
    }

    /// Exports into a folder, which is made where there is none. Its calls block.
    ///
    /// - Throws: `AppExportError`, `PublishError`, `CatalogError`.
    package func run(to target: String) throws -> Summary {
        guard let published = try source.catalog() else {
            throw AppExportError.nothingPublished(out: source.path)
        }
        guard target != source.path, !target.hasPrefix(source.path + "/") else {
            throw AppExportError.wrongTarget(target, reason: "It lies in the output folder, where stickerd clears up.")
        }
        let catalog = published.delivered
        var work = Work(folder: OutputFolder(target), summary: Summary())
        work.summary.stickers = catalog.packs.reduce(0) { $0 + $1.stickers.count }
        work.summary.messages = catalog.messages?.count ?? 0
        try work.folder.makeFolder("\(form.folder)/\(OutputNames.assets)")
        work.summary.pieces = (catalog.pieces ?? []).reduce(0) { $0 + $1.pieces.count }
        let assets = Set(catalog.deliveries.map(Asset.init))
        for asset in assets { try copy(asset, &work) }
        let manifest = try keys.first?.signed(catalog) ?? Array(catalog.json())
        try work.write(manifest, to: "\(form.folder)/\(OutputNames.catalog)")
        if form == .bundle {
            try work.write(Array(SwiftNames(catalog).text.utf8), to: "StickerNames.swift")
            if writesClient { try writeClient(&work) }
        }
        let wanted = Set(assets.map(\.path))
        if form == .tree {
            let parts = try writeIndex(of: published, assets: wanted, &work)
            try removeOthers(than: wanted.union(parts), in: AppExport.indexFolder, &work)
        }
        try removeOthers(than: wanted, in: form.folder, &work)
        return work.summary
    }

    /// Where the manifest in two levels is.
    private static let indexFolder = "v2"

    /// Writes the manifest in two levels: files first, then the parts, then the index.
    ///
    /// - Parameter assets: the paths of the stickers' files, which are in `v1/`.
    /// - Returns: the paths of the parts, and of other files that the index names.
    private func writeIndex(of catalog: Catalog, assets: Set<String>, _ work: inout Work) throws -> Set<String> {
        let folder = AppExport.indexFolder
        let text = try catalog.written()
        let index = try JSONDecoder().decode(ManifestIndex.self, from: Data(text.bytes))
        try work.folder.makeFolder("\(folder)/\(OutputNames.assets)")
        for path in assets.sorted() where !work.folder.exists("\(folder)/\(path)") {
            try work.folder.link("\(form.folder)/\(path)", as: "\(folder)/\(path)")
            work.summary.written += 1
        }
        var others: Set<String> = []
        for icon in catalog.packs.flatMap(\.icon) where index.packs.contains(where: { $0.icon?.sha256 == icon.sha256 })
        {
            guard AppExport.isAsset(icon.path), let bytes = source.read(icon.path), Digest.sha256(bytes) == icon.sha256
            else { throw AppExportError.damaged(file: source.absolute(icon.path)) }
            try work.write(bytes, to: "\(folder)/\(icon.path)")
            others.insert(icon.path)
        }
        for part in index.packs.flatMap({ $0.app ?? [] }) {
            guard let bytes = text.news[part.path] ?? source.read(part.path), Digest.sha256(bytes) == part.sha256 else {
                throw AppExportError.damaged(file: source.absolute(part.path))
            }
            try work.write(bytes, to: "\(folder)/\(part.path)")
            others.insert(part.path)
        }
        let name = "\(folder)/\(OutputNames.catalog)"
        let last = work.folder.read(name).flatMap { try? JSONDecoder().decode(ManifestIndex.self, from: Data($0)) }
        let delivered = index.delivered
        let isSame = try last?.digest() == delivered.digest()
        let serial = isSame ? last?.serial : nil
        try work.write(
            try delivered.served(
                serial: serial ?? IndexDelivery.next(after: last?.serial), signers: keys.map(\.indexSigner)),
            to: name)
        return others
    }

    private struct Asset: Hashable {
        let path: String
        let sha256: String

        init(_ rendition: Rendition) {
            path = rendition.path
            sha256 = rendition.sha256
        }
    }

    private func copy(_ asset: Asset, _ work: inout Work) throws {
        guard AppExport.isAsset(asset.path), let bytes = source.read(asset.path), Digest.sha256(bytes) == asset.sha256
        else { throw AppExportError.damaged(file: source.absolute(asset.path)) }
        work.summary.bytes += bytes.count
        try work.write(bytes, to: "\(form.folder)/\(asset.path)")
    }

    /// Writes the package, and removes sources of an earlier one: what is left over would be compiled too.
    private func writeClient(_ work: inout Work) throws {
        let package = ClientPackage.name
        for folder in Set(ClientPackage.files.keys.map(AppExport.parent(of:))).sorted() {
            try work.folder.makeFolder(folder.isEmpty ? package : "\(package)/\(folder)")
        }
        for (path, bytes) in ClientPackage.files.sorted(by: { $0.key < $1.key }) {
            try work.write(bytes, to: "\(package)/\(path)")
        }
        let known = Set(ClientPackage.files.keys.map { "\(package)/\($0)" })
        for file in work.folder.listing("\(package)/\(ClientPackage.sourceFolder)").files.sorted() {
            guard !known.contains(file), file.hasSuffix(".swift"),
                work.folder.read(file)?.starts(with: ClientPackage.header.utf8) ?? false
            else { continue }
            try work.folder.remove(file)
            work.summary.removed += 1
        }
    }

    /// The folder of a file; empty for none.
    private static func parent(of path: String) -> String {
        path.split(separator: "/").dropLast().joined(separator: "/")
    }

    /// Only what has a name that stickerd gives is removed.
    private func removeOthers(than wanted: Set<String>, in name: String, _ work: inout Work) throws {
        let folder = OutputFolder(work.folder.absolute(name))
        let others = folder.listing(OutputNames.assets).files.subtracting(wanted).filter(AppExport.isAsset)
        let days = form == .tree ? keepDays : 0
        for path in try RetiredFiles.expired(others, in: folder, after: days * 86_400).subtracting(wanted).sorted() {
            try folder.remove(path)
            work.summary.removed += 1
        }
    }

    private static func isAsset(_ path: String) -> Bool {
        path.wholeMatch(of: /assets\/[0-9a-f]{64}\.[a-z0-9]{1,5}/) != nil
    }
}

extension Catalog {
    /// The files that apps get.
    fileprivate var deliveries: [Rendition] {
        packs.flatMap(\.stickers).compactMap(\.delivery) + (messages ?? []).compactMap(\.delivery)
            + (pieces ?? []).flatMap(\.pieces).compactMap(\.delivery)
    }
}

/// An export under way.
private struct Work {
    let folder: OutputFolder
    var summary: AppExport.Summary

    mutating func write(_ bytes: [UInt8], to name: String) throws {
        guard folder.read(name) != bytes else { return }
        try folder.write(bytes, to: name)
        summary.written += 1
    }
}

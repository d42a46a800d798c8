import ClientSources
import Foundation
import JobModel
import Publishing
import StickerManifest

/// Copies the published files into a folder for an app or a plain web server. It writes the files first, then the
/// manifest, and finally removes unreferenced files. Intact files are not written again. Symbolic links below the
/// target are not followed.
package struct AppExport: Sendable {
    /// The form of the export.
    package enum Form: Sendable, Equatable {
        /// The files for building an app: `StickerAssets/`, `StickerNames.swift` and the package `StickerCatalog/`.
        case bundle
        /// The files for a web server: `v2/` and `v1/`, like the responses of `stickerd serve`.
        case tree
        /// The files for the extension's project of `stickerd export dotnet`: `Resources/StickerAssets/` and
        /// `StickerNames.cs` with the names in a namespace.
        case dotNet(namespace: String)

        var folder: String {
            switch self {
            case .bundle: "StickerAssets"
            case .tree: "v1"
            case .dotNet: "Resources/StickerAssets"
            }
        }
    }

    /// The result of the export.
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
    ///   - keys: the keys that sign the manifest. The first one also signs the document of version 1. Empty for an
    ///     unsigned manifest.
    ///   - writesClient: whether an export for an app contains the package `StickerCatalog`. False if the app gets the
    ///     package from elsewhere.
    ///   - keepDays: the number of days for which an export for a web server keeps unused files.
    package init(
        out: String, form: Form, keys: [SigningKey] = [], writesClient: Bool = true, keepDays: Int = 0
    ) {
        source = OutputFolder(out)
        self.form = form
        self.keys = keys
        self.writesClient = writesClient
        self.keepDays = keepDays
    }

    /// Exports into a folder, which is created if necessary. Blocks. For a large library, only a few packs are in
    /// memory at a time.
    ///
    /// - Throws: `AppExportError`, `PublishError`, `CatalogError`.
    package func run(to target: String) throws -> Summary {
        guard let summary = try source.manifest.read({ _, document in try export(document, to: target) }) else {
            throw AppExportError.nothingPublished(out: source.path)
        }
        return summary
    }

    private func export(_ document: ManifestDocument, to target: String) throws -> Summary {
        guard target != source.path, !target.hasPrefix(source.path + "/") else {
            throw AppExportError.wrongTarget(
                target, reason: "This folder is in the output folder, where stickerd removes files.")
        }
        var work = Work(folder: OutputFolder(target), summary: Summary())
        for folder in form == .tree ? [form.folder, AppExport.indexFolder] : [form.folder] {
            try work.makeFolder("\(folder)/\(OutputNames.assets)")
        }
        // Everything in the export except the packs, which are processed one by one.
        let others = try otherContents(of: document).delivered
        work.summary.messages = others.messages?.count ?? 0
        work.summary.pieces = (others.pieces ?? []).reduce(0) { $0 + $1.pieces.count }
        for file in others.deliveries { try deliver(file, &work) }
        var text = try DeliveredManifest(others, signedWith: keys.first, in: work.folder, folder: form.folder)
        defer { text.discard() }
        var names = form == .bundle ? SwiftNames(besides: others) : nil
        var sharpNames: CSharpNames? =
            if case .dotNet(let namespace) = form { CSharpNames(namespace: namespace, besides: others) } else { nil }
        let icons = document.namedIcons
        try source.manifest.eachPack(of: document) { part in
            let delivered = part.catalog.delivered
            for (pack, shown) in zip(part.catalog.packs, delivered.packs) {
                work.summary.stickers += pack.stickers.count
                for file in shown.stickers.compactMap(\.delivery) { try deliver(file, &work) }
                if form == .tree { try deliver(icons: pack.icon, named: icons, &work) }
                try text.add(shown)
                names?.add(shown)
                sharpNames?.add(shown)
            }
        }
        if try text.finish() { work.summary.written += 1 }
        if let names {
            try work.write(Array(names.text.utf8), to: "StickerNames.swift")
            if writesClient { try writeClient(&work) }
        }
        if let sharpNames { try work.write(Array(sharpNames.text.utf8), to: "StickerNames.cs") }
        if form == .tree {
            try writePages(of: others.messages ?? [], &work)
            try writeIndex(of: document, &work)
            try removeOthers(than: [work.delivered, work.others], in: AppExport.indexFolder, &work)
        }
        try removeOthers(than: [work.delivered], in: form.folder, &work)
        return work.summary
    }

    /// The content of a manifest except its packs of stickers.
    private func otherContents(of document: ManifestDocument) throws -> Catalog {
        switch document {
        case .index(let index): return try source.manifest.catalogWithoutPacks(of: index)
        case .flat(var catalog):
            catalog.packs = []
            return catalog
        }
    }

    /// The folder of the manifest in two levels.
    private static let indexFolder = "v2"

    /// Writes the parts of the manifest in two levels, and then its index. Call it after all other files of the index
    /// were written.
    private func writeIndex(of document: ManifestDocument, _ work: inout Work) throws {
        let folder = AppExport.indexFolder
        let (index, parts) = try written(document)
        for part in index.packs.flatMap({ $0.app ?? [] }) {
            guard let bytes = parts[part.path] ?? source.read(part.path), Digest.sha256(bytes) == part.sha256 else {
                throw AppExportError.damaged(file: source.absolute(part.path))
            }
            try work.write(bytes, to: "\(folder)/\(part.path)")
            work.others.insert(part.path)
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
    }

    /// Writes the web pages of messages, and removes the pages of removed messages.
    private func writePages(of messages: [Message], _ work: inout Work) throws {
        let root = AppExport.indexFolder
        var pages: Set<String> = []
        for message in messages {
            let path = "\(root)/\(MessagePage.path(pack: message.pack, message: message.id))"
            try work.makeFolder(AppExport.parent(of: path))
            try work.write(Array(MessagePage.html(of: message, assets: "../../\(OutputNames.assets)").utf8), to: path)
            pages.insert(path)
        }
        for file in work.folder.listing("\(root)/\(MessagePage.folder)").files
        where !pages.contains(file) && file.hasSuffix(".html") {
            try work.folder.remove(file)
            work.summary.removed += 1
        }
    }

    /// The index of a manifest, and the bytes of the parts that are not in the output folder, by path.
    private func written(_ document: ManifestDocument) throws -> (index: ManifestIndex, parts: [String: [UInt8]]) {
        switch document {
        case .index(let index): return (index, [:])
        case .flat(let catalog):
            let text = try catalog.written(keepsLines: false)
            return (try JSONDecoder().decode(ManifestIndex.self, from: Data(text.bytes)), text.news)
        }
    }

    /// Copies the file of a sticker, message or piece to its path in the export.
    private func deliver(_ file: Rendition, _ work: inout Work) throws {
        // A file that several packs share is copied once.
        guard !work.delivered.contains(file.path) else { return }
        guard AppExport.isAsset(file.path), let bytes = source.read(file.path), Digest.sha256(bytes) == file.sha256
        else { throw AppExportError.damaged(file: source.absolute(file.path)) }
        work.summary.bytes += bytes.count
        try work.write(bytes, to: "\(form.folder)/\(file.path)")
        work.delivered.insert(file.path)
        guard form == .tree else { return }
        try work.link("\(form.folder)/\(file.path)", as: "\(AppExport.indexFolder)/\(file.path)")
    }

    /// Copies the icons of a pack whose hashes are in `named`.
    private func deliver(icons: [IconRendition], named: Set<String>, _ work: inout Work) throws {
        for icon in icons where named.contains(icon.sha256) {
            guard AppExport.isAsset(icon.path), let bytes = source.read(icon.path), Digest.sha256(bytes) == icon.sha256
            else { throw AppExportError.damaged(file: source.absolute(icon.path)) }
            try work.write(bytes, to: "\(AppExport.indexFolder)/\(icon.path)")
            work.others.insert(icon.path)
        }
    }

    /// Writes the package `StickerCatalog`. Removes the sources that only an earlier version of the package had,
    /// because they would also be compiled.
    private func writeClient(_ work: inout Work) throws {
        let package = ClientPackage.name
        for folder in Set(ClientPackage.files.keys.map(AppExport.parent(of:))).sorted() {
            try work.makeFolder(folder.isEmpty ? package : "\(package)/\(folder)")
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

    /// The path of the folder that contains a file. Empty for a file in the top folder.
    private static func parent(of path: String) -> String {
        path.split(separator: "/").dropLast().joined(separator: "/")
    }

    /// Removes the assets that are not in any of the wanted sets. Files whose names stickerd would not write are kept.
    private func removeOthers(than wanted: [AssetNames], in name: String, _ work: inout Work) throws {
        let folder = OutputFolder(work.folder.absolute(name))
        let others = folder.listing(OutputNames.assets).files.filter { path in
            !wanted.contains { $0.contains(path) } && AppExport.isAsset(path)
        }
        let days = form == .tree ? keepDays : 0
        let expired = try RetiredFiles.expired(others, in: folder, after: days * 86_400)
        for path in expired.sorted() where !wanted.contains(where: { $0.contains(path) }) {
            try folder.remove(path)
            work.summary.removed += 1
        }
    }

    private static func isAsset(_ path: String) -> Bool {
        path.wholeMatch(of: /assets\/[0-9a-f]{64}\.[a-z0-9]{1,5}/) != nil
    }
}

extension ManifestDocument {
    /// The hashes of the icons in the index, which has only the largest icon of each pack.
    fileprivate var namedIcons: Set<String> {
        switch self {
        case .index(let index): Set(index.packs.compactMap { $0.icon?.sha256 })
        case .flat(let catalog):
            Set(catalog.packs.compactMap { $0.icon.max { $0.width * $0.height < $1.width * $1.height }?.sha256 })
        }
    }
}

extension Catalog {
    /// The files of messages and game pieces that apps get.
    fileprivate var deliveries: [Rendition] {
        (messages ?? []).flatMap(\.deliveries) + (pieces ?? []).flatMap(\.pieces).compactMap(\.delivery)
    }
}

/// The state of a running export.
private struct Work {
    let folder: OutputFolder
    var summary: AppExport.Summary
    /// The exported files of stickers, messages and pieces.
    var delivered = AssetNames()
    /// The other files that the index references.
    var others = AssetNames()

    /// - Throws: `PublishError` if a parent folder is a symbolic link.
    func makeFolder(_ name: String) throws {
        try folder.refuseLinks(in: name)
        try folder.makeFolder(name)
    }

    /// Writes a file, unless a regular file with the same bytes exists. A symbolic link to such a file is replaced.
    mutating func write(_ bytes: [UInt8], to name: String) throws {
        guard !folder.isFile(name) || folder.read(name) != bytes else { return }
        try folder.write(bytes, to: name)
        summary.written += 1
    }

    /// Creates a second name for a file, unless that name already has the same bytes. A symbolic link to such a file is
    /// replaced.
    mutating func link(_ name: String, as second: String) throws {
        guard !folder.isFile(second) || !folder.isSame(name, second) else { return }
        try folder.link(name, as: second)
        summary.written += 1
    }
}

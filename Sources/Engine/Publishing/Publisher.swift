import Glibc
import JobModel
import StickerManifest

/// Updates the output folder from one published state to the next.
///
/// The steps are: give finished files their content-addressed names, create the readable names, replace the manifest
/// atomically, and remove unused files. A reader who follows the manifest therefore never finds a missing file, or a
/// file with a different hash.
package struct Publisher: Sendable {
    package let folder: OutputFolder
    /// The prefix of staging folders. Finished files are kept there until they are published. The staging folders are
    /// in the output folder, so that a rename publishes a file.
    static let stagingPrefix = ".staging-"

    /// The name of this publisher's staging folder, which is unique even among publishers in the same process, and
    /// among processes with the same process id in different containers.
    private let stagingName: String

    package init(out: String) {
        folder = OutputFolder(out)
        stagingName = "\(Publisher.stagingPrefix)\(getpid())-\(String(UInt64.random(in: 0...UInt64.max), radix: 16))"
    }

    /// Removes the remains of a killed run. The caller must hold the output lock.
    ///
    /// - Parameter isInUse: receives the absolute path of a staging folder. Returns whether it belongs to a running
    ///   process that has only yielded the lock temporarily.
    package func clearLeftovers(sparing isInUse: (String) -> Bool = { _ in false }) {
        for child in folder.children() {
            if child.hasPrefix(Publisher.stagingPrefix), !isInUse(folder.absolute(child)) { clear(child) }
            if child.hasSuffix(OutputFolder.temporarySuffix) { unlink(folder.absolute(child)) }
        }
    }

    /// Creates the output folder, and an empty staging folder in it.
    ///
    /// - Parameter takesAssets: whether the run will publish files from the staging folder. If true, also creates the
    ///   assets folder.
    /// - Returns: the absolute path of the staging folder.
    /// - Throws: `PublishError` if the output folder cannot be created or written.
    package func openStaging(takesAssets: Bool = true) throws -> String {
        try folder.makeFolder("")
        try folder.makeFolder(stagingName)
        if takesAssets { try folder.makeFolder(OutputNames.assets) }
        return folder.absolute(stagingName)
    }

    /// Removes the staging folder and its contents.
    package func closeStaging() {
        clear(stagingName)
    }

    private func clear(_ name: String) {
        let (files, folders) = folder.listing(name)
        for file in files { unlink(folder.absolute(file)) }
        for name in folders.reversed() { folder.removeIfEmpty(name) }
    }

    /// Moves verified files from the staging folder to their content-addressed names. Nothing refers to them yet. An
    /// existing intact asset is kept, and a damaged one is replaced.
    ///
    /// - Returns: the files that no longer exist in either place, because another program removed them.
    /// - Throws: `PublishError`.
    package func adopt(_ files: [RenderedSticker.File], from staging: String) throws -> Set<RenderedSticker.File> {
        var lost: Set<RenderedSticker.File> = []
        for file in Set(files) {
            let source = staging + "/" + file.contentName
            let asset = OutputNames.asset(file)
            let isIntact =
                folder.isFile(asset) && folder.size(of: asset) == file.bytes && folder.digest(of: asset) == file.sha256
            switch (access(source, F_OK) == 0, isIntact) {
            case (true, true): unlink(source)
            case (true, false): try folder.move(source, to: asset)
            case (false, true): break
            case (false, false): lost.insert(file)
            }
        }
        return lost
    }

    /// Links files from another folder, such as a snapshot, to their content-addressed names. Replaces existing
    /// files.
    ///
    /// - Parameter files: the absolute paths, by asset name.
    /// - Throws: `PublishError`.
    package func adopt(linking files: [String: String]) throws {
        guard !files.isEmpty else { return }
        try folder.makeFolder("")
        try folder.makeFolder(OutputNames.assets)
        for (name, path) in files { try folder.adopt(path, as: name) }
    }

    /// Applies a publication to the output folder, and removes unused files. Writes nothing if the folder is already
    /// correct.
    ///
    /// - Parameters:
    ///   - last: the last publication of this process. Only the differences between both publications are examined. Nil
    ///     to examine and repair the whole folder.
    ///   - unused: adopted assets that the publication may not refer to. Unused ones are removed.
    ///   - reaching: called at the start of each step.
    /// - Returns: the number of files and bytes that were written or removed.
    /// - Throws: `PublishError`. The previous manifest then remains valid, unless the new one has already replaced it.
    package func apply(
        _ publication: Publication, after last: Publication? = nil, unused: Set<String> = [],
        reaching: (PublishStep) -> Void = { _ in }
    ) throws -> FileWork {
        var work = FileWork()
        // All names are checked before anything is written.
        let examination = last == nil ? try OutputExamination(folder, publication) : nil
        let news = examination?.wrong ?? publication.newNames(after: last)
        try refuseOutside(publication, news: news, after: last)
        reaching(.names)
        try link(news, &work)
        try move(publication, &work)
        let documents = try writeDocuments(of: publication, after: last, &work)
        let isNew =
            !(last.map { $0.catalog == publication.catalog }
            ?? folder.holds(publication.catalog, at: OutputNames.catalog))
        // The new manifest is written under a temporary name, so that all files are flushed to the disk together.
        let draft = isNew ? try folder.draft(publication.catalog, of: OutputNames.catalog, isDurable: false) : nil
        do {
            if isNew || work.isChanged {
                reaching(.sync)
                try sync(
                    Set(news.values).union(documents), names: Set(news.keys), publication, draft, isKnown: last != nil)
            }
        } catch {
            draft?.discard()
            throw error
        }
        if let draft {
            reaching(.manifest)
            try draft.replace()
            reaching(.syncFolder)
            try folder.syncNames()
            work.files += 1
            work.manifestBytes += publication.catalog.count
        }
        reaching(.pages)
        try write(publication.files, &work)
        reaching(.removal)
        var unnamed = examination?.unnamed ?? last.map(publication.dropped) ?? []
        unnamed.formUnion(publication.unnamed(among: unused))
        if !unnamed.isEmpty { unnamed.subtract(publication.namedElsewhere(unnamed)) }
        let unwanted = try expired(unnamed, since: publication, areNew: last != nil)
        for name in unwanted { try folder.remove(name) }
        if !unwanted.isEmpty { removeEmpty(Publisher.folders(of: unwanted)) }
        work.files += unwanted.count
        return work
    }

    /// The maximum number of files that are flushed one by one. For more files, the whole file system is flushed.
    private static let mostFilesToSync = 100

    /// Flushes the files and the bytes of the new manifest to the disk. A small number of files is flushed one by
    /// one, which avoids waiting for writes of other programs.
    ///
    /// - Parameter isKnown: whether an earlier publication already flushed all other files.
    private func sync(
        _ assets: Set<String>, names: Set<String>, _ publication: Publication, _ draft: OutputFolder.Draft?,
        isKnown: Bool
    ) throws {
        let files = assets.union(publication.moved.keys)
        guard isKnown, files.count <= Publisher.mostFilesToSync else { return try folder.sync() }
        let folders = Publisher.folders(of: files.union(names))
        try folder.sync(files: files.sorted(), namesIn: folders.sorted(), draft: draft)
    }

    /// The folders that contain files, and their parent folders.
    private static func folders(of files: Set<String>) -> [String] {
        var folders = Set<String>()
        for file in files {
            var rest = file[...]
            while let slash = rest.lastIndex(of: "/") {
                rest = rest[..<slash]
                guard folders.insert(String(rest)).inserted else { break }
            }
        }
        return Array(folders)
    }

    /// Removes the folders that are empty, and then their empty parents among the given folders.
    func removeEmpty(_ folders: some Sequence<String>) {
        for name in folders.sorted(by: { $0.utf8.count > $1.utf8.count }) where name.contains("/") {
            folder.removeIfEmpty(name)
        }
    }

    /// Refuses names outside of the output folder. A manifest that was tampered with could contain any path.
    private func refuseOutside(_ publication: Publication, news: [String: String], after last: Publication?) throws {
        func refuse(_ names: some Sequence<String>) throws {
            for name in names where !Publisher.isPlain(name) && !OutputNames.isInside(name) {
                throw PublishError(folder.absolute(name), "write outside the output folder", code: EINVAL)
            }
        }
        try refuse(news.keys)
        try refuse(news.values)
        try refuse(publication.files.keys)
        try refuse(publication.moved.keys)
        if last?.kept != publication.kept { try refuse(publication.kept) }
    }

    /// Whether a name is in one of the published folders, and has no component that is empty or begins with a dot.
    /// The bytes are checked without splitting, because splitting hundreds of thousands of names takes too long.
    static func isPlain(_ name: String) -> Bool {
        let (slash, dot) = (UInt8(ascii: "/"), UInt8(ascii: "."))
        var last = slash
        for byte in name.utf8 {
            if byte == 0 || last == slash && (byte == slash || byte == dot) { return false }
            last = byte
        }
        return last != slash
            && [OutputNames.assets, OutputNames.packs, OutputNames.previews, OutputNames.sheets].contains {
                name.utf8.starts(with: $0.utf8) && name.utf8.dropFirst($0.utf8.count).first == slash
            }
    }

    /// Gives assets their readable names. Compares with the existing files, because an earlier run may have been
    /// interrupted.
    private func link(_ names: [String: String], _ work: inout FileWork) throws {
        var made: Set<String> = []
        for (name, asset) in names.sorted(by: { $0.key < $1.key }) where !folder.isSame(name, asset) {
            try makeParent(of: name, made: &made)
            try folder.link(asset, as: name)
            work.files += 1
        }
    }

    private func move(_ publication: Publication, _ work: inout FileWork) throws {
        var made: Set<String> = []
        for (name, source) in publication.moved.sorted(by: { $0.key < $1.key }) {
            try makeParent(of: name, made: &made)
            try folder.move(source, to: name)
            work.files += 1
        }
    }

    /// Writes the parts and records of the manifest that do not exist yet.
    ///
    /// - Returns: their paths.
    private func writeDocuments(
        of publication: Publication, after last: Publication?, _ work: inout FileWork
    ) throws -> Set<String> {
        guard let manifest = publication.manifest else { return [] }
        var documents = manifest.news
        if last == nil {
            let lost = manifest.documents.filter { documents[$0.key] == nil && folder.size(of: $0.key) != $0.value }
            documents.merge(try manifest.encoded(Set(lost.keys))) { first, _ in first }
        }
        documents = documents.filter { !folder.holds($0.value, at: $0.key) }
        guard !documents.isEmpty else { return [] }
        try folder.makeFolder(OutputNames.assets)
        // The next step flushes all files together.
        for (name, bytes) in documents {
            try folder.write(bytes, to: name, isDurable: false)
            work.files += 1
            work.manifestBytes += bytes.count
        }
        return Set(documents.keys)
    }

    private func write(_ files: [String: [UInt8]], _ work: inout FileWork) throws {
        var made: Set<String> = []
        for (name, bytes) in files.sorted(by: { $0.key < $1.key }) where !folder.holds(bytes, at: name) {
            try makeParent(of: name, made: &made)
            try folder.write(bytes, to: name)
            work.files += 1
            work.bytes += bytes.count
        }
    }

    private func makeParent(of name: String, made: inout Set<String>) throws {
        guard let slash = name.lastIndex(of: "/") else { return }
        let parent = String(name[..<slash])
        if made.insert(parent).inserted {
            try folder.makeFolder(parent)
            try folder.refuseLinks(in: parent)
        }
    }
}

/// The files that a publication has written or removed in the output folder.
package struct FileWork: Sendable, Hashable {
    /// The number of files that were linked, moved, written or removed.
    package var files = 0
    /// The number of bytes of written pages and reports.
    package var bytes = 0
    /// The number of bytes written for the manifest. 0 if it was not replaced.
    package var manifestBytes = 0

    package init() {}

    package var isChanged: Bool { files > 0 }
}

extension Publisher {
    /// The readable names that are missing or do not refer to their assets, with these assets.
    package func damaged(_ catalog: Catalog) -> [String: String] {
        var damaged: [String: String] = [:]
        PublishedNames(catalog).forEachPack { names in
            for (name, asset) in names where !folder.isSame(name, asset) {
                damaged[name] = damaged[name] ?? asset
            }
        }
        return damaged
    }

    /// The paths of all existing assets.
    ///
    /// - Throws: `PublishError` if the assets folder cannot be listed.
    package func listAssets() throws(PublishError) -> AssetNames { try folder.listAssets() }
}

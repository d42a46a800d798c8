import Foundation

/// Finds the source and the pack that a build would use for a file. Lists the folder of each pack once.
package struct PackLookup {
    private let drop: URL
    /// The listings, by the folder of the pack. Empty for a folder that cannot be listed.
    private var listings: [URL: DropListing] = [:]

    /// - Parameter drop: the absolute path of the drop folder. The files directly in it are a pack.
    package init(drop: String) {
        self.drop = URL(filePath: drop, directoryHint: .isDirectory).standardizedFileURL
    }

    /// The source at a path with the settings of its sidecar, and its pack with the settings of pack.json.
    ///
    /// - Parameter path: the absolute path of a file or of a folder of frames. If it is outside of the drop folder, the
    ///   folder that contains it is used as its pack.
    /// - Returns: nil if that folder cannot be listed, or if a build would not use the file as art.
    package mutating func source(at path: String) -> (art: ScannedSource, pack: DroppedPack)? {
        let file = URL(filePath: path).standardizedFileURL
        var folder = file.deletingLastPathComponent()
        var names = [file.lastPathComponent.nfc]
        if MessagesFolder.isMeant(by: folder.lastPathComponent), !isDrop(folder.deletingLastPathComponent()) {
            names.insert(folder.lastPathComponent.nfc, at: 0)
            folder.deleteLastPathComponent()
        }
        if !isDrop(folder) { names.insert(folder.lastPathComponent.nfc, at: 0) }
        let listing = listing(ofPackIn: folder)
        guard let place = listing.art.place(of: names.joined(separator: "/")) else { return nil }
        let art = listing.art[place]
        return listing.packs.first { $0.id == art.pack }.map { (art, $0) }
    }

    private func isDrop(_ folder: URL) -> Bool {
        folder.path(percentEncoded: false) == drop.path(percentEncoded: false)
    }

    private mutating func listing(ofPackIn folder: URL) -> DropListing {
        if let known = listings[folder] { return known }
        let root = isDrop(folder) ? folder : folder.deletingLastPathComponent()
        let name = isDrop(folder) ? "" : folder.lastPathComponent.nfc
        let listing =
            (try? DropScanner.list(root.path(percentEncoded: false), only: [name], published: .none))
            ?? DropListing(packs: [], art: [], ignored: [])
        listings[folder] = listing
        return listing
    }
}

import Foundation
import JobModel
import Publishing
import StickerManifest

/// Writes the manifest of schema version 1 for apps, pack by pack, to a temporary file. When it is complete, it
/// replaces the previous manifest if the two differ.
struct DeliveredManifest {
    private let folder: OutputFolder
    /// The path of the manifest, relative to the folder of the export.
    private let name: String
    private let file: FileHandle
    /// Everything in the manifest except the packs. `signature` is empty if there is a key, and nil if there is none.
    private let others: Catalog
    private let key: SigningKey?
    private var printer: ManifestPrinter

    /// - Parameters:
    ///   - catalog: everything except the packs.
    ///   - key: the signing key. Nil for an unsigned manifest.
    ///   - name: the folder that receives `catalog.json`.
    /// - Throws: `PublishError`; `EncodingError`.
    init(_ catalog: Catalog, signedWith key: SigningKey?, in folder: OutputFolder, folder name: String) throws {
        self.folder = folder
        self.name = "\(name)/\(OutputNames.catalog)"
        self.key = key
        var others = catalog
        if key != nil { others.signature = "" }
        self.others = others
        let temporary = DeliveredManifest.temporary(self.name)
        try folder.write([], to: temporary, isDurable: false)
        let file = try FileHandle(forUpdating: URL(fileURLWithPath: folder.absolute(temporary)))
        self.file = file
        printer = try ManifestPrinter(others) { try file.write(contentsOf: $0) }
    }

    /// The name of the file while it is written.
    private static func temporary(_ name: String) -> String { "\(name).new" }

    mutating func add(_ pack: Pack) throws { try printer.add(pack) }

    /// Signs the manifest and moves it to its final path.
    ///
    /// - Returns: whether the published manifest has changed.
    /// - Throws: `PublishError`; `CryptoError`.
    func finish() throws -> Bool {
        try printer.finish(others)
        if let key { try sign(with: key) }
        try file.synchronize()
        let temporary = DeliveredManifest.temporary(name)
        guard !folder.isSame(temporary, name) else { return false }
        try folder.move(folder.absolute(temporary), to: name)
        return true
    }

    /// Signs the written text, in which `signature` is empty. Then replaces the text after the packs, which contains
    /// `signature`.
    private func sign(with key: SigningKey) throws {
        // The file is mapped and not copied into memory.
        let path = folder.absolute(DeliveredManifest.temporary(name))
        let message = try Data(contentsOf: URL(fileURLWithPath: path), options: .alwaysMapped)
        var signed = others
        signed.signature = try key.signature(of: message).base64EncodedString()
        guard printer.hasPacks else {
            try file.truncate(atOffset: 0)
            return try file.write(contentsOf: try signed.json())
        }
        let tail = try ManifestPrinter(signed) { _ in }.tail
        try file.truncate(atOffset: UInt64(message.count - printer.tail.count))
        try file.write(contentsOf: tail)
    }

    /// Removes the temporary file if it was not published.
    func discard() {
        try? file.close()
        try? folder.remove(DeliveredManifest.temporary(name))
    }
}

import AppExport
import ArgumentParser
import StickerManifest

/// The keys that sign manifests for apps.
struct SigningOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Sign the manifest with the key in this file. See `stickerd keygen`. To replace a key, give the option "
                + "twice: /v1/ is signed with the first key, /v2/ with both.", valueName: "file"),
        completion: .file())
    var signWith: [String] = []

    /// - Throws: `AppExportError.badKey`.
    func keys() throws -> [SigningKey] {
        try signWith.map { try SigningKey(contentsOf: FolderOptions.absolute($0)) }
    }

    /// A function that encodes the manifest for apps, and signs it if a key is given.
    ///
    /// - Throws: `AppExportError.badKey`.
    func delivery() throws -> @Sendable (Catalog) throws -> [UInt8] {
        let key = try keys().first
        return { catalog in try key?.signed(catalog.delivered) ?? Array(catalog.delivered.json()) }
    }
}

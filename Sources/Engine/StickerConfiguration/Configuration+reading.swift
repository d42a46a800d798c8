import Foundation

extension Configuration {
    /// What holds where there is no file: `drop` and `out` in a folder, and backgrounds without a photo.
    package static func defaults(folder: String) -> Configuration {
        Configuration(
            drop: FolderPath.absolute("drop", in: folder), out: FolderPath.absolute("out", in: folder))
    }

    /// Reads a configuration file. Relative paths in it are taken from the folder the file is in.
    ///
    /// - Throws: `ConfigurationError`, with everything that is wrong with the file.
    package init(contentsOf path: String) throws(ConfigurationError) {
        let absolute = FolderPath.absolute(path, in: FileManager.default.currentDirectoryPath)
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: absolute, isDirectory: &isFolder) else {
            throw .missing(file: path)
        }
        guard !isFolder.boolValue else { throw .unreadable(file: path, reason: "it is a folder") }
        guard FileManager.default.isReadableFile(atPath: absolute) else {
            throw .unreadable(file: path, reason: "permission denied")
        }
        let json: Data
        do {
            json = try Data(contentsOf: URL(fileURLWithPath: absolute))
        } catch {
            throw .unreadable(file: path, reason: error.localizedDescription)
        }
        try self.init(json: [UInt8](json), file: path, folder: FolderPath.absolute("..", in: absolute))
    }

    /// Reads the text of a configuration file.
    ///
    /// - Parameters:
    ///   - file: the file's name for messages.
    ///   - folder: the folder that relative paths are taken from.
    /// - Throws: `ConfigurationError.invalid`, with everything that is wrong with the text.
    package init(json: [UInt8], file: String, folder: String) throws(ConfigurationError) {
        self = try JSONObjectReader.read(json, file: file) { reader in
            ConfigurationReader(folder: folder).read(&reader)
        }
    }
}

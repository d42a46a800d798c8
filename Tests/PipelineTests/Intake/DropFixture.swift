import Foundation
import Glibc
import TestSupport
import Testing

/// A temporary drop folder for one test. It is removed together with this value.
final class DropFixture {
    /// The drop folder.
    let path: String
    /// A folder next to the drop folder, for files outside of it.
    let outside: String
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        path = folder.file("drop")
        outside = folder.file("outside")
        for folder in [path, outside] {
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        }
    }

    /// Writes a file with exactly these bytes as its name, and creates its parent folders.
    @discardableResult
    func add(_ name: String, _ bytes: [UInt8] = []) throws -> String {
        let whole = path + "/" + name
        try makeFolders(above: whole)
        let descriptor = open(whole, O_WRONLY | O_CREAT | O_TRUNC, 0o644)
        try #require(descriptor >= 0, "\(name): \(String(cString: strerror(errno)))")
        defer { close(descriptor) }
        #expect(write(descriptor, bytes, bytes.count) == bytes.count)
        return whole
    }

    @discardableResult
    func add(_ name: String, text: String) throws -> String {
        try add(name, Array(text.utf8))
    }

    /// Creates an empty folder.
    func addFolder(_ name: String) throws {
        try makeFolders(above: path + "/" + name + "/")
    }

    /// Creates a symbolic link in the drop folder.
    func link(_ name: String, to target: String) throws {
        try makeFolders(above: path + "/" + name)
        try #require(symlink(target, path + "/" + name) == 0)
    }

    /// Creates an empty file whose name consists of these bytes, which may be invalid text.
    func add(nameBytes: [UInt8]) throws {
        let whole = (Array(path.utf8) + [0x2F] + nameBytes + [0]).map { CChar(bitPattern: $0) }
        let descriptor = open(whole, O_WRONLY | O_CREAT, 0o644)
        try #require(descriptor >= 0)
        close(descriptor)
    }

    private func makeFolders(above path: String) throws {
        var end = path.utf8.index(path.utf8.startIndex, offsetBy: self.path.utf8.count + 1)
        while let slash = path.utf8[end...].firstIndex(of: UInt8(ascii: "/")) {
            let folder = String(path[..<slash])
            try #require(mkdir(folder, 0o755) == 0 || errno == EEXIST)
            end = path.utf8.index(after: slash)
        }
    }
}

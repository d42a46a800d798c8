import Foundation
import Glibc
import JobModel
import Publishing
import StickerManifest
import TestSupport
import Testing

/// A separate output folder for one test, and a folder next to it that must not change. Both are removed together with
/// this value.
final class OutputFixture {
    let out: String
    let outside: String
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        out = folder.file("out")
        outside = folder.file("outside")
        publisher = Publisher(out: out)
        try FileManager.default.createDirectory(atPath: outside, withIntermediateDirectories: true)
    }

    let publisher: Publisher

    /// Creates finished files with these texts, moves them to the assets, and returns their paths.
    @discardableResult
    func adopt(_ words: String...) throws -> [String] {
        let staging = try publisher.openStaging()
        let files = try words.map { try ContentFile.write(Array($0.utf8), fileExtension: "png", folder: staging) }
        #expect(try publisher.adopt(files, from: staging).isEmpty)
        publisher.closeStaging()
        return files.map(OutputNames.asset)
    }

    /// Publishes readable names. Each name refers to an asset that contains the given word.
    @discardableResult
    func publish(_ names: [String: String], catalog: String = "{}", files: [String: String] = [:]) throws -> Bool {
        var assets: [String: String] = [:]
        for (name, word) in names { assets[name] = try adopt(word)[0] }
        let publication = Publication(
            catalog: Array(catalog.utf8), names: assets, files: files.mapValues { Array($0.utf8) })
        return try publisher.apply(publication).isChanged
    }

    func text(_ name: String) -> String? { folder.text("out/" + name) }

    func write(_ text: String, to name: String) throws { try folder.write(text, to: "out/" + name) }

    /// The inode number and the timestamps of each file and folder. Any change of a file changes these values.
    func stamps() throws -> [String: [Int]] {
        var stamps: [String: [Int]] = [:]
        for name in try FileManager.default.subpathsOfDirectory(atPath: out) {
            var status = stat()
            try #require(lstat(out + "/" + name, &status) == 0)
            stamps[name] = [
                Int(status.st_ino), status.st_mtim.tv_sec, status.st_mtim.tv_nsec, status.st_ctim.tv_sec,
                status.st_ctim.tv_nsec,
            ]
        }
        return stamps
    }

    /// The files below the output folder.
    func files() throws -> Set<String> {
        Set(folder.files.filter { $0.hasPrefix("out/") }.map { String($0.dropFirst("out/".count)) })
    }
}

extension Publication {
    /// - Parameter names: all readable names with their assets, for a publication that is not divided into packs.
    init(
        catalog: [UInt8], names: [String: String], files: [String: [UInt8]] = [:], moved: [String: String] = [:],
        kept: Set<String> = []
    ) {
        self.init(catalog: catalog, names: PublishedNames(names), files: files, moved: moved, kept: kept)
    }
}

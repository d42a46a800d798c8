import Foundation
import Glibc
import JobModel
import Publishing
import StickerManifest
import Testing

/// Tests files whose number of hard links has reached the limit of the file system. The limit is 65,000 on ext4, and
/// lower within a single folder on btrfs. A readable name above the limit is a copy.
@Suite("Publishing when a file has as many names as the file system allows")
struct LinkLimitTests {
    /// The maximum number of links that a test creates. XFS and tmpfs allow billions of links, which would take too
    /// long.
    private static let mostLinks = 70_000
    private static let name = "packs/cats/a@3x.png"
    private static let asset = "assets/\(Digest.sha256("one")).png"

    /// Creates an output folder whose asset has the maximum number of hard links, and a publication that adds another
    /// name.
    ///
    /// - Returns: nil if the file system allows more than `mostLinks`.
    private func full() throws -> (OutputFixture, Publication)? {
        let fixture = try OutputFixture()
        try fixture.adopt("one")
        let links = fixture.outside + "/links"
        try FileManager.default.createDirectory(atPath: links, withIntermediateDirectories: false)
        var count = 0
        while link(fixture.out + "/" + Self.asset, "\(links)/\(count)") == 0 {
            count += 1
            guard count < Self.mostLinks else { return nil }
        }
        let code = errno
        try #require(code == EMLINK, "\(String(cString: strerror(code))) after \(count) links")
        return (fixture, Publication(catalog: Array("{}".utf8), names: [Self.name: Self.asset]))
    }

    /// The inode number of the file with this name.
    private func inode(_ name: String, in fixture: OutputFixture) throws -> Int? {
        try fixture.stamps()[name]?.first
    }

    /// Runs `body` with a file at the limit of links, or reports why this is not possible.
    private func withFullFile(_ body: (OutputFixture, Publication) throws -> Void) throws {
        guard let (fixture, publication) = try full() else {
            print(
                "Skipped: the file system of the temporary folder allows more than \(Self.mostLinks) links to a file.")
            return
        }
        try body(fixture, publication)
    }

    @Test("a name for people that cannot be linked is a copy, and counts as published")
    func copies() throws {
        try withFullFile { fixture, publication in
            #expect(try fixture.publisher.apply(publication).isChanged)
            #expect(fixture.text(Self.name) == "one")
            #expect(try inode(Self.name, in: fixture) != inode(Self.asset, in: fixture))
            #expect(try fixture.files().filter { $0.hasSuffix(".part") } == [])

            let before = try fixture.stamps()
            #expect(try !fixture.publisher.apply(publication).isChanged)
            #expect(try fixture.stamps() == before)
        }
    }

    @Test("a copy is compared by its bytes: one that differs is written again, and its asset stays")
    func repairs() throws {
        try withFullFile { fixture, publication in
            _ = try fixture.publisher.apply(publication)
            let asset = try inode(Self.asset, in: fixture)
            for damaged in ["two", "longer", ""] {
                try fixture.write(damaged, to: Self.name)
                #expect(try fixture.publisher.apply(publication).isChanged)
                #expect(fixture.text(Self.name) == "one")
                #expect(fixture.text(Self.asset) == "one")
                #expect(try inode(Self.asset, in: fixture) == asset)
            }
        }
    }

    @Test("a copy gets new content, and is removed with its sticker")
    func replaced() throws {
        try withFullFile { fixture, publication in
            _ = try fixture.publisher.apply(publication)
            #expect(try fixture.publish([Self.name: "four"], catalog: "{\"v\": 2}"))
            #expect(fixture.text(Self.name) == "four")
            #expect(try fixture.publish([:], catalog: "{\"v\": 3}"))
            #expect(fixture.text(Self.name) == nil)
        }
    }
}

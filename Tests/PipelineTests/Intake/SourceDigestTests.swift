import FileAccess
import Glibc
import Intake
import Testing

@Suite("The digest of a source")
struct SourceDigestTests {
    private let drop: DropFixture

    init() throws { drop = try DropFixture() }

    @Test("a file's hash and its timestamp belong to the same bytes")
    func known() throws {
        let path = try drop.add("a.png", text: "abc")
        let (hex, stamp) = try SourceDigest.sha256(ofFileAt: path, limit: 3)
        #expect(hex == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
        #expect(stamp.size == 3)
        #expect(try DropScanner.list(drop.path).art.map(\.stamp) == [stamp])
    }

    @Test("an empty file has a digest")
    func empty() throws {
        let path = try drop.add("a.png")
        #expect(
            try SourceDigest.sha256(ofFileAt: path, limit: 10).hex
                == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855")
    }

    @Test("a file of several blocks is read to its end")
    func severalBlocks() throws {
        let path = try drop.add("a.png", [UInt8](repeating: 0, count: 3 << 20))
        // The expected hash is the output of `head -c 3145728 /dev/zero | sha256sum`.
        #expect(
            try SourceDigest.sha256(ofFileAt: path, limit: .max).hex
                == "bbd05cf6097ac9b1f89ea29d2542c1b7b67ee46848393895f5a9e43fa1f621e5")
    }

    @Test("a file over the limit is refused")
    func tooLarge() throws {
        let path = try drop.add("a.png", text: "abcd")
        #expect(throws: IntakeError.tooLarge(path, bytes: 4, limit: 3)) {
            try SourceDigest.sha256(ofFileAt: path, limit: 3)
        }
    }

    @Test("a pipe is refused, and does not make us wait")
    func pipe() throws {
        let path = drop.path + "/pipe.png"
        try #require(mkfifo(path, 0o644) == 0)
        #expect(throws: IntakeError.notAFile(path)) { try SourceDigest.sha256(ofFileAt: path, limit: 10) }
    }

    @Test("a folder is refused")
    func folder() throws {
        #expect(throws: IntakeError.notAFile(drop.path)) {
            try SourceDigest.sha256(ofFileAt: drop.path, limit: 10)
        }
    }

    @Test("a removed file is distinguished from an unreadable one")
    func missing() throws {
        let path = drop.path + "/gone.png"
        #expect(throws: IntakeError.vanished(path)) { try SourceDigest.sha256(ofFileAt: path, limit: 10) }
    }

    @Test("a file without read permission is reported", .disabled(if: geteuid() == 0, "root may read everything"))
    func unreadable() throws {
        let path = try drop.add("a.png")
        try #require(chmod(path, 0) == 0)
        #expect(throws: IntakeError.unreadable(path, reason: "Permission denied")) {
            try SourceDigest.sha256(ofFileAt: path, limit: 10)
        }
    }

    @Test("a file that turns out longer than it was is refused")
    func growing() {
        // The kernel reports the size 0 for this file, but it can be read. It looks like a file that grows while it is
        // being read.
        let path = "/proc/self/status"
        #expect(throws: IntakeError.changedWhileReading(path)) {
            try SourceDigest.sha256(ofFileAt: path, limit: .max)
        }
    }
}

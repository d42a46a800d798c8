import BuildEngine
import EngineSupport
import Glibc
import Testing

@Suite("Errors of the environment")
struct EngineErrorTests {
    @Test(
        "an errno becomes a sentence with the path, the action and a way out",
        arguments: [
            (ENOSPC, "the disk is full"), (EDQUOT, "the disk is full"), (EROFS, "read-only"),
            (EACCES, "permission denied"), (EPERM, "permission denied"), (EMFILE, "too many files are open"),
            (EIO, "Input/output error"), (EFBIG, "ulimit -f"),
        ])
    func mapping(code: Int32, words: String) {
        let text = EngineError.environment(errno: code, path: "/srv/out/catalog.json", action: "write").description
        #expect(text.hasPrefix("/srv/out/catalog.json: cannot write: "))
        #expect(text.contains(words))
        #expect(text.hasSuffix("."))
    }

    @Test("the environment's failures end the program with status 3")
    func exitStatus() {
        #expect(EngineError.environment(errno: ENOSPC, path: "/x", action: "write").exitStatus == 3)
        #expect(EngineError.outputInUse(path: "/x", holder: "another stickerd").exitStatus == 3)
    }

    @Test("a disk with free bytes and no free inodes is called out of files, and a full disk is called full")
    func outOfFiles() {
        #expect(DiskRoom(bytes: 100_000_000, files: 0).isOutOfFilesOnly)
        #expect(!DiskRoom(bytes: 0, files: 0).isOutOfFilesOnly)
        #expect(!DiskRoom(bytes: 100_000_000, files: nil).isOutOfFilesOnly)
        #expect(DiskRoom(bytes: 100_000_000, files: 3).likelyLacksFiles)
        #expect(!DiskRoom(bytes: 1_000_000, files: 3).likelyLacksFiles)
        #expect(!DiskRoom(bytes: 100_000_000, files: 100_000).likelyLacksFiles)
        let text = EngineError.outOfFiles(path: "/srv/out/a.png", action: "write").description
        #expect(text.contains("no more files can be created"))
        #expect(text.contains("inodes"))
        #expect(!text.contains("is full"))
    }

    @Test("the disk of a folder that does not exist yet is the disk of its nearest folder that exists")
    func nearestFolder() {
        #expect(DiskRoom.nearestExisting("/proc/self/absent/deeper/") == "/proc/self")
        #expect(DiskRoom.nearestExisting("/proc/self") == "/proc/self")
        #expect(DiskRoom.nearestExisting("/absent-folder") == "/")
        #expect(DiskRoom(of: "/proc/self/absent") == DiskRoom(of: "/proc"))
    }
}

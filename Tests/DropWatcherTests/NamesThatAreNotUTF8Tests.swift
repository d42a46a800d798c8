import Glibc
import TestSupport
import Testing

@Suite("Names that are not UTF-8 under a watch")
struct NamesThatAreNotUTF8Tests {
    @Test("a file or folder with such a name has its parent folder listed again")
    func noticed() async throws {
        try await WatchedDrop.run(reading: false) { drop in
            _ = drop.takePending()
            let path = drop.folder.file("drop") + "/Gr"
            let name = (Array(path.utf8) + [0xF6] + Array("n".utf8) + [0]).map { CChar(bitPattern: $0) }
            try #require(mkdir(name, 0o755) == 0)
            try await eventually("the folder is not noticed") {
                drop.takePending().contains { $0.path == "Gr\u{FFFD}n" }
            }
        }
    }
}

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
            (EIO, "Input/output error"),
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
}

import FarmProtocol
import RemoteExecution
import Testing

/// The expected hashes and bytes were computed from the same values with protobuf in Python
/// (`SerializeToString(deterministic=True)`).
@Suite("A job as an action")
struct RemoteActionTests {
    private static let request = "07e3fba55c10b834c82002ce2c10f56cc078e892444a86de96aff4286aeb5a5e"
    private static let root = "a29efec86984330ac3159785f14e2b7ddf97a6e1e279503b6b0e2418d1404168"

    private func settings() -> FarmSettings {
        var settings = FarmSettings(
            url: "grpc://127.0.0.1:1", identity: String(repeating: "ab", count: 32), answerLimit: 1)
        settings.platform = ["OSFamily": "linux", "ISA": "x86-64"]
        settings.salt = "2026"
        return settings
    }

    /// A job with eleven inputs, so that the order of their names differs from the order of their numbers.
    private func job(timeout: Int = 100) -> FarmJob {
        let inputs = (0..<11).map { number in
            let digest = BlobDigest(of: Array("art\(number)".utf8))
            return FarmInput(path: "/drop/\(number)", root: "/drop", sha256: digest.sha256, bytes: digest.bytes)
        }
        return FarmJob(id: 1, job: "{\"sticker\":{}}", inputs: inputs, answer: "/work/1", timeout: timeout)
    }

    private func action(_ settings: FarmSettings, _ job: FarmJob, isOld: Bool = false) throws -> RemoteAction {
        try RemoteAction(job, settings, environment: .installed(program: "stickerd-render"), isOld: isOld)
    }

    @Test("the input root has the bytes that another implementation writes")
    func inputRoot() throws {
        let action = try action(settings(), job())
        #expect(action.inputs.suffix(2).map(\.digest.sha256) == [Self.request, Self.root])
        #expect(action.inputs.count == 14)
    }

    @Test("the command and the action have the bytes that another implementation writes")
    func commandAndAction() throws {
        let action = try action(settings(), job())
        #expect(
            action.description.map(\.digest.sha256) == [
                "d1d3bf6415c57f215d4c3dfe0de7d4ce8faa38e006347ea93351ea58922784ba",
                "021f6d25fa2c10159cb3d195d1cd2d07cc00abecc25496802e1c28c5a7ec8545",
            ])
        #expect(action.digest == BlobDigest(sha256: action.description[1].digest.sha256, bytes: 187))
    }

    @Test("farms of version 2.0 get the older name of outputs")
    func oldVersion() throws {
        let action = try action(settings(), job(), isOld: true)
        #expect(action.digest.sha256 == "afdcb4e13afb225dd7a85b77f48f6e09abc09232cfb3e0f5ad76cf30b4fd71bd")
    }

    @Test("an action without properties has no platform")
    func withoutPlatform() throws {
        var settings = settings()
        settings.platform = [:]
        settings.salt = ""
        let action = try action(settings, job(timeout: 0))
        #expect(action.digest.sha256 == "16468618cf211100dd64f317e1030a8f4bac9eb08e559e83a9e6fe3647b87203")
    }

    @Test("further formats are arguments of the renderer")
    func formats() throws {
        var settings = settings()
        settings.formats = ["heic"]
        let action = try action(settings, job())
        #expect(action.digest.sha256 == "61656cf315a123ec38e3b3b24f33474fdb2be892df3015c328e17aae39f034a4")
    }

    @Test("the paths of files, the number of the job and its priority do not change the action")
    func independence() throws {
        var other = job()
        other.id = 99
        other.priority = 10
        other.answer = "/elsewhere"
        for place in other.inputs.indices { other.inputs[place].path = "/renamed/\(place)" }
        #expect(try action(settings(), other).digest == action(settings(), job()).digest)
    }

    @Test("another salt, identity, timeout or input is another action")
    func dependence() throws {
        let first = try action(settings(), job()).digest
        var salted = settings()
        salted.salt = "2027"
        var updated = settings()
        updated.identity = "cd"
        var changed = job()
        changed.inputs[3].bytes += 1
        #expect(try action(salted, job()).digest != first)
        #expect(try action(updated, job()).digest != first)
        #expect(try action(settings(), job(timeout: 101)).digest != first)
        #expect(try action(settings(), changed).digest != first)
    }
}

@Suite("A folder as a Merkle tree")
struct InputTreeTests {
    private func file(_ text: String, isExecutable: Bool = false) -> InputTree.File {
        InputTree.File(blob: Blob(Array(text.utf8)), isExecutable: isExecutable)
    }

    private func tree() -> InputTree {
        var tree = InputTree()
        tree.add(file("e"), at: "é")
        tree.add(file("a"), at: "a")
        tree.add(file("#!", isExecutable: true), at: "/bin/run")
        tree.add(file("B"), at: "B")
        return tree
    }

    @Test("has the bytes that another implementation writes, in the order of UTF-8")
    func bytes() throws {
        let root = try tree().packed().root
        #expect(root.sha256 == "01ba8a04ac3b95dbb72de918c71e0f5bb78f2be8940d161436ff5ffe3236fb00")
    }

    @Test("is the same after its folders were sealed")
    func sealed() throws {
        var sealed = tree()
        try sealed.seal()
        let (root, blobs) = try sealed.packed()
        #expect(try root == tree().packed().root)
        #expect(blobs.count == 6)
    }
}

import FarmProtocol
import Foundation
import RemoteExecution
import RemoteExecutionMessages
import TestSupport
import Testing

@Suite("Blobs that a farm is known to have")
struct KnownBlobsTests {
    private let start = ContinuousClock.now

    private func digests(_ numbers: Range<Int>) -> [BlobDigest] {
        numbers.map { BlobDigest(sha256: "\($0)", bytes: $0) }
    }

    /// For each number, whether its hash is known at the given time.
    private func known(_ numbers: [Int], in known: inout KnownBlobs, after time: Duration = .zero) -> [Bool] {
        numbers.map { known.contains(digests($0..<$0 + 1)[0], now: start + time) }
    }

    @Test("are forgotten after ten minutes at the latest")
    func time() {
        var blobs = KnownBlobs(now: start)
        blobs.insert(digests(0..<1), now: start)
        let answers = [299, 301, 602].map { known([0], in: &blobs, after: .seconds($0)) }
        #expect(answers == [[true], [true], [false]])
    }

    @Test("are forgotten when there are more than 50,000")
    func count() {
        var blobs = KnownBlobs(now: start)
        blobs.insert(digests(0..<60_000), now: start)
        let answers = known([0, 40_000, 59_999], in: &blobs)
        #expect(answers == [false, true, true])
    }
}

@Suite("The capabilities of a farm")
struct RemoteCapabilitiesTests {
    private func answer(
        _ change: (inout Build_Bazel_Remote_Execution_V2_ServerCapabilities) -> Void = { _ in }
    ) -> Build_Bazel_Remote_Execution_V2_ServerCapabilities {
        var answer = Build_Bazel_Remote_Execution_V2_ServerCapabilities()
        answer.lowApiVersion.major = 2
        answer.highApiVersion.major = 2
        answer.highApiVersion.minor = 3
        answer.cacheCapabilities.digestFunctions = [.UNRECOGNIZED(2), .sha256]
        answer.executionCapabilities.execEnabled = true
        answer.executionCapabilities.digestFunction = .sha256
        change(&answer)
        return answer
    }

    private func words(_ answer: Build_Bazel_Remote_Execution_V2_ServerCapabilities) -> String? {
        #expect(throws: FarmError.self) { try RemoteCapabilities.capabilities(answer, farm: "farm.example.com") }?.words
    }

    @Test("of version 2.3 are accepted")
    func accepted() throws {
        let capabilities = try RemoteCapabilities.capabilities(answer(), farm: "farm.example.com")
        #expect(capabilities.versions == ["2.0", "2.3"])
        #expect(capabilities.executes)
        #expect(!capabilities.stores)
    }

    @Test("limit a call to less than gRPC's limit, also if the farm names none or more")
    func batchLimit() throws {
        for (named, expected) in [(0, 4_128_768), (4_193_280, 4_128_768), (1_000_000, 1_000_000), (-5, 4_128_768)] {
            let answer = answer { $0.cacheCapabilities.maxBatchTotalSizeBytes = Int64(named) }
            #expect(try RemoteCapabilities.capabilities(answer, farm: "f").batchLimit == expected)
        }
    }

    @Test("of another major version are refused with both versions")
    func otherVersion() {
        let answer = answer {
            $0.lowApiVersion.major = 3
            $0.highApiVersion.major = 3
        }
        #expect(words(answer)?.contains("Remote Execution 3.0 to 3.3; stickerd speaks 2.0 to 2.12") == true)
    }

    @Test("without SHA-256 are refused")
    func otherHash() {
        #expect(
            words(answer { $0.cacheCapabilities.digestFunctions = [.UNRECOGNIZED(3)] })?.contains("SHA-256") == true)
    }
}

@Suite("The address and token of a farm")
struct FarmEndpointTests {
    private func settings(_ url: String) -> FarmSettings { FarmSettings(url: url, identity: "", answerLimit: 1) }

    @Test("an address without a port gets the usual one")
    func addresses() throws {
        for (url, target) in [
            ("grpcs://farm.example.com", "farm.example.com:443"),
            ("grpcs://farm.example.com:8443/", "farm.example.com:8443"), ("grpc://127.0.0.1:50051", "127.0.0.1:50051"),
            ("grpc://[::1]", "[::1]:80"), ("grpc://localhost:1", "localhost:1"), ("unix:/run/casd", "unix:/run/casd"),
        ] {
            #expect(try FarmEndpoint(settings(url)).target == target)
        }
    }

    @Test("an unencrypted connection to another machine must be permitted")
    func insecure() throws {
        var settings = settings("grpc://farm.example.com")
        #expect(throws: FarmError.self) { try FarmEndpoint(settings) }
        settings.insecure = true
        #expect(try FarmEndpoint(settings).target == "farm.example.com:80")
    }

    @Test(
        "other addresses are refused",
        arguments: ["https://farm", "farm", "grpc:farm", "grpc://", "grpc://a@b", "grpc://a/b"])
    func refused(url: String) {
        #expect(throws: FarmError.self) { try FarmEndpoint(settings(url)) }
    }

    @Test("a certificate needs its key")
    func certificate() {
        var settings = settings("grpcs://farm.example.com")
        settings.certificate = "/etc/ssl/client.pem"
        #expect(throws: FarmError.self) { try FarmEndpoint(settings) }
    }

    @Test("a token file that others can read is refused, and the token is never in the message")
    func token() throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/token"
        try "s3cret\n".write(toFile: path, atomically: false, encoding: .utf8)
        for (mode, isAccepted) in [(0o600, true), (0o400, true), (0o640, false), (0o604, false)] {
            try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
            if isAccepted {
                #expect(try TokenFile(path: path).token() == "s3cret")
            } else {
                let error = #expect(throws: FarmError.self) { try TokenFile(path: path).token() }
                #expect(error?.words.contains("chmod 600") == true)
                #expect(error?.words.contains("s3cret") == false)
            }
        }
    }

    @Test("a file without one token is refused", arguments: ["", "  \n", "two tokens", "line\nline", "umläut"])
    func noToken(text: String) throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/token"
        try text.write(toFile: path, atomically: false, encoding: .utf8)
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
        #expect(throws: FarmError.self) { try TokenFile(path: path).token() }
    }

    @Test("foreign words become one short line")
    func foreignWords() {
        let line = FarmError.line("bad\u{1B}[31m\nnews " + String(repeating: "x", count: 5000))
        #expect(line.count <= 500)
        #expect(!line.contains("\u{1B}") && !line.contains("\n"))
    }
}

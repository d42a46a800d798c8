import Foundation
import JobModel
import Service
import Subprocess

/// Requests to an HTTP cache by a curl process, which handles TLS, proxies and passwords (~/.netrc).
struct CurlRequest: Sendable {
    enum Failure: Error, Equatable, CustomStringConvertible {
        /// The server does not have it.
        case missing
        /// The server answered with this status.
        case refused(status: Int)
        case unreachable(String)
        /// More bytes arrived than expected.
        case tooLong

        var description: String {
            switch self {
            case .missing: "it does not have what it should have"
            case .refused(let status): "it answered with status \(status)"
            case .unreachable(let reason): reason
            case .tooLong: "it sent more than was asked for"
            }
        }
    }

    /// The time limits for each file and for connecting, in seconds.
    static let (timeLimit, connectLimit) = (30, 3)
    /// The least number of bytes per second, and the number of seconds after which a slower transfer ends.
    static let (leastSpeed, slowLimit) = (1000, 5)
    private static let curl = "/usr/bin/curl"

    private var options: [(String, String)] = []

    /// Reads the content of addresses, one after the other.
    static func get(_ urls: [String]) -> CurlRequest {
        CurlRequest(options: urls.map { ("url", $0) })
    }

    /// Writes files to addresses, one after the other. The files after a failed one are not written.
    static func put(_ files: [(path: String, url: String)]) -> CurlRequest {
        CurlRequest(options: files.flatMap { [("upload-file", $0.path), ("url", $0.url), ("output", "/dev/null")] })
    }

    /// - Parameter limit: the most bytes that all answers together may have.
    /// - Returns: the answers, one behind the other.
    /// - Throws: `Failure`, `CancellationError`.
    func run(limit: Int) async throws -> [UInt8] {
        let errors = OutputTail()
        let input = Array(settings.utf8)
        let result = try await Subprocess.run(
            configuration, input: .inputWriter, output: .sequence, error: .sequence
        ) { process in
            try await withThrowingTaskGroup(of: [UInt8].self) { group in
                group.addTask {
                    for try await piece in process.standardError { piece.withUnsafeBytes { errors.append($0) } }
                    return []
                }
                group.addTask {
                    var bytes: [UInt8] = []
                    for try await piece in process.standardOutput {
                        piece.withUnsafeBytes { bytes += $0 }
                        guard bytes.count <= limit else { throw Failure.tooLong }
                    }
                    return bytes
                }
                _ = try? await process.standardInputWriter.write(input)
                try? await process.standardInputWriter.finish()
                var bytes: [UInt8] = []
                for try await part in group where !part.isEmpty { bytes = part }
                return bytes
            }
        }
        try Task.checkCancellation()
        guard case .exited(let status) = result.terminationStatus else { throw Failure.unreachable("curl was ended") }
        guard status != 0 else { return result.closureResult }
        throw CurlRequest.failure(status, errors.text)
    }

    /// - Parameter text: lines of curl's, and the HTTP status of each request between them.
    private static func failure(_ status: Int32, _ text: String) -> Failure {
        let lines = text.split(separator: "\n").map(String.init)
        let code = lines.last { $0.hasPrefix("status ") }.flatMap { Int($0.dropFirst(7)) } ?? 0
        // 22: the server answered with an error.
        if status == 22 { return code == 404 || code == 410 ? .missing : .refused(status: code) }
        let reason = lines.last { $0.hasPrefix("curl: ") }?.replacing(#/curl: \([0-9]+\) /#, with: "")
        return .unreachable((reason ?? "curl ended with status \(status)").harmlessLine(limit: 200))
    }

    /// Redirects are not followed.
    private var settings: String {
        let all =
            options + [
                ("user-agent", "stickerd/\(StickerdVersion.number)"), ("proto", "=http,https"),
                ("max-time", String(CurlRequest.timeLimit)), ("connect-timeout", String(CurlRequest.connectLimit)),
                ("speed-limit", String(CurlRequest.leastSpeed)), ("speed-time", String(CurlRequest.slowLimit)),
                ("write-out", "%{stderr}status %{http_code}\n"),
            ]
        return CurlSettings.text(
            flags: ["silent", "show-error", "fail", "fail-early", "globboff", "netrc-optional"], options: all)
    }

    private var configuration: Subprocess.Configuration {
        var options = PlatformOptions()
        options.processGroupID = 0
        options.teardownSequence = [.send(signal: .kill, toProcessGroup: true, allowedDurationToNextStep: .zero)]
        return Subprocess.Configuration(
            executable: .path(.init(CurlRequest.curl)), arguments: .init(["--disable", "--config", "-"]),
            environment: .inherit, workingDirectory: "/", platformOptions: options)
    }
}

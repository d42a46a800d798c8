import Foundation
import JobModel
import StickerConfiguration
import TextEscaping

/// Sends JSON by POST, with a curl process. See docs/decisions/hooks.md.
struct WebhookRequest: Sendable {
    var url: String
    var body: [UInt8]

    private static let curl = "/usr/bin/curl"
    /// The environment variables for proxies and certificates that are passed to curl.
    private static let passedOn = [
        "http_proxy", "https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY", "no_proxy", "NO_PROXY", "SSL_CERT_FILE",
        "SSL_CERT_DIR", "CURL_CA_BUNDLE",
    ]

    /// - Throws: `HookFailure`, or `CancellationError`.
    func send(within seconds: Int) async throws {
        let environment = ProcessInfo.processInfo.environment.filter { Self.passedOn.contains($0.key) }
        let process = ShortProcess(
            command: [Self.curl, "--disable", "--config", "-"],
            environment: environment.merging(HookTarget.environment) { _, own in own },
            // curl itself applies the time limit, and can then report what it has done. Therefore the process gets
            // two more seconds.
            limit: .seconds(seconds + 2))
        let ending = try await HookTarget.run(process, reading: Array(settings(seconds).utf8), seconds: seconds)
        guard ending.status == 0 else {
            // Removes a prefix such as "curl: (7)".
            let words = ending.complaint.replacing(#/curl: \([0-9]+\) /#, with: "")
            throw ending.status == 28
                ? HookFailure.tookTooLong(seconds: seconds)
                : HookFailure.unreachable(words.isEmpty ? "curl ended with status \(ending.status)" : words)
        }
        let answer = ending.output.split(separator: " ")
        let status = answer.first.flatMap { Int($0) } ?? 0
        guard (200..<300).contains(status) else {
            let seconds = answer.dropFirst().first.flatMap { Int($0) }
            throw HookFailure.refused(status: status, retryAfter: seconds.map { .seconds(min(max(0, $0), 3600)) })
        }
    }

    /// The options of curl. They are passed on standard input, because the URL is secret. Redirects are not followed,
    /// so that an event cannot reach another server.
    private func settings(_ seconds: Int) -> String {
        let options = [
            ("url", url), ("data-raw", String(decoding: body, as: UTF8.self)),
            ("header", "Content-Type: application/json"), ("user-agent", "stickerd/\(StickerdVersion.number)"),
            ("proto", "=http,https"), ("max-time", String(seconds)), ("output", "/dev/null"),
            ("write-out", "%{http_code} %header{retry-after}"),
        ]
        return CurlSettings.text(flags: ["silent", "show-error", "globboff"], options: options)
    }
}

/// Writes the options of curl in the form that curl reads from standard input. As arguments, they would be visible to
/// all users of the machine, and an address may contain a password.
package enum CurlSettings {
    /// The options as text.
    ///
    /// - Parameters:
    ///   - flags: options without a value.
    ///   - options: options with values. A value may be any text.
    package static func text(flags: [String], options: [(String, String)]) -> String {
        (flags + options.map { "\($0.0) = \"\(EscapedText.curl($0.1))\"" }).map { $0 + "\n" }.joined()
    }
}

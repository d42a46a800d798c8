import Foundation
import StickerConfiguration

extension HookTarget {
    /// What to call it in the log: a webhook's path is as good as a password.
    var name: String {
        switch self {
        case .command(let words): words.first ?? ""
        case .post(let url, _):
            URLComponents(string: url).map { parts in
                "\(parts.scheme ?? "")://\(parts.host ?? "")\(parts.port.map { ":\($0)" } ?? "")/…"
            } ?? "a webhook"
        }
    }

    /// Tells it of an event, once.
    ///
    /// - Throws: `HookFailure`, or `CancellationError`.
    func deliver(_ event: HookEvent, within seconds: Int) async throws {
        switch self {
        case .command(let words):
            let environment = ["STICKERD_EVENT": event.event.rawValue].merging(Self.environment) { own, _ in own }
            let process = ShortProcess(command: words, environment: environment, limit: .seconds(seconds))
            let ending = try await Self.run(process, reading: event.json, seconds: seconds)
            guard ending.status == 0 else {
                throw HookFailure.exited(status: ending.status, lastWords: ending.complaint)
            }
        case .post(let url, let format):
            try await WebPost(url: url, body: event.body(format)).send(within: seconds)
        }
    }

    /// What programs see.
    static let environment = ["LC_ALL": "C.UTF-8", "PATH": "/usr/local/bin:/usr/bin:/bin"]

    static func run(
        _ process: ShortProcess, reading input: [UInt8], seconds: Int
    ) async throws -> ShortProcess.Ending {
        do {
            return try await process.run(reading: input)
        } catch ShortProcess.Failure.couldNotStart(let reason) {
            throw HookFailure.couldNotStart(reason)
        } catch ShortProcess.Failure.tookTooLong {
            throw HookFailure.tookTooLong(seconds: seconds)
        }
    }
}

import Foundation
import Logging
import Pipeline

package enum DropEvent: Sendable {
    case closedAfterWrite(String), movedIn(String), changed(String), removed(String), folderAppeared(String),
        folderRemoved(String), lookEverywhere(String), rootGone, rootBack, notice(String)
}
package final class DropWatch: Sendable {
    package let events: AsyncStream<DropEvent>
    private let c: AsyncStream<DropEvent>.Continuation
    package init(
        root: String, mode: WatchSettings.Mode, pollInterval: Duration, rescanInterval: Duration, logger: Logger
    ) {
        (events, c) = AsyncStream.makeStream()
        let c = self.c
        let t = Task { while !Task.isCancelled { c.yield(.changed("")); try await Task.sleep(for: .milliseconds(50)) } }
        c.onTermination = { _ in t.cancel() }
    }
    package func start() async throws {}
    package func stop() { c.finish() }
}
package struct Settling {
    package enum Standing { case settled, waiting(reason: String, lookAgain: ContinuousClock.Instant) }
    package init(quiet: Duration) {}
    package mutating func note(_ event: DropEvent, at: ContinuousClock.Instant) {}
    package mutating func judge(path: String, absolutePath: String, stamp: FileStamp, at: ContinuousClock.Instant)
        -> Standing
    { .settled }
    package mutating func forget(except paths: Set<String>) {}
}

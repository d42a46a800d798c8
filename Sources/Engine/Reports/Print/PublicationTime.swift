import Foundation
import Glibc
import JobModel
import Publishing

/// The time of the last publication, which is the modification time of the manifest in UTC. A sheet therefore does not
/// depend on the time and place of its creation.
package struct PublicationTime: Sendable {
    /// The day, such as `2026-11-21`.
    package let day: String
    /// The time in ISO 8601 format, to the second: `2026-11-21T21:17:00Z`.
    package let second: String

    /// Reads the time of the manifest in an output folder. Nil without a manifest.
    package init?(of out: OutputFolder) {
        var status = stat()
        guard stat(out.absolute(OutputNames.catalog), &status) == 0 else { return nil }
        self.init(seconds: status.st_mtim.tv_sec)
    }

    package init?(seconds: Int) {
        var seconds = time_t(seconds)
        var parts = tm()
        guard gmtime_r(&seconds, &parts) != nil else { return nil }
        func padded(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }
        day = "\(1900 + parts.tm_year)-\(padded(parts.tm_mon + 1))-\(padded(parts.tm_mday))"
        second = "\(day)T\(padded(parts.tm_hour)):\(padded(parts.tm_min)):\(padded(parts.tm_sec))Z"
    }
}

import Foundation
import Glibc

/// A program that is installed together with this one.
package enum InstalledProgram {
    /// Watches folders through libinotifytools.
    package static let inotify = "stickerd-inotify"

    /// Decodes and draws.
    package static let renderer = "stickerd-render"

    /// Speaks with a Remote Execution engine.
    package static let farm = "stickerd-farm"

    /// The absolute path of a program: next to this one, or in `../libexec/stickerd`.
    ///
    /// - Returns: nil if it is in neither place, or is not executable.
    package static func path(of name: String) -> String? {
        places(of: name).first { access($0, X_OK) == 0 }
    }

    /// The possible absolute paths of a program. Empty if /proc is not mounted.
    package static func places(of name: String) -> [String] {
        guard let own = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe") else { return [] }
        let folder = URL(filePath: own).deletingLastPathComponent()
        return [
            folder.appending(path: name),
            folder.deletingLastPathComponent().appending(path: "libexec/stickerd/" + name),
        ].map(\.path)
    }
}

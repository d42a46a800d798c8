import Foundation
import Glibc

/// The programs that are installed together with the running program.
package enum InstalledProgram {
    /// The program that watches folders with libinotifytools.
    package static let inotify = "stickerd-inotify"

    /// The program that decodes sources and renders stickers, sheets and icons.
    package static let renderer = "stickerd-render"

    /// The program that communicates with a Remote Execution engine.
    package static let farm = "stickerd-farm"

    /// Finds the absolute path of a program. The program is in the same folder as the running program or in
    /// `../libexec/stickerd`.
    ///
    /// - Returns: nil if no executable file is found.
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

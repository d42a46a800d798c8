import Foundation

/// A process that holds a lock. Its description is used in messages.
package struct LockHolder: CustomStringConvertible, Sendable {
    package let process: Int
    /// The name of the program with the subcommand, such as `stickerd watch`.
    package let command: String

    package var description: String { "“\(command)” (process \(process))" }

    /// Finds the process that holds a lock (`flock`) on the file or folder of a descriptor, in the kernel's list of
    /// locks.
    ///
    /// - Returns: nil if no process is listed. A process in another container may not be listed.
    static func of(_ descriptor: Int32) -> LockHolder? {
        var status = stat()
        guard fstat(descriptor, &status) == 0,
            let locks = try? String(contentsOfFile: "/proc/locks", encoding: .utf8)
        else { return nil }
        // Computes the parts of the device number, because the macros in <sys/sysmacros.h> are not available in Swift.
        let number = UInt64(status.st_dev)
        let device = (
            major: UInt32(truncatingIfNeeded: number >> 8 & 0xFFF | number >> 32 & ~0xFFF),
            minor: UInt32(truncatingIfNeeded: number & 0xFF | number >> 12 & ~0xFF)
        )
        for line in locks.split(separator: "\n") {
            // Example: 1: FLOCK  ADVISORY  WRITE 4711 08:01:131 0 EOF
            let fields = line.split(separator: " ")
            guard fields.count >= 6, fields[1] == "FLOCK", let process = Int(fields[4]), process > 0 else { continue }
            let place = fields[5].split(separator: ":")
            guard place.count == 3, UInt32(place[0], radix: 16) == device.major,
                UInt32(place[1], radix: 16) == device.minor,
                UInt64(place[2]) == UInt64(status.st_ino)
            else { continue }
            return LockHolder(process: process, command: command(of: process))
        }
        return nil
    }

    /// The name of the program of a process with the subcommand, such as `stickerd watch`.
    private static func command(of process: Int) -> String {
        let line = (try? Data(contentsOf: URL(filePath: "/proc/\(process)/cmdline"))) ?? Data()
        let words = line.split(separator: 0).prefix(2).map { String(decoding: $0, as: UTF8.self) }
        guard let program = words.first?.split(separator: "/").last else { return "another stickerd" }
        let subcommand = words.dropFirst().filter { !$0.hasPrefix("-") }
        return ([String(program)] + subcommand).joined(separator: " ")
    }
}

import Foundation
import JobModel
import Sandbox
import Vips

/// What a worker finds of itself: what it renders with, and what it is kept from, having tried.
package struct WorkerExamination: Codable, Hashable, Sendable {
    /// The versions of the libraries that decide bytes, by name.
    package var libraries: [String: String]
    /// The formats that libvips can decode here, as people call them.
    package var decoders: [String]
    /// What the kernel says it gives.
    package var protections: Protections
    /// Whether files that no job names could be read.
    package var readsOtherFiles: Bool
    /// Whether files could be written where no job writes.
    package var writesOtherFiles: Bool
    /// Whether it could reach a network.
    package var reachesNetwork: Bool
    /// Whether it could start a process.
    package var startsProcesses: Bool

    /// Confines this process as a worker, tries what it should not be able to do, and prints what came of it.
    ///
    /// - Throws: `VipsError.cannotStart`, `SandboxError`.
    package static func run(in territory: Territory?) throws {
        try VipsLibrary.start()
        let decoders = decoders.filter { VipsLibrary.hasOperation($0.operation) }.map(\.format)
        let sandbox = try territory.map { try Sandbox.enter($0) }
        let examination = WorkerExamination(
            libraries: RenderIdentity.loadedLibraries, decoders: decoders,
            protections: sandbox?.protections ?? Protections(landlock: 0, filtersSystemCalls: false),
            readsOtherFiles: opens("/etc/passwd", O_RDONLY), writesOtherFiles: opens("/dev/null", O_WRONLY),
            reachesNetwork: canCall { socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0) }, startsProcesses: canStart())
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys]
        FileHandle.standardOutput.write(try encoder.encode(examination) + Data("\n".utf8))
    }

    private static let decoders: [(format: String, operation: String)] = [
        ("PNG", "pngload_buffer"), ("JPEG", "jpegload_buffer"), ("GIF", "gifload_buffer"), ("WebP", "webpload_buffer"),
        ("SVG", "svgload_buffer"), ("TIFF", "tiffload_buffer"), ("HEIC and AVIF", "heifload_buffer"),
        ("PDF", "pdfload_buffer"), ("PSD", "magickload_buffer"), ("JPEG XL", "jxlload_buffer"),
    ]

    private static func opens(_ path: String, _ mode: Int32) -> Bool {
        canCall { open(path, mode | O_CLOEXEC) }
    }

    private static func canCall(_ call: () -> Int32) -> Bool {
        let descriptor = call()
        guard descriptor >= 0 else { return false }
        close(descriptor)
        return true
    }

    private static func canStart() -> Bool {
        var pid: pid_t = 0
        var arguments: [UnsafeMutablePointer<CChar>?] = [strdup("true"), nil]
        defer { free(arguments[0]) }
        guard posix_spawn(&pid, "/usr/bin/true", nil, nil, &arguments, nil) == 0 else { return false }
        waitpid(pid, nil, 0)
        return true
    }
}

import Foundation
import JobModel
import Sandbox
import StickerRendering
import Vips
import WorkerProtocol

extension SandboxSelfTest {
    /// Confines this process as a worker, tries what it should not be able to do, and prints what came of it.
    ///
    /// - Throws: `VipsError.cannotStart`, `SandboxError`.
    static func run(in policy: SandboxPolicy?) throws {
        try VipsLibrary.start()
        let decoders = decoders.filter { VipsLibrary.hasOperation($0.operation) }.map(\.format)
        let sandbox = try policy.map { try Sandbox.enter($0) }
        let examination = SandboxSelfTest(
            version: .current, libraries: RenderIdentity.loadedLibraries, decoders: decoders,
            protections: Protections(
                landlock: sandbox?.protections.landlock ?? 0,
                filtersSystemCalls: sandbox?.protections.filtersSystemCalls ?? false),
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

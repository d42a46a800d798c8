import CLinux
import Foundation
import JobModel
import Sandbox
import StickerRendering
import Vips
import WorkerProtocol

extension SandboxSelfTest {
    /// Tries operations that the sandbox must prevent.
    ///
    /// - Parameters:
    ///   - landlock: the effective version of Landlock. 0 if Landlock is not used.
    ///   - filtersSystemCalls: whether seccomp filters system calls.
    ///   - libraries: the versions of the renderer's libraries, by name.
    static func run(landlock: Int, filtersSystemCalls: Bool, libraries: [String: String]) -> SandboxSelfTest {
        VipsLibrary.loadModules()
        return SandboxSelfTest(
            version: .current, libraries: libraries,
            decoders: decoders.filter { VipsLibrary.hasOperation($0.operation) }.map(\.format),
            protections: Protections(landlock: landlock, filtersSystemCalls: filtersSystemCalls),
            readsOtherFiles: opens("/etc/passwd", O_RDONLY),
            writesOtherFiles: opens("/dev/null", O_WRONLY) || canMakeFile(),
            reachesNetwork: canCall { socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0) },
            startsProcesses: canStart() || canDisturbParent())
    }

    private static let decoders: [(format: String, operation: String)] = [
        ("PNG", "pngload_buffer"), ("JPEG", "jpegload_buffer"), ("GIF", "gifload_buffer"), ("WebP", "webpload_buffer"),
        ("SVG", "svgload_buffer"), ("TIFF", "tiffload_buffer"), ("HEIC and AVIF", "heifload_buffer"),
        ("PDF", "pdfload_buffer"), ("PSD", "magickload_buffer"), ("JPEG XL", "jxlload_buffer"),
    ]

    private static func opens(_ path: String, _ mode: Int32) -> Bool {
        canCall { open(path, mode | O_CLOEXEC) }
    }

    private static func canMakeFile() -> Bool {
        let path = "/tmp/stickerd-self-test-\(getpid())"
        guard canCall({ open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600) }) else { return false }
        unlink(path)
        return true
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

    /// Whether this process can change the parent's priority or processors, or can send signals to it through a
    /// descriptor. The test sets only the values that are already set.
    private static func canDisturbParent() -> Bool {
        let parent = getppid()
        let (process, group) = (__priority_which_t(PRIO_PROCESS.rawValue), __priority_which_t(PRIO_PGRP.rawValue))
        if setpriority(process, id_t(parent), getpriority(process, id_t(parent))) == 0 { return true }
        if setpriority(group, 0, getpriority(group, 0)) == 0 { return true }
        var processors = [UInt8](repeating: 0, count: 128)
        if linux_get_processors(parent, processors.count, &processors) == 0,
            linux_set_processors(parent, processors.count, &processors) == 0
        {
            return true
        }
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { return false }
        defer { for end in ends { close(end) } }
        return fcntl(ends[0], F_SETOWN, parent) == 0
            || fcntl(ends[0], F_SETFL, fcntl(ends[0], F_GETFL) | O_ASYNC) == 0
    }
}

import Foundation
import TestSupport
import Testing

/// Tests the system calls of a worker while it draws SVGs that refer to files and addresses. strace records the calls.
/// The worker must not even request these files and addresses, although the sandbox would refuse them.
@Suite struct SVGTraceTests {
    private static let canTrace = (try? Command.run(["strace", "-f", "-o", "/dev/null", "true"])) == 0

    /// The system calls with which a process can access files, addresses and other programs.
    private static let calls =
        "open,openat,openat2,creat,stat,lstat,newfstatat,statx,access,faccessat,faccessat2,readlink,readlinkat,socket,connect,"
        + "sendto,sendmsg,execve,execveat,fork,vfork,clone,seccomp"

    @Test("SVGs open nothing and send nothing, in any notation", .enabled(if: canTrace, "strace may not trace here"))
    func nothing() async throws {
        // By default, a drawing that refers to other files is rejected. In this test, it must be drawn.
        let cli = try CLIFixture(Settings(rules: ["linked-image": "\"warning\""]))
        let made = try Command(
            ["python3", Repository.file("scripts/hostile.d"), "--kind", "references", "make", cli.file("corpus")],
            in: "/")
        #expect(try await made.ending().status == 0)
        let trace = ["strace", "-ff", "-s", "4096", "-e", "trace=\(Self.calls)", "-o", cli.file("trace")]
        let build = try await cli.start(["build", "--drop", "corpus/drop"], under: trace).ending(within: 600)
        #expect([0, 1].contains(build.status), "\(build.complaint)")
        let catalog = try cli.catalog()
        #expect(catalog.packs.flatMap(\.stickers).count > 100, "the drawings were not published")
        let asked = try confinedCalls(in: cli)
        for call in asked where !isHarmless(call) { Issue.record("\(call)") }
        #expect(asked.contains { $0.contains("/usr/") }, "the calls of the workers were not recorded")
    }

    /// The system calls of the workers after they entered the sandbox.
    private func confinedCalls(in cli: CLIFixture) throws -> [String] {
        let names = try FileManager.default.contentsOfDirectory(atPath: cli.path)
        return try names.filter { $0.hasPrefix("trace.") }.flatMap { name -> [String] in
            let lines = try lines(of: name, in: cli)
            guard
                let start = lines.lastIndex(where: {
                    $0.hasPrefix("seccomp(SECCOMP_SET_MODE_FILTER") && $0.hasSuffix("= 0")
                })
            else { return [] }
            return try calls(Array(lines[(start + 1)...]), in: cli)
        }
    }

    /// The system calls of a thread and of the threads that it started. strace writes a separate file for each thread.
    private func calls(_ own: [String], in cli: CLIFixture) throws -> [String] {
        let threads = own.filter { $0.hasPrefix("clone(") }.compactMap { $0.split(separator: " ").last }
        return try own.filter { !$0.hasPrefix("clone(") }
            + threads.flatMap { try calls(try lines(of: "trace.\($0)", in: cli), in: cli) }
    }

    private func lines(of name: String, in cli: CLIFixture) throws -> [String] {
        try cli.text(name).split(separator: "\n").map(String.init).filter {
            !$0.hasPrefix("+++") && !$0.hasPrefix("---")
        }
    }

    /// Whether a system call only reads data of libraries.
    private func isHarmless(_ call: String) -> Bool {
        // This is the last line of a killed process, for which strace could not read the name of the call.
        if call.hasPrefix("???(") { return true }
        // The worker starts the second renderer from a descriptor. The calls of that renderer are also examined.
        if call.hasPrefix("execveat("), call.contains(#", "", ["resvg", "#) { return true }
        guard !["O_WRONLY", "O_RDWR", "O_CREAT", "O_TRUNC"].contains(where: call.contains) else { return false }
        let parts = call.split(separator: "\"", maxSplits: 2, omittingEmptySubsequences: false)
        let name = call.prefix { $0 != "(" }
        guard parts.count == 3, !["socket", "connect", "sendto", "sendmsg", "execve", "execveat"].contains(name) else {
            // This call examines a descriptor that is already open.
            return name == "newfstatat" && call.contains("AT_EMPTY_PATH")
        }
        let path = String(parts[1])
        // `/lib` and `/usr` are read because the path of a library is resolved to determine its version.
        let own = ["", "/", "/lib", "/usr", "/proc/self/exe", "/etc/ld.so.cache", "/etc/ld.so.preload"]
        let folders = [
            "/usr/", "/lib/", "/lib64/", "/etc/fonts",
            // This is the home folder of a worker, which does not exist. fontconfig searches it for the fonts of the
            // user.
            "/nonexistent/",
            "/var/cache/fontconfig", "/sys/devices/system/cpu/", "/sys/devices/system/node", "/proc/meminfo",
        ]
        // The runtime and the allocator of resvg try to read these files. The sandbox refuses both.
        let refused = ["/proc/self/maps", "/sys/kernel/mm/transparent_hugepage/enabled"]
        if refused.contains(path), call.contains("= -1 EACCES") { return true }
        return own.contains(path) || folders.contains { path.hasPrefix($0) }
    }
}

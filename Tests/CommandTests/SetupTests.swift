import Foundation
import TestSupport
import Testing

/// Tests `scripts/setup` on a machine without the required packages. apt-get and dpkg-query are replaced, so that
/// nothing is installed.
@Suite("scripts/setup")
struct SetupTests {
    /// The packages that the script would install.
    private func packages(_ arguments: String...) async throws -> Set<Substring> {
        let folder = try TemporaryFolder()
        for (name, script) in [
            ("dpkg-query", "exit 1"), ("sudo", #"shift; exec "$@""#),
            ("apt-get", #"case $* in *install*) echo "$@"; exit 9 ;; esac"#),
        ] {
            try InstalledProgram.write("#!/bin/sh\n\(script)\n", to: folder.file(name))
        }
        let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
        let ending = try await Command(
            [Repository.file("scripts/setup")] + arguments, in: folder.path,
            environment: ["PATH": "\(folder.path):\(path)"]
        ).ending()
        #expect(ending.status == 9, "\(ending.complaint)")
        return Set(ending.output.split { " \n".contains($0) })
    }

    @Test("installs for building and running no tool of the tests")
    func running() async throws {
        let packages = try await packages()
        #expect(packages.isSuperset(of: ["g++", "libvips-dev", "libssl-dev", "fonts-inter"]))
        #expect(packages.isDisjoint(with: ["chromium", "strace", "poppler-utils", "python3-jsonschema", "ffmpeg"]))
    }

    @Test("installs for the tests their tools, and for benchmarks both and the programs to compare with")
    func extras() async throws {
        let tests = try await packages("--tests")
        #expect(tests.isSuperset(of: ["libvips-dev", "chromium", "strace", "poppler-utils", "python3-jsonschema"]))
        #expect(!tests.contains("pngquant"))
        #expect(try await packages("--bench").isSuperset(of: tests.union(["pngquant"])))
    }
}

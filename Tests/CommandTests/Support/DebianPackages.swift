import Foundation
import TestSupport

/// The packages of `scripts/package`, made once and unpacked: each in a folder of its name, with its control files in
/// `DEBIAN`.
struct DebianPackages: Sendable {
    enum Failure: Error {
        case notMade(String)
    }

    static let repository = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().path
    /// The folder of the programs that are packaged.
    static let programs = URL(filePath: CLIFixture.stickerd).deletingLastPathComponent().path

    /// Whether the tools that make packages are installed.
    static let areTestable = ["dpkg-deb", "dpkg-shlibdeps", "patchelf", "strip"].allSatisfy { tool in
        FileManager.default.isExecutableFile(atPath: "/usr/bin/" + tool)
    }

    static let built = Task { try await DebianPackages() }

    let folder: TemporaryFolder

    private init() async throws {
        folder = try TemporaryFolder()
        let made = try await Command(
            [
                "\(Self.repository)/scripts/package", "--built", Self.programs, "--to", folder.file("packages"),
                "--compress", "none",
            ], in: folder.path
        ).ending(within: 300)
        guard made.status == 0 else { throw Failure.notMade(made.complaint) }
        for file in made.output.split(separator: "\n") {
            let name = file.split(separator: "/").last?.prefix { $0 != "_" } ?? ""
            let unpacked = try await Command(["dpkg-deb", "-R", String(file), folder.file(String(name))], in: "/")
                .ending()
            guard unpacked.status == 0 else { throw Failure.notMade(unpacked.complaint) }
        }
        try folder.remove("packages")
    }

    /// The installed files of each package, relative to the root.
    var files: [String: Set<String>] {
        var files: [String: Set<String>] = [:]
        for path in folder.files {
            let parts = path.split(separator: "/", maxSplits: 1)
            guard parts.count == 2, !parts[1].hasPrefix("DEBIAN/") else { continue }
            files[String(parts[0]), default: []].insert(String(parts[1]))
        }
        return files
    }

    func text(_ name: String) throws -> String { try folder.read(name) }

    /// A field of a package's control file; empty if it is missing.
    func field(_ name: String, of package: String) throws -> String {
        let line = try text("\(package)/DEBIAN/control").split(separator: "\n").first { $0.hasPrefix(name + ": ") }
        return line.map { String($0.dropFirst(name.count + 2)) } ?? ""
    }
}

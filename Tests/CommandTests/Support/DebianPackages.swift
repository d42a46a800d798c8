import Foundation
import TestSupport

/// The packages of `scripts/package`, which are built once and unpacked. Each package is in a folder with its name, and
/// its control files are in the subfolder `DEBIAN`. The tarball is in the folder `tarball`.
struct DebianPackages: Sendable {
    enum Failure: Error {
        case notMade(String)
    }

    /// The folder that contains the programs for the packages.
    static let programs = URL(filePath: CLIFixture.stickerd).deletingLastPathComponent().path

    /// Whether the tools that create packages are installed.
    static let areTestable = ["dpkg-deb", "dpkg-shlibdeps", "patchelf", "strip"].allSatisfy { tool in
        FileManager.default.isExecutableFile(atPath: "/usr/bin/" + tool)
    }

    static let built = Task { try await DebianPackages() }

    let folder: TemporaryFolder

    private init() async throws {
        folder = try TemporaryFolder()
        let made = try await Command(
            [
                Repository.file("scripts/package"), "--built", Self.programs, "--to", folder.file("packages"),
                "--compress", "none",
            ], in: folder.path
        ).ending(within: 300)
        guard made.status == 0 else { throw Failure.notMade(made.complaint) }
        try FileManager.default.createDirectory(
            atPath: folder.file("tarball"), withIntermediateDirectories: true)
        for file in made.output.split(separator: "\n") {
            guard file.hasSuffix(".deb") else {
                let unpacked = try await Command(
                    ["tar", "-xf", String(file), "-C", folder.file("tarball"), "--strip-components=1"], in: "/"
                ).ending()
                guard unpacked.status == 0 else { throw Failure.notMade(unpacked.complaint) }
                continue
            }
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
            guard parts.count == 2, parts[0] != "tarball", !parts[1].hasPrefix("DEBIAN/") else { continue }
            files[String(parts[0]), default: []].insert(String(parts[1]))
        }
        return files
    }

    /// The names of the packages that a package requires or recommends, without the packages of stickerd and systemd.
    func needs(_ fields: [String], of package: String) throws -> Set<String> {
        let names = try fields.flatMap { try field($0, of: package).split(separator: ",") }.compactMap { entry in
            entry.split(separator: "|").first?.split(separator: " ").first.map(String.init)
        }
        return Set(names.filter { !$0.hasPrefix("stickerd") && !$0.hasPrefix("systemd") })
    }

    func text(_ name: String) throws -> String { try folder.read(name) }

    /// A field of a package's control file. Empty if the field is missing.
    func field(_ name: String, of package: String) throws -> String {
        let line = try text("\(package)/DEBIAN/control").split(separator: "\n").first { $0.hasPrefix(name + ": ") }
        return line.map { String($0.dropFirst(name.count + 2)) } ?? ""
    }
}

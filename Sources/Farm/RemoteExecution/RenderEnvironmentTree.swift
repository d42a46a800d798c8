import FarmProtocol
import FileAccess
import Foundation
import JobModel

/// The part of the input root that is the same for all jobs: the renderer, and everything that it needs.
package struct RenderEnvironmentTree: Sendable {
    var tree = InputTree()
    /// The path of the renderer in the input root, or its name in the search path of the workers.
    let program: String
    let variables: [String: String]

    /// The environment for workers on which the renderer is installed.
    ///
    /// - Parameter program: the name or the path of the renderer on the workers.
    package static func installed(program: String) -> RenderEnvironmentTree {
        RenderEnvironmentTree(program: program)
    }

    /// A worker searches for a program only in the folders that the command names. The first folder is that of the
    /// Debian package.
    private static let searchPath = "/usr/libexec/stickerd:/usr/local/bin:/usr/bin:/bin"

    private init(program: String) {
        self.program = program
        variables = ["PATH": RenderEnvironmentTree.searchPath]
    }

    /// The environment for workers on which no renderer is installed.
    ///
    /// - Throws: the errors of `init`.
    static func make(_ settings: FarmSettings) async throws -> RenderEnvironmentTree {
        try await BlockingExecutor.run { try RenderEnvironmentTree(settings) }
    }

    /// Creates a tree with the renderer, its libraries and its other files, at the same paths as on this machine.
    /// Blocks.
    ///
    /// - Throws: `FarmError` with `FarmRefusal.Reason.settings` for a file that cannot be read.
    private init(_ settings: FarmSettings) throws {
        let libraries = try RenderEnvironmentTree.libraries(of: settings.renderer)
        var digests = FileDigests(cache: settings.environmentCache)
        program = "./stickerd-render"
        tree.add(
            InputTree.File(blob: try digests.blob(fileAt: settings.renderer), isExecutable: true),
            at: "stickerd-render")
        for path in libraries {
            tree.add(InputTree.File(blob: try digests.blob(fileAt: path), isExecutable: true), at: path)
        }
        for path in settings.rendererFiles {
            for file in RenderEnvironmentTree.files(at: path) {
                tree.add(InputTree.File(blob: try digests.blob(fileAt: file)), at: file)
            }
        }
        try tree.seal()
        // The dynamic loader of the worker may search in other folders than this machine's, so it gets a search path.
        let folders = Set(libraries.map { String($0[..<($0.lastIndex(of: "/") ?? $0.startIndex)]) })
        variables = ["LD_LIBRARY_PATH": folders.sorted().joined(separator: ":")]
        digests.save()
    }

    /// The paths at which the dynamic loader finds the libraries of a program, and the path of the loader itself.
    private static func libraries(of program: String) throws -> [String] {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: program)
        // With this variable, the loader lists the libraries and does not start the program.
        process.environment = ["LD_TRACE_LOADED_OBJECTS": "1"]
        let output = Pipe()
        process.standardOutput = output
        process.standardInput = FileHandle.nullDevice
        do {
            try process.run()
        } catch {
            throw FarmError.settings("\(program): the program cannot be started. \(error.localizedDescription)")
        }
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        let paths = text.split(separator: "\n").compactMap(path(inLine:))
        guard process.terminationStatus == 0, !paths.isEmpty else {
            throw FarmError.settings("\(program): the loader does not list its libraries.")
        }
        return paths
    }

    /// The path in a line `name => /path (0x…)` or `/path (0x…)`. Nil for any other line.
    private static func path(inLine line: some StringProtocol) -> String? {
        guard let end = line.range(of: " (0x", options: .backwards) else { return nil }
        let entry = line[..<end.lowerBound]
        let path = entry.range(of: " => ").map { entry[$0.upperBound...] } ?? entry[...]
        let trimmed = path.trimmingCharacters(in: .whitespaces)
        return trimmed.hasPrefix("/") ? trimmed : nil
    }

    /// The path itself if it is a file, or the files in the folder at the path. Empty if nothing exists there.
    private static func files(at path: String) -> [String] {
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else { return [] }
        guard isFolder.boolValue else { return [path] }
        guard let names = FileManager.default.enumerator(atPath: path) else { return [] }
        var files: [String] = []
        for case let name as String in names {
            let file = path + "/" + name
            guard FileManager.default.fileExists(atPath: file, isDirectory: &isFolder) else { continue }
            // The enumerator does not follow links to folders.
            if !isFolder.boolValue {
                files.append(file)
            } else if (try? FileManager.default.destinationOfSymbolicLink(atPath: file)) != nil {
                files += self.files(at: file)
            }
        }
        return files
    }
}

/// The hashes of files. A hash is reused as long as its file does not change.
private struct FileDigests {
    private struct Entry: Codable {
        var stamp: FileStat
        var sha256: String
    }

    private let cache: String
    private let old: [String: Entry]
    private var new: [String: Entry] = [:]

    /// - Parameter cache: the path of the file that stores the hashes between runs. Empty to store none.
    init(cache: String) {
        self.cache = cache
        let json = cache.isEmpty ? nil : try? Data(contentsOf: URL(fileURLWithPath: cache))
        old = json.flatMap { try? JSONDecoder().decode([String: Entry].self, from: $0) } ?? [:]
    }

    /// - Throws: `FarmError` for a file that cannot be read.
    mutating func blob(fileAt path: String) throws -> Blob {
        do throws(SystemCallError) {
            let stamp = try OpenFile(path).stamp()
            let sha256: String
            if let entry = new[path] ?? old[path], entry.stamp == stamp {
                sha256 = entry.sha256
            } else {
                sha256 = Digest.sha256(try OpenFile.contents(ofFileAt: path))
            }
            new[path] = Entry(stamp: stamp, sha256: sha256)
            return Blob(fileAt: path, digest: BlobDigest(sha256: sha256, bytes: stamp.size))
        } catch {
            throw FarmError.settings("\(path): the file cannot be read (\(error)).")
        }
    }

    /// Stores the hashes for the next run. Errors are ignored, because the hashes can be computed again.
    func save() {
        guard !cache.isEmpty, let json = try? JSONEncoder().encode(new) else { return }
        try? ContentFile.write(json, to: cache)
    }
}

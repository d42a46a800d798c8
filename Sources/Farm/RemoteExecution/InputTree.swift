import FarmProtocol
import Foundation
import RemoteExecutionMessages
import SwiftProtobuf

/// A folder as a Merkle tree. Each folder is a message that names its files and subfolders by their digests.
package struct InputTree: Sendable {
    /// A file in the tree.
    package struct File: Sendable {
        package var blob: Blob
        package var isExecutable: Bool

        package init(blob: Blob, isExecutable: Bool = false) {
            self.blob = blob
            self.isExecutable = isExecutable
        }
    }

    private var files: [String: File] = [:]
    private var folders: [String: InputTree] = [:]
    /// The folders that can no longer change.
    private var sealed: [String: (root: BlobDigest, blobs: [Blob])] = [:]

    package init() {}

    /// Adds a file.
    ///
    /// - Parameter path: names joined by `/`, relative to this folder. Empty names are ignored.
    package mutating func add(_ file: File, at path: some StringProtocol) {
        let names = path.split(separator: "/")
        guard let name = names.last else { return }
        add(file, named: String(name), in: names.dropLast()[...])
    }

    private mutating func add(_ file: File, named name: String, in path: ArraySlice<some StringProtocol>) {
        if let folder = path.first {
            folders[String(folder), default: InputTree()].add(file, named: name, in: path.dropFirst())
        } else {
            files[name] = file
        }
    }

    /// Seals all subfolders, so that they are hashed only once and can no longer change. New subfolders can still be
    /// added.
    package mutating func seal() throws {
        for (name, folder) in folders { sealed[name] = try folder.packed() }
        folders = [:]
    }

    /// Encodes the tree in its canonical form: names in the order of their UTF-8 bytes, and fields in the order of
    /// their numbers.
    ///
    /// - Returns: the digest of the root, and all blobs, including those of the folders.
    package func packed() throws -> (root: BlobDigest, blobs: [Blob]) {
        var blobs: [Blob] = []
        var folder = Build_Bazel_Remote_Execution_V2_Directory()
        for (name, file) in files.sorted(by: { InputTree.isOrdered($0.key, $1.key) }) {
            blobs.append(file.blob)
            folder.files.append(
                .with {
                    $0.name = name
                    $0.digest = file.blob.digest.message
                    $0.isExecutable = file.isExecutable
                })
        }
        var packed = sealed
        for (name, tree) in folders { packed[name] = try tree.packed() }
        for (name, tree) in packed.sorted(by: { InputTree.isOrdered($0.key, $1.key) }) {
            blobs += tree.blobs
            folder.directories.append(
                .with {
                    $0.name = name
                    $0.digest = tree.root.message
                })
        }
        let blob = try Blob(folder)
        blobs.append(blob)
        return (blob.digest, blobs)
    }

    private static func isOrdered(_ first: String, _ second: String) -> Bool {
        first.utf8.lexicographicallyPrecedes(second.utf8)
    }
}

/// A job as an action: the command, its input files, and the properties of the worker.
package struct RemoteAction: Sendable {
    /// The name of the folder in the input root that contains the request.
    static let request = "request"
    /// The path of the answer, relative to the input root.
    static let answer = "answer"

    /// The digest of the `Action`, which identifies the job in the action cache.
    package let digest: BlobDigest
    /// The blobs of the `Action` and the `Command`.
    package let description: [Blob]
    /// The blobs of the input root and of all its files.
    package let inputs: [Blob]

    /// - Parameters:
    ///   - environment: the content of the input root, except the request.
    ///   - isOld: whether the farm supports only version 2.0, without `output_paths`.
    package init(_ job: FarmJob, _ settings: FarmSettings, environment: RenderEnvironmentTree, isOld: Bool) throws {
        var tree = environment.tree
        tree.add(InputTree.File(blob: Blob(Array(job.job.utf8))), at: "\(RemoteAction.request)/job")
        for (place, input) in job.inputs.enumerated() {
            let digest = BlobDigest(sha256: input.sha256, bytes: input.bytes)
            let blob = Blob(fileAt: input.path, root: input.root, digest: digest)
            tree.add(InputTree.File(blob: blob), at: "\(RemoteAction.request)/\(place)")
        }
        let (root, inputs) = try tree.packed()
        let platform = Build_Bazel_Remote_Execution_V2_Platform.with {
            $0.properties = settings.platform.sorted { ($0.key, $0.value) < ($1.key, $1.value) }.map { name, value in
                .with {
                    $0.name = name
                    $0.value = value
                }
            }
        }
        let command = try Blob(RemoteAction.command(settings, environment, platform: platform, isOld: isOld))
        let action = try Blob(
            Build_Bazel_Remote_Execution_V2_Action.with {
                $0.commandDigest = command.digest.message
                $0.inputRootDigest = root.message
                $0.timeout = Google_Protobuf_Duration(seconds: Int64(job.timeout))
                $0.salt = Data(settings.salt.utf8)
                if !settings.platform.isEmpty { $0.platform = platform }
            })
        self.inputs = inputs
        description = [command, action]
        digest = action.digest
    }

    private static func command(
        _ settings: FarmSettings, _ environment: RenderEnvironmentTree,
        platform: Build_Bazel_Remote_Execution_V2_Platform, isOld: Bool
    ) -> Build_Bazel_Remote_Execution_V2_Command {
        .with {
            $0.arguments =
                [environment.program] + settings.formats.flatMap { ["--format", $0] }
                + ["--once", request, answer, "--identity", settings.identity]
            $0.environmentVariables = environment.variables.sorted { $0.key < $1.key }.map { name, value in
                .with {
                    $0.name = name
                    $0.value = value
                }
            }
            if isOld { $0.outputFiles = [answer] } else { $0.outputPaths = [answer] }
            if !settings.platform.isEmpty { $0.platform = platform }
        }
    }
}

import Foundation
import Glibc
import Publishing
import StickerManifest
import TestSupport
import Testing

/// A folder with drop/, out/ and pipeline.json, and runs of stickerd in it.
final class CLIFixture: Sendable {
    /// The paths of the programs, which are in the folder of the running tests.
    static let stickerd = program("stickerd")
    static let renderer = program("stickerd-render")

    private static func program(_ name: String) -> String {
        let tests = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
        return tests.split(separator: "/").dropLast().reduce("") { $0 + "/" + $1 } + "/" + name
    }

    let path: String
    private let folder: TemporaryFolder
    /// Whether each build runs in a separate process. If false, builds run in this process.
    private let startsPrograms: Bool

    /// - Parameter startsPrograms: true if a test needs the program itself: its processes, its environment, or art that
    ///   must not be processed in the test process.
    init(_ settings: Settings = Settings(), startsPrograms: Bool = false, discs: Discs = [:]) throws {
        self.startsPrograms = startsPrograms
        folder = try TemporaryFolder()
        path = folder.path
        try FileManager.default.createDirectory(atPath: path + "/drop", withIntermediateDirectories: false)
        try configure(settings)
        try drop(discs)
    }

    /// A fixture with discs in its drop folder, after a successful build.
    static func built(
        _ discs: Discs, _ settings: Settings = Settings(), startsPrograms: Bool = false,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> CLIFixture {
        let cli = try CLIFixture(settings, startsPrograms: startsPrograms, discs: discs)
        let build = try await cli.build()
        #expect(build.status == 0, "\(build.complaint)", sourceLocation: sourceLocation)
        return cli
    }

    /// A built fixture with two packs that share one picture.
    static func twoPacks(_ settings: Settings = Settings(), startsPrograms: Bool = false) async throws -> CLIFixture {
        let cli = try CLIFixture(settings, startsPrograms: startsPrograms)
        for number in 1...3 { try cli.drop(Art.disc(number), as: "cats/Cat \(number).svg") }
        for number in 3...5 { try cli.drop(Art.disc(number), as: "dogs/Dog \(number).svg") }
        #expect(try await cli.build().total("published") == 6)
        return cli
    }

    func file(_ name: String) -> String { path + "/" + name }
    var out: OutTree { OutTree(path + "/out") }

    func configure(_ settings: Settings) throws {
        try put(settings.json, at: "pipeline.json")
    }

    // MARK: Files

    /// Writes a file, and creates its parent folders.
    ///
    /// - Parameter name: the path relative to the fixture, as bytes.
    func put(_ bytes: [UInt8], at name: [UInt8]) throws {
        let whole = Array(path.utf8) + [UInt8(ascii: "/")] + name
        if let slash = whole.lastIndex(of: UInt8(ascii: "/")) {
            let parent = String(decoding: whole[..<slash], as: UTF8.self)
            try FileManager.default.createDirectory(atPath: parent, withIntermediateDirectories: true)
        }
        let name = (whole + [0]).map { CChar(bitPattern: $0) }
        // A process that another test starts must not inherit the descriptor, because stickerd waits for files that are
        // open for writing.
        let descriptor = open(name, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
        let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        try file.write(contentsOf: bytes)
    }

    func put(_ bytes: [UInt8], at name: String) throws {
        try put(bytes, at: Array(name.utf8))
    }

    func put(_ text: String, at name: String) throws {
        try put(Array(text.utf8), at: Array(name.utf8))
    }

    /// Writes art or settings into the drop folder.
    func drop(_ text: String, as name: String) throws {
        try put(text, at: "drop/" + name)
    }

    func drop(_ bytes: [UInt8], as name: String) throws {
        try put(bytes, at: "drop/" + name)
    }

    func drop(_ discs: Discs) throws {
        for disc in discs.files { try drop(Art.disc(disc.number), as: disc.name) }
    }

    func remove(_ name: String) throws {
        try FileManager.default.removeItem(atPath: file(name))
    }

    func move(_ name: String, to other: String) throws {
        try FileManager.default.moveItem(atPath: file(name), toPath: file(other))
    }

    func read(_ name: String) throws -> Data {
        try Data(contentsOf: URL(fileURLWithPath: file(name)))
    }

    func text(_ name: String) throws -> String {
        String(decoding: try read(name), as: UTF8.self)
    }

    func has(_ name: String) -> Bool { FileManager.default.fileExists(atPath: file(name)) }

    /// The published manifest.
    func catalog() throws -> Catalog {
        guard let catalog = try OutputFolder(file("out")).manifest.catalog() else {
            throw CocoaError(.fileReadNoSuchFile, userInfo: [NSFilePathErrorKey: file("out/catalog.json")])
        }
        return catalog
    }

    /// The published sticker with an id in a pack. Nil if there is no such sticker.
    func sticker(_ pack: String, _ id: String) throws -> Sticker? {
        try catalog().packs.first { $0.id == pack }?.stickers.first { $0.id == id }
    }

    // MARK: stickerd

    /// Starts stickerd in the fixture.
    ///
    /// - Parameter wrapper: a command that starts the command given as its last arguments, such as `setpriv …`.
    func start(
        _ arguments: [String], under wrapper: [String] = [], environment: [String: String] = [:]
    ) throws -> Command {
        try Command(wrapper + [Self.stickerd] + arguments, in: path, environment: environment)
    }

    /// Runs stickerd, and waits until it ends.
    func run(
        _ arguments: String..., under wrapper: [String] = [], environment: [String: String] = [:]
    ) async throws -> Command.Ending {
        try await run(arguments, under: wrapper, environment: environment)
    }

    func run(
        _ arguments: [String], under wrapper: [String] = [], environment: [String: String] = [:]
    ) async throws -> Command.Ending {
        try await ConcurrencyLimit.runs.withPermit {
            try await self.start(arguments, under: wrapper, environment: environment).ending()
        }
    }

    /// Runs a build in this process, or with `stickerd build --json` if the test needs the program or its environment.
    @discardableResult
    func build(
        _ arguments: String..., under wrapper: [String] = [], environment: [String: String] = [:]
    ) async throws -> BuildResult {
        let isPlain = wrapper.isEmpty && environment.isEmpty
        return try await ConcurrencyLimit.runs.withPermit {
            if isPlain, !self.startsPrograms, Set(arguments).isSubset(of: ["--allow-empty", "--retry-failed"]) {
                return try await self.engineBuild(arguments)
            }
            let command = try self.start(["build", "--json"] + arguments, under: wrapper, environment: environment)
            return try BuildResult(await command.ending())
        }
    }
}

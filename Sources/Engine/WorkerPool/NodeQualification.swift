import CryptoPrimitives
import EngineSupport
import FileAccess
import Foundation
import JobModel
import Publishing
import Synchronization
import WorkerProtocol

/// Checks whether another machine renders the same bytes as this one.
///
/// Equal versions are not sufficient: the C library and others choose functions by processor, and their results differ
/// in the last bit. Both machines therefore render the same small pictures, and every file must be equal. A passed
/// check is stored for the processor class and the exact builds of all libraries that affect bytes.
package struct NodeQualification: Sendable {
    /// The file in the state folder that says which machines have passed.
    package static let fileName = "render-nodes.json"

    /// Absolute path.
    let stateFolder: String
    /// Whether an agent is refused whose processes are not confined.
    let requiresSandbox: Bool
    /// Whether what is remembered does not count.
    var isFresh = false
    private let expected = Expected()

    /// The renderings of the pictures on this machine, made when the first agent connects.
    private final class Expected: Sendable {
        let task = Mutex<Task<[String: StickerResult], any Error>?>(nil)
    }

    package init(stateFolder: String, requiresSandbox: Bool, isFresh: Bool = false) {
        (self.stateFolder, self.requiresSandbox, self.isFresh) = (stateFolder, requiresSandbox, isFresh)
    }

    /// - Throws: `NodeRejection` when the agent must not get jobs; what else goes wrong on either machine.
    package func check(_ agent: AgentDescription, _ trial: WorkerPool, _ here: WorkerPool) async throws {
        let (there, local) = (pool(trial), pool(here))
        try await checkSandbox(agent, there)
        let (theirs, own) = try await (there.description(), local.description())
        guard theirs.identity == own.identity else {
            throw NodeRejection(NodeQualification.difference(theirs.identity, own.identity))
        }
        let key = try NodeQualification.key(theirs, on: agent.processor, own)
        if !isFresh, await passed().contains(key) { return }
        try await compare(there, local)
        try? await BlockingExecutor.run { remember(key) }
    }

    /// Has an agent do a job without a picture.
    ///
    /// - Throws: as `check`.
    package static func ping(_ trial: WorkerPool) async throws { _ = try await StickerPool(trial).description() }

    /// Has an agent render the test pictures once more, to see how fast it is.
    ///
    /// - Returns: how many it rendered.
    /// - Throws: as `check`.
    package func measure(_ trial: WorkerPool) async throws -> Int {
        try await Canary.render(with: pool(trial), in: try canaryFolder()).count
    }

    private func pool(_ workers: WorkerPool) -> StickerPool {
        StickerPool(workers, backgrounds: [Canary.photo.sha256: "\(canaryPath)/\(Canary.photo.name)"])
    }

    private func checkSandbox(_ agent: AgentDescription, _ there: StickerPool) async throws {
        guard requiresSandbox else { return }
        let found = agent.isConfined ? try await there.sandboxTest() : nil
        guard let found, found.protections.filtersSystemCalls, !found.reachesNetwork, !found.startsProcesses else {
            throw NodeRejection(
                "its render processes are not confined: its kernel lacks seccomp, or it was started with "
                    + "--unconfined. Set workers.requireSandbox to false if the machine renders nothing but art that "
                    + "you trust.")
        }
    }

    /// The difference between two identities, as a sentence.
    private static func difference(_ there: RenderIdentity, _ here: RenderIdentity) -> String {
        let names = Set(there.libraries.keys).union(here.libraries.keys).sorted()
        var found = names.filter { there.libraries[$0] != here.libraries[$0] }.map { name in
            "\(name.harmlessLine(limit: 40)) \((there.libraries[name] ?? "missing").harmlessLine(limit: 40)) there and "
                + "\(here.libraries[name] ?? "missing") here"
        }
        if there.fonts != here.fonts { found.append("other fonts") }
        return "it renders with other libraries or fonts: \(found.prefix(5).joined(separator: ", ")). Install the same "
            + "versions on both machines, or the same image."
    }

    // MARK: Pictures

    private func compare(_ there: StickerPool, _ here: StickerPool) async throws {
        let folder = try canaryFolder()
        let wanted = try await expected.task.withLock { task in
            if let task { return task }
            let new = Task { try await Canary.render(with: here, in: folder) }
            task = new
            return new
        }.value
        let found = try await Canary.render(with: there, in: folder)
        let different = wanted.keys.sorted().filter { found[$0] != wanted[$0] }
        guard !different.isEmpty else { return }
        throw NodeRejection(
            "it makes other bytes than this machine of \(different.count) of \(wanted.count) test pictures (first of "
                + "\(different[0])): its processor or its C library computes differently. Render on machines of one kind."
        )
    }

    private var canaryPath: String { "\(stateFolder)/canaries" }

    private func canaryFolder() throws -> String {
        let folder = canaryPath
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        for canary in Canary.all {
            let path = "\(folder)/\(canary.name)"
            if FileManager.default.contents(atPath: path).map({ [UInt8]($0) }) == canary.bytes { continue }
            try Data(canary.bytes).write(to: URL(filePath: path), options: .atomic)
        }
        return folder
    }

    // MARK: Passed tests

    private struct Memory: Codable {
        /// Digests over everything that decides bytes, on both machines.
        var passed: [String]

        private enum CodingKeys: String, CodingKey {
            case passed
        }
    }

    private struct Key: Codable {
        var version: RendererVersion
        var identity: RenderIdentity
        /// `RendererDescription.build` there and here.
        var builds: [String]
        var there: ProcessorClass
        var here: ProcessorClass
        var canaries: [String]
        var recipes: [Recipe]

        private enum CodingKeys: String, CodingKey {
            case version, identity, builds, there, here, canaries, recipes
        }
    }

    /// One package of a version may compute differently from another, so the builds count beside the versions.
    static func key(
        _ theirs: RendererDescription, on processor: ProcessorClass, _ own: RendererDescription
    ) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let key = Key(
            version: .current, identity: theirs.identity, builds: [theirs.build, own.build], there: processor,
            here: .current,
            canaries: Canary.all.map { Digest.sha256($0.bytes) }, recipes: Canary.recipes.map(\.1))
        return Digest.sha256([UInt8](try encoder.encode(key)))
    }

    private func passed() async -> [String] {
        let read = try? await BlockingExecutor.run { () -> [String] in
            guard let bytes = OutputFolder(stateFolder).read(NodeQualification.fileName, limit: 1 << 20) else {
                return []
            }
            return (try? JSONDecoder().decode(Memory.self, from: Data(bytes)))?.passed ?? []
        }
        return read ?? []
    }

    private func remember(_ key: String) {
        let bytes = OutputFolder(stateFolder).read(NodeQualification.fileName, limit: 1 << 20)
        let earlier = bytes.flatMap { try? JSONDecoder().decode(Memory.self, from: Data($0)) }?.passed ?? []
        let memory = Memory(passed: (earlier.filter { $0 != key } + [key]).suffix(100).map { $0 })
        guard let json = try? JSONEncoder().encode(memory) else { return }
        try? OutputFolder(stateFolder).write([UInt8](json), to: NodeQualification.fileName)
    }
}

/// A small picture that machines are compared by.
struct Canary: Sendable {
    let name: String
    let bytes: [UInt8]

    static let all: [Canary] = [
        Canary(name: "text.svg", bytes: PackageResources.text_svg),
        Canary(name: "blur.svg", bytes: PackageResources.blur_svg),
        Canary(name: "shades.svg", bytes: PackageResources.shades_svg),
        Canary(name: "strokes.svg", bytes: PackageResources.strokes_svg),
        Canary(name: "gradient.png", bytes: PackageResources.gradient_png),
        Canary(name: "deep.png", bytes: PackageResources.deep_png),
        Canary(name: "grey.png", bytes: PackageResources.grey_png),
        Canary(name: "profile.png", bytes: PackageResources.profile_png),
        Canary(name: "moves.png", bytes: PackageResources.moves_png),
        Canary(name: "moves.gif", bytes: PackageResources.moves_gif),
    ]

    /// The one that others are shown on.
    static let photo = (name: "gradient.png", sha256: Digest.sha256(PackageResources.gradient_png))

    /// Renders all pictures in several ways.
    ///
    /// - Returns: the results, by picture.
    static func render(with pool: StickerPool, in folder: String) async throws -> [String: StickerResult] {
        try await withThrowingTaskGroup(of: (String, StickerResult).self) { group in
            for canary in all {
                for (name, recipe) in recipes(of: canary.name) {
                    group.addTask {
                        let job = StickerJob(name: canary.name, recipe: recipe)
                        let source = JobSource(
                            file: "\(folder)/\(canary.name)", sha256: Digest.sha256(canary.bytes), limits: recipe.limits
                        )
                        return ("\(canary.name), \(name)", try await pool.make(job, of: source, into: nil))
                    }
                }
            }
            return try await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
        }
    }

    /// Animations take longer, and their frames are encoded as stills are.
    private static func recipes(of name: String) -> [(String, Recipe)] {
        name.hasPrefix("moves")
            ? recipes.filter { $0.1.encode.effort == .fast && $0.1.backgrounds.isEmpty } : recipes
    }

    /// The usual way, a small palette, untrimmed, and with previews on a colour and a picture. Not the effort `max`: it takes
    /// seconds a picture, and what it adds is compression, which counts in whole numbers.
    static let recipes: [(String, Recipe)] = {
        func recipe(_ change: (inout Recipe) -> Void) -> Recipe {
            var recipe = Recipe(
                size: .small, render: RenderSettings(), encode: EncodeSettings(), backgrounds: [],
                limits: SourceLimits(), ruleLimits: [:])
            change(&recipe)
            return recipe
        }
        return [
            ("as usual", recipe { _ in }),
            (
                "small palette",
                recipe { ($0.encode.effort, $0.encode.maximumColours, $0.render.trim) = (.fast, 32, false) }
            ),
            (
                "previews",
                recipe {
                    $0.encode.effort = .fast
                    $0.backgrounds = [
                        Background(name: "red", fill: .colour("#ff3b30")),
                        Background(name: "photo", fill: .image(sha256: photo.sha256)),
                    ]
                }
            ),
        ]
    }()
}

import BuildEngine
import Intake
import JobModel
import Publishing
import TestSupport
import Testing

/// Tests which folders a watch must plan and publish, without running a cycle. A folder that is missing here would
/// never be published.
@Suite("The pending work of a watch")
struct LibraryStateTests {
    /// A drop folder with the state of a watch. Each test lists, plans and publishes explicitly.
    private struct Watched {
        let folder: TemporaryFolder
        var library = LibraryState()
        private var index = DropIndex()
        /// The stored results. Nil if every source has a stored result.
        var results: [String: StickerResult]? = [:]

        /// Whether sources are read. If not, they are deferred.
        var isReading = true

        static let result = PlanSamples.result("file")

        init(_ paths: String...) throws {
            folder = try TemporaryFolder()
            for path in paths { try drop(path) }
            try list()
        }

        func drop(_ path: String, _ content: String? = nil) throws {
            try folder.write([UInt8](SampleArt.png(content ?? path)), to: path)
        }

        /// - Parameter paths: the paths of the changed files. Nil for all files.
        mutating func list(_ paths: [String]? = nil) throws {
            let changed = paths?.reduce(into: ChangedFolders()) { $0.formUnion(DropIndex.changes(ofEventAt: $1)) }
            let update = try index.update(folder.path, changed: changed, published: .none)
            library.list(index, changed: update.changed)
        }

        private func plan(_ changed: ChangedFolders, made: [String: StickerResult]) async throws -> LibraryPlan {
            let planner = BuildPlanner(
                recipes: Recipes(
                    configuration: PlanSamples.configuration, backgrounds: [],
                    identity: RenderIdentity(libraries: [:])),
                reader: SourceReader(
                    known: { _ in nil }, deferral: { [isReading] _ in isReading ? nil : .rendering }),
                published: .none, assets: PlanSamples.assets(Watched.result)
            ) { [results] fingerprints in
                let all = Dictionary(fingerprints.map { ($0, Watched.result) }) { first, _ in first }
                return results.map { results in all.filter { results[$0.key] != nil } } ?? all
            }
            return try await planner.plan(library.listing(of: changed), made: made)
        }

        /// Plans all folders and sources that are scheduled for planning.
        mutating func plan(made: [String: StickerResult] = [:]) async throws {
            let changed = library.toPlan
            for folder in changed.names {
                if let paths = changed.sources(in: folder) {
                    var part = ChangedFolders()
                    part.insert(sources: paths)
                    library.take(try await plan(part, made: made).packs.first, of: paths, in: folder)
                } else {
                    library.take(try await plan(ChangedFolders([folder]), made: made).packs, of: [folder])
                }
            }
        }

        /// Publishes the scheduled folders and packs.
        mutating func publish(
            _ publishing: (folders: ChangedFolders, packs: Set<String>)? = nil, finished: [String: StickerResult] = [:],
            hasNews: Bool = false
        ) {
            let (folders, packs) = publishing ?? library.publishing
            let outcomes = library.plannedSources(of: folders).map {
                SourceOutcome(path: $0.path, pack: $0.art.pack, id: $0.art.id, state: .published, isNew: false)
            }
            library.published(folders, packs: packs, outcomes: outcomes, finished: finished, hasNews: hasNews)
        }

        /// Plans and publishes with stored results until there is no pending work.
        mutating func finish() async throws {
            results = nil
            try await plan()
            publish()
            #expect(library.unfinished.isEmpty)
        }
    }

    @Test("a new folder is planned and published, and a file that changes in it later is planned alone")
    func newFolder() async throws {
        var watched = try Watched("cats/Cat.png", "cats/Kitten.png")
        #expect(watched.library.unfinished.contains("cats"))
        #expect(watched.library.toPlan.wholeFolders.contains("cats"))
        try await watched.finish()
        try watched.drop("cats/New.png")
        try watched.list(["cats/New.png"])
        #expect(watched.library.toPlan.sources(in: "cats") == ["cats/New.png"])
        #expect(watched.library.toPublish.sources(in: "cats") == ["cats/New.png"])
        try await watched.plan()
        let paths = watched.library.plannedSources(of: ChangedFolders(["cats"])).map(\.path)
        #expect(paths == ["cats/Cat.png", "cats/Kitten.png", "cats/New.png"])
    }

    @Test("a source that is rendered keeps its folder unfinished until its result is published")
    func rendered() async throws {
        var watched = try Watched("cats/Cat.png", "dogs/Dog.png")
        try await watched.plan()
        let tasks = watched.library.tasks
        #expect(Set(tasks.map(\.path)) == ["cats/Cat.png", "dogs/Dog.png"])
        watched.publish()
        #expect(watched.library.unfinished == ["cats", "dogs"])
        let fingerprint = try #require(tasks.first { $0.path == "cats/Cat.png" }?.fingerprint)
        watched.library.plan(waitingFor: [fingerprint])
        #expect(watched.library.toPlan.names == ["cats"])
        let made = [fingerprint: Watched.result]
        try await watched.plan(made: made)
        watched.publish(finished: made)
        #expect(watched.library.tasks.map(\.path) == ["dogs/Dog.png"])
        #expect(watched.library.unfinished == ["dogs"])
    }

    @Test("changes that need renderings only are known until one of the results is made")
    func onlyRenders() async throws {
        var watched = try Watched("cats/Cat.png", "cats/Kitten.png")
        try await watched.finish()
        #expect(!watched.library.onlyRenders { _ in false })
        watched.results = [:]
        try watched.drop("cats/New.png")
        try watched.drop("cats/Cat.png", "changed")
        try watched.list(["cats/New.png", "cats/Cat.png"])
        try await watched.plan()
        let tasks = watched.library.tasks
        #expect(tasks.count == 2)
        #expect(watched.library.onlyRenders { _ in false })
        #expect(!watched.library.onlyRenders { $0 == tasks[0].fingerprint })
        try watched.folder.remove("cats/Kitten.png")
        try watched.list(["cats/Kitten.png"])
        try await watched.plan()
        #expect(!watched.library.onlyRenders { _ in false }, "a removed source needs no rendering")
    }

    @Test("a source is unread until it is planned with its hash")
    func unread() async throws {
        var watched = try Watched("cats/Cat.png", "cats/Kitten.png")
        try await watched.finish()
        try watched.drop("cats/New.png")
        try watched.list(["cats/New.png"])
        watched.isReading = false
        try await watched.plan()
        #expect(watched.library.hasUnread && watched.library.unfinished == ["cats"])
        watched.isReading = true
        watched.library.plan(sources: ["cats/New.png"])
        try await watched.plan()
        #expect(!watched.library.hasUnread)
    }

    @Test("a change during a publication is published by the next one")
    func duringPublication() async throws {
        var watched = try Watched("cats/Cat.png", "cats/Kitten.png")
        try await watched.finish()
        try watched.drop("cats/Cat.png", "changed")
        try watched.list(["cats/Cat.png"])
        try await watched.plan()
        let publishing = watched.library.publishing
        try watched.drop("cats/Kitten.png", "changed")
        try watched.list(["cats/Kitten.png"])
        watched.publish(publishing)
        #expect(watched.library.toPlan.sources(in: "cats") == ["cats/Kitten.png"])
        #expect(watched.library.toPublish.sources(in: "cats") == ["cats/Kitten.png"])
        #expect(watched.library.unfinished == ["cats"])
    }

    @Test("a removed folder is published once more, with the id that its pack had")
    func removedFolder() async throws {
        var watched = try Watched("cats/Cat.png", "Happy Dogs/Dog.png")
        try await watched.finish()
        #expect(watched.library.publishedID(of: "Happy Dogs") == "happy-dogs")
        try watched.folder.remove("Happy Dogs")
        try watched.list()
        let publishing = watched.library.publishing
        #expect(publishing.folders.contains("Happy Dogs") && publishing.packs == ["happy-dogs"])
        try await watched.finish()
        #expect(watched.library.publishing.packs.isEmpty && watched.library.publishedID(of: "Happy Dogs") == nil)
    }

    @Test("equal files are known by their bytes in all folders, until one of them is changed")
    func equalFiles() async throws {
        var watched = try Watched()
        try watched.drop("cats/Cat.png", "same")
        try watched.drop("dogs/Dog.png", "same")
        try watched.list()
        try await watched.finish()
        let planned = watched.library.plannedSources(of: ChangedFolders(["cats"]))
        let sha256 = try #require(planned.first?.sha256)
        #expect(watched.library.paths(withDigest: sha256) == ["cats/Cat.png", "dogs/Dog.png"])
        try watched.drop("cats/Cat.png", "other")
        try watched.list(["cats/Cat.png"])
        try await watched.finish()
        #expect(watched.library.paths(withDigest: sha256) == ["dogs/Dog.png"])
    }

    @Test("packs whose published stickers changed are planned once more, and others are not")
    func unsettled() async throws {
        var watched = try Watched("cats/Cat.png")
        watched.results = nil
        try await watched.plan()
        watched.publish(hasNews: true)
        #expect(watched.library.unfinished.contains("cats"))
        watched.library.planUnsettled()
        #expect(watched.library.toPlan.contains("cats") && watched.library.unsettled.isEmpty)
        try await watched.finish()
    }

    @Test("the plans of folders at rest are released, and made again as soon as one of them changes")
    func released() async throws {
        var watched = try Watched()
        for number in 0..<12 { try watched.drop("\(number)/Cat.png") }
        try watched.list()
        try await watched.finish()
        let released = (0..<12).map(String.init).filter {
            watched.library.plannedSources(of: ChangedFolders([$0])).isEmpty
        }
        #expect(!released.isEmpty && released.count < 12)
        let folder = try #require(released.first)
        try watched.drop("\(folder)/Cat.png", "changed")
        try watched.list(["\(folder)/Cat.png"])
        #expect(watched.library.forgotten == [folder])
    }
}

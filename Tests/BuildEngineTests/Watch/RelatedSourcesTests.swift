import BuildEngine
import Intake
import JobModel
import Testing

/// Tests which sources of a pack must be examined together.
@Suite("Sources that belong together")
struct RelatedSourcesTests {
    private func made(_ source: PlannedSource, pixels: String) -> PlannedSource {
        var source = source
        source.step = .reuse(PlanSamples.result(pixels))
        return source
    }

    private func related(_ sources: [PlannedSource], to path: String) -> Set<String> {
        RelatedSources(sources).related(to: [path]) { _ in [] }.paths
    }

    @Test("a source belongs to nothing but itself as a rule")
    func alone() {
        let sources = [PlanSamples.source("a.png"), PlanSamples.source("b.png")]
        #expect(related(sources, to: "cats/a.png") == ["cats/a.png"])
    }

    @Test("versions, copies and equal pictures belong together, also over several steps")
    func chain() {
        let sources = [
            PlanSamples.source("a.png", bytes: "same") { $0.id = "a" },
            PlanSamples.source("copy of a.png", bytes: "same") { $0.id = "copy" },
            made(PlanSamples.source("copy of a.svg") { $0.id = "copy" }, pixels: "picture"),
            made(PlanSamples.source("twin.png") { $0.id = "twin" }, pixels: "picture"),
            made(PlanSamples.source("other.png") { $0.id = "other" }, pixels: "another picture"),
        ]
        let all: Set = ["cats/a.png", "cats/copy of a.png", "cats/copy of a.svg", "cats/twin.png"]
        #expect(related(sources, to: "cats/a.png") == all)
        #expect(related(sources, to: "cats/twin.png") == all)
        #expect(related(sources, to: "cats/other.png") == ["cats/other.png"])
    }

    @Test("a new source is related to those with its id, its bytes or its picture")
    func newSource() {
        let sources = [
            PlanSamples.source("a.png") { $0.id = "a" },
            PlanSamples.source("b.png", bytes: "bytes") { $0.id = "b" },
            made(PlanSamples.source("c.png") { $0.id = "c" }, pixels: "picture"),
        ]
        let relations = RelatedSources(sources)
        func found(id: String?, digest: String?, pixels: String?) -> Set<String> {
            relations.related(to: ["cats/new.png"]) { $0 == "cats/new.png" ? [(id, digest, pixels)] : [] }.paths
        }
        #expect(found(id: "a", digest: nil, pixels: nil) == ["cats/new.png", "cats/a.png"])
        #expect(found(id: nil, digest: "bytes", pixels: nil) == ["cats/new.png", "cats/b.png"])
        #expect(found(id: nil, digest: nil, pixels: "picture") == ["cats/new.png", "cats/c.png"])
    }

    @Test("the previous plan of a source is ignored once it has another one")
    func replaced() {
        let (old, copy) = (PlanSamples.source("a.png", bytes: "1"), PlanSamples.source("b.png", bytes: "1"))
        var relations = RelatedSources([old, copy])
        relations.replace(["cats/a.png"], by: [PlanSamples.source("a.png", bytes: "2")])
        #expect(relations.related(to: ["cats/a.png"]) { _ in [] }.paths == ["cats/a.png"])
        relations.replace(["cats/b.png"], by: [])
        #expect(relations.related(to: ["cats/c.png"]) { _ in [("b", "1", nil)] }.paths == ["cats/c.png"])
    }

    @Test("a complete folder stays complete when some of its sources change")
    func wholeFolders() {
        var changed = ChangedFolders()
        changed.insert(sources: ["cats/a.png", "dogs/b.png"])
        changed.insert(["cats"])
        changed.insert(sources: ["cats/c.png"])
        #expect(changed.containsSource(at: "cats/z.png"))
        #expect(changed.containsSource(at: "dogs/b.png") && !changed.containsSource(at: "dogs/c.png"))
    }
}

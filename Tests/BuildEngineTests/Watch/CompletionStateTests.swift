import BuildEngine
import Testing

/// A pack must be marked as changed in the state database before its files are replaced. One mark per complete state is
/// sufficient.
@Suite("The notes about the last complete state")
struct CompletionStateTests {
    private func touched(_ progress: PublishSession.Progress) -> Set<String>? {
        switch progress {
        case .none: []
        case .packs(let packs): packs
        case .everything: nil
        }
    }

    @Test("each pack is noted once, until a state is complete again")
    func once() {
        var completion = CompletionState()
        let first = completion.progress(of: ["cats", "dogs"])
        #expect(touched(first) == ["cats", "dogs"])
        completion.note(first)
        #expect(touched(completion.progress(of: ["cats", "birds"])) == ["birds"])
        #expect(touched(completion.progress(of: ["cats"])) == [])
        completion.noted([])
        #expect(touched(completion.progress(of: ["cats"])) == ["cats"])
    }

    @Test("after the state was forgotten, packs are noted again; a report touches none")
    func everything() {
        var completion = CompletionState()
        completion.note(.packs(["cats"]))
        completion.note(.none)
        #expect(touched(completion.progress(of: ["cats"])) == [])
        completion.note(.everything)
        #expect(touched(completion.progress(of: ["cats"])) == ["cats"])
    }
}

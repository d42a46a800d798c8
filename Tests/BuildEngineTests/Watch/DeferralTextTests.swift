import BuildEngine
import DropWatcher
import Intake
import Testing
import Texts

@Suite("The reasons of files that wait, in the languages of notes")
struct DeferralTextTests {
    private static let reasons: [Deferral] = [
        .unfinished(.growing("A.png", bytes: 1)), .unfinished(.incomplete("A.png", missing: "its end", bytes: 1)),
        .unfinished(.changing("A.png")), .unfinished(.open("A.png", bytes: 1)),
        .unfinished(.downloading("A.png", bytes: 1)), .unfinished(.recent("A.png", bytes: 1)), .postponed,
        .changedWhileRendering("A.png"), .unreadableByWorker("A.png"), .rendering, .notRendered, .publishHold,
    ]

    @Test("every reason is a sentence in every other language", arguments: Language.allCases)
    func sentences(language: Language) {
        for reason in Self.reasons {
            let sentence = reason.sentence(Texts(language))
            #expect((sentence == nil) == (language == .english))
            #expect(sentence?.hasPrefix("deferral.") != true, "\(reason)")
        }
    }
}

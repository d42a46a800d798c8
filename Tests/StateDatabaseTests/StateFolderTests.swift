import EngineSupport
import StateDatabase
import TestSupport
import Testing

@Suite("The state folder")
struct StateFolderTests {
    @Test("is made with the folders above it, and an existing one stays")
    func make() throws {
        let folder = try TemporaryFolder()
        try StateFolder.make(at: folder.file("a/b/c"))
        try folder.write("file", to: "a/b/c/file")
        try StateFolder.make(at: folder.file("a/b/c"))
        #expect(folder.text("a/b/c/file") == "file")
    }

    @Test("cannot be made in the place of a file or below one")
    func file() throws {
        let folder = try TemporaryFolder()
        try folder.write("file", to: "file")
        for path in ["file", "file/state"] {
            #expect(throws: EngineError.self) { try StateFolder.make(at: folder.file(path)) }
        }
        #expect(folder.text("file") == "file")
    }

    @Test("each outcome of a file is stored as a word of its own, and no other word is one")
    func outcomes() {
        let words = ContentOutcome.all.map(\.word)
        #expect(Set(words).count == words.count && words.count == SourceStatus.allCases.count + 2)
        for outcome in ContentOutcome.all { #expect(ContentOutcome(word: outcome.word) == outcome) }
        #expect(ContentOutcome(word: "vanished") == nil)
    }
}

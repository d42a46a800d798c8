import BuildEngine
import DropWatcher
import FileAccess
import Foundation
import Intake
import JobModel
import StateDatabase
import TestSupport
import Testing

/// Tests which stickers a build may remove. A wrong answer would remove good stickers.
@Suite("The stickers that a build may remove")
struct RemovalQuestionTests {
    private func removals(_ library: PublishedLibrary, isAccepted: Bool = false) throws -> Removals {
        let question = RemovalQuestion(library.configuration)
        let state = DropFolderState(of: library.configuration.drop)
        return try question.removals(
            in: DropScanner.list(library.configuration.drop), listedIn: state, published: library.catalog(),
            digests: [:],
            isAccepted: isAccepted)
    }

    private func library() async throws -> PublishedLibrary {
        let library = try await PublishedLibrary()
        for path in ["cats/Cat.png", "cats/Kitten.png", "dogs/Dog.png"] {
            try library.folder.write([UInt8](SampleArt.png(path)), to: "drop/" + path)
        }
        try RemovalQuestion(library.configuration).meetDropFolder()
        return library
    }

    @Test("those of missing files, and no others")
    func missing() async throws {
        let library = try await library()
        #expect(try removals(library).retired.isEmpty)
        try library.folder.remove("drop/cats/Kitten.png")
        let removals = try removals(library)
        #expect(removals.retired == ["cats/Kitten.png"] && removals.hold == nil)
    }

    @Test("none in a library that is empty now, unless a person accepts it")
    func emptied() async throws {
        let library = try await library()
        for name in ["cats", "dogs"] { try library.folder.remove("drop/" + name) }
        let held = try removals(library)
        #expect(held.hold != nil && held.retired.isEmpty)
        #expect(try removals(library, isAccepted: true).retired.count == 3)
    }
}

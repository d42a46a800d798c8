import Foundation
import Intake
import Testing
import Texts

@Suite("Places and names in the drop folder")
struct DropPlaceTests {
    private let drop = NSTemporaryDirectory() + UUID().uuidString

    private func write(_ name: String) throws {
        let url = URL(filePath: "\(drop)/\(name)")
        try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data("art".utf8).write(to: url)
    }

    @Test("a name with an accent is found in the bytes that the file system has")
    func accents() throws {
        defer { try? FileManager.default.removeItem(atPath: drop) }
        // The name is decomposed, as macOS stores it on a network share.
        try write("cafe\u{301}s/Cre\u{300}me.png")
        let place = DropPlace.absolutePath(of: "caf\u{E9}s/Cr\u{E8}me.png", in: drop)
        #expect(place.map { Array($0.utf8) } == Array("\(drop)/cafe\u{301}s/Cre\u{300}me.png".utf8))
        #expect(DropPlace.absolutePath(of: "caf\u{E9}s/Th\u{E9}.png", in: drop) == nil)
        #expect(DropPlace.absolutePath(of: "cats/Cat.png", in: drop) == "\(drop)/cats/Cat.png")
    }

    @Test(
        "numbers in names are ordered by their values",
        arguments: [
            ["Cat 2.png", "Cat 10.png"], ["Cat 9", "Cat 10", "Cat 011"], ["1.png", "a.png"], ["a", "a1"],
            ["cat", "Dog"], ["Cat 99999999999999999999", "Cat 100000000000000000000"], ["Cat 01", "Cat 1"],
        ])
    func naturalOrder(names: [String]) {
        #expect(names.reversed().sorted(by: NaturalOrder.precedes) == names)
    }

    @Test("a note is written to a folder inside of the drop folder alone, and never over a file of a person")
    func notes() throws {
        defer { try? FileManager.default.removeItem(atPath: drop) }
        try write("cats/Cat.png")
        func takesNotes(_ path: String) -> Bool {
            if let folder = FeedbackFolder(path, in: drop) { folder.names().isEmpty } else { false }
        }
        #expect(!takesNotes(NSTemporaryDirectory()) && !takesNotes("\(drop)/dogs"))
        try FileManager.default.createSymbolicLink(
            atPath: "\(drop)/outside", withDestinationPath: NSTemporaryDirectory())
        #expect(!takesNotes("\(drop)/outside") && takesNotes("\(drop)/cats"))
        guard let folder = FeedbackFolder("\(drop)/cats", in: drop) else {
            Issue.record("the folder cannot be opened for notes")
            return
        }
        let note = "Too small.\n" + FeedbackFileName.signature(.english)
        let name = "Cat.png" + FeedbackFileName.rejected
        let outcome = folder.write(note, as: name)
        let (text, names) = (folder.text(of: name), folder.names())
        #expect(outcome == .written && text == note && names == [name])
        folder.remove(name)
        let isRemoved = !folder.exists(name)
        #expect(isRemoved)
        try write("cats/\(name)")
        let refusal = folder.write(note, as: name)
        folder.remove(name)
        let isKept = folder.exists(name)
        #expect(refusal == .occupied && isKept)
    }
}

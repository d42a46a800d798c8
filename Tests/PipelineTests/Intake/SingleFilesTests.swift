import Intake
import JobModel
import Testing

@Suite("Single files with the settings of their folder")
struct SingleFilesTests {
    private let drop: DropFixture

    init() throws { drop = try DropFixture() }

    @Test("a single file in a pack of game pieces has the side of its square, and no other file has")
    func pieceBox() throws {
        let file = try drop.add("cats/cat.png")
        #expect(PieceFolder.box(ofFileAt: file) == nil)
        try drop.add("cats/pack.json", text: #"{"kind": "pieces"}"#)
        #expect(PieceFolder.box(ofFileAt: file) == PieceRecipe.defaultBox)
        try drop.add("cats/pack.json", text: #"{"kind": "#)
        #expect(PieceFolder.box(ofFileAt: file) == nil)
    }

    @Test("a single file in a messages folder has its texts, and a problem of its sidecar is handed over")
    func messageTexts() throws {
        func texts(_ path: String) throws -> (texts: MessageTexts?, problems: Int) {
            var problems = 0
            let texts = MessagesFolder.texts(ofFileAt: try drop.add(path), drop: drop.path) { _ in problems += 1 }
            return (texts, problems)
        }
        #expect(try texts("cats/a.png").texts == nil)
        #expect(try texts("messages/a.png").texts == nil)
        #expect(try texts("cats/messages/a.png").texts == MessageTexts())
        try drop.add("cats/messages/a.json", text: #"{"caption": "title"}"#)
        #expect(try texts("cats/messages/a@2x.png").texts?.text.caption == "title")
        try drop.add("cats/messages/a.png.json", text: "{")
        let broken = try texts("cats/messages/a.png")
        #expect(broken.problems == 1 && broken.texts?.text.caption == "title")
    }
}

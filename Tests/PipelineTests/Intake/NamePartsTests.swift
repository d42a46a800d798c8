import Intake
import Testing

@Suite("The parts and patterns of names")
struct NamePartsTests {
    @Test(
        "a file's name is split into its stem, scale and extension",
        arguments: [
            ("Happy Cat@2x.PNG", "Happy Cat", 2, "png"), ("Cat @3X.png", "Cat", 3, "png"),
            ("Cat.png", "Cat", nil, "png"),
            ("Mr. Cat", "Mr. Cat", nil, ""), ("cat.v2", "cat.v2", nil, ""), ("Cat@4x.png", "Cat@4x", nil, "png"),
            ("Cat@2x", "Cat", 2, ""), ("@2x.png", "@2x", nil, "png"), (".png", ".png", nil, ""),
            ("é@1x.jpeg", "é", 1, "jpeg"),
        ] as [(String, String, Int?, String)])
    func artName(name: String, stem: String, scale: Int?, fileExtension: String) {
        let art = ArtName(name)
        #expect(art.stem == stem && art.scale == scale && art.fileExtension == fileExtension)
    }

    @Test("versions of a sticker have one key, whether they are a file, a folder of frames or its sidecar")
    func key() {
        let names = [
            ArtName("Cat@2x.png"), ArtName("CAT.svg"), ArtName(frameFolder: "cat@3x.Frames"), ArtName(sidecar: "Cat"),
        ]
        #expect(Set(names.map(\.key)) == ["cat"])
        #expect(ArtName(sidecar: "Cat.png").key == "cat.png")
    }

    @Test(
        "a pattern matches a name from its start to its end, whatever the case of its letters",
        arguments: [
            ("*.part", "Cat.png.PART", true), ("*.part", ".part", true), ("*.part", "Cat.parts", false),
            ("~$*", "~$Cat.psd", true), ("~$*", "Cat~$", false), ("desktop.ini", "Desktop.INI", true),
            ("desktop.ini", "my desktop.ini", false), ("?*.json", ".json", false), ("?*.json", "a.json", true),
            ("*-????-*", "cat-2026-01", true), ("*-????-*", "cat-26-01", false),
            // The beginning and the end of the pattern must not match the same letter.
            ("aba*aba", "ababa", false), ("aba*aba", "abaaba", true),
            // A middle part uses its first match, so that the following parts can also match.
            ("*a*ab*", "aab", true), ("*ab*ab", "ab", false), ("*", "", true), ("", "", true), ("", "a", false),
            ("Ä*", "ä.png", false),
        ])
    func pattern(pattern: String, name: String, matches: Bool) {
        #expect(NamePattern(pattern).matches(NamePattern.lowered(name)) == matches)
    }

    @Test(
        "an emoji is spelled with its whole sequence, and a letter is not an emoji",
        arguments: [
            ("😀x", "grinning-face", 1), ("3️⃣x", "3", 3), ("3⃣", "3", 2), ("🇩🇪🇫🇷", "flag-de", 2), ("🇩x", "d", 1),
            ("🏴󠁧󠁢󠁳󠁣󠁴󠁿x", "flag-gbsct", 7), ("🏽", "medium-tone", 1), ("🏴x", "waving-black-flag", 1), ("a", nil, 0),
            ("3", nil, 0),
            ("ℹ", nil, 0), ("é", nil, 0), ("", nil, 0),
        ] as [(String, String?, Int)])
    func emoji(text: String, words: String?, length: Int) {
        let spelling = EmojiSpelling(Array(text.unicodeScalars)[...])
        #expect(spelling?.words == words)
        #expect(spelling?.length ?? 0 == length)
    }

    @Test(
        "each byte of a name that is not UTF-8 is written as its number, and the rest stays readable",
        arguments: [
            ([0x43, 0x61, 0x74], "Cat"), ([0x4B, 0xF6, 0x2E, 0x70], "K\\xF6.p"), ([0xE7, 0x8C, 0xAB, 0xFF], "猫\\xFF"),
            // An incomplete UTF-8 sequence, at the end of the name and before a letter.
            ([0xE7, 0x8C], "\\xE7\\x8C"), ([0xE7, 0x8C, 0x41], "\\xE7\\x8CA"), ([0xC0, 0x80], "\\xC0\\x80"),
            ([0x65, 0xCC, 0x81], "\u{E9}"), ([], ""),
        ] as [([UInt8], String)])
    func escaped(bytes: [UInt8], text: String) {
        #expect(EscapedName.text(of: bytes).utf8.elementsEqual(text.utf8))
    }

    @Test(
        "a conflict copy needs the whole pattern of a sync program, not only its word",
        arguments: [
            ("Cat (Ada's conflicted copy 2026-01-01).png", true), ("Cats (copie en conflit de Ada)", true),
            ("CAT (CASE CONFLICT 1).png", true), ("Cat_conflict-20260101-120000.png", true), ("Conflict.png", false),
            ("Cat (1).png", false), ("Cat conflicted copy.png", false), ("Cat_conflict-2026.png", false),
        ])
    func conflictCopy(name: String, isCopy: Bool) {
        #expect(ConflictCopyName.matches(name) == isCopy)
    }

    @Test(
        "published names keep their ids, then the first of the others gets the wanted one, and numbers skip wanted ids")
    func uniqueIDs() {
        func assign(_ wanted: [String], _ published: [String?]) -> [UniqueIDs.Assignment] {
            UniqueIDs.assign(wanted, published: published)
        }
        let new = assign(["cat", "cat", "cat-2"], [nil, nil, nil])
        #expect(new.map(\.id) == ["cat", "cat-3", "cat-2"] && new.map(\.holder) == [nil, 0, nil])
        // The published source keeps its id, although it is the second one.
        #expect(assign(["cat", "cat"], [nil, "cat"]).map(\.id) == ["cat-2", "cat"])
        #expect(assign(["cat", "cat"], [nil, "cat"]).map(\.holder) == [1, nil])
        // A source keeps its numbered id after the source with the id without a number was removed.
        #expect(assign(["cat"], ["cat-2"]).map(\.id) == ["cat-2"])
    }

    @Test(
        "a published id that its name no longer makes, or that two names have, is assigned again",
        arguments: [["dog"], ["cat-1"], ["cat-x"], ["cat-02"]])
    func outdatedIDs(published: [String]) {
        #expect(UniqueIDs.assign(["cat"], published: published).map(\.id) == ["cat"])
        #expect(UniqueIDs.assign(["cat", "cat"], published: ["cat-2", "cat-2"]).map(\.id) == ["cat-2", "cat"])
    }
}

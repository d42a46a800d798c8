import BuildEngine
import Decisions
import StickerManifest
import Testing
import Texts

@Suite("Notes about stickers that were sent back")
struct SentBackNoteTests {
    private func note(
        _ decision: SentBackDecision, _ texts: Texts = .english, offset: Int = 3_600
    ) -> SentBackNote {
        let sticker = Sticker(
            id: "one", label: "One", labels: [:], size: .regular,
            source: SourceArt(path: "cats/One.svg", sha256: "", bytes: 1, format: "svg", width: 1, height: 1),
            animation: nil, renditions: [], previews: [], fit: Fit(summary: "", gaveUp: "nothing", attempts: []),
            findings: [], fingerprint: "", pixels: "")
        return SentBackNote(SentBackSticker(sticker, in: "cats", decision), texts, offset: { _ in offset })
    }

    @Test("a note has the file, the reviewer, the time, the comment and the version")
    func whole() {
        let decision = SentBackDecision(
            reviewer: "Ada", comment: "Rounder ear.\r\nLess red.", decided: "2026-11-25T23:03:00Z", version: 2)
        let text = note(decision).text
        #expect(
            text == """
                One.svg was sent back by Ada on 26 Nov 2026, 00:03 (UTC+01:00).

                Rounder ear.
                Less red.

                Reviewed version: 2. To answer, save a new version under the same name.


                """)
        #expect(note(decision, offset: 0).text.contains("on 25 Nov 2026, 23:03 (UTC)."))
        #expect(note(decision, offset: -12_600).text.contains("on 25 Nov 2026, 19:33 (UTC-03:30)."))
        #expect(note(decision).line == "sent back by Ada: Rounder ear.␤␤Less red.")
    }

    @Test("pins are a small map with their numbers, and words for their places")
    func pins() {
        let pins = [
            Pin(x: 0, y: 0, width: 120, height: 120), Pin(x: 440, y: 440, width: 120, height: 120),
            Pin(x: 600, y: 500, width: 400, height: 500),
        ]
        let text = note(SentBackDecision(reviewer: "Ada", comment: "Rounder.", pins: pins)).text
        #expect(text.contains("1: upper left, 2: centre, 3: lower right."))
        let lines = text.split(separator: "\n").filter { $0.hasPrefix("  |") }
        #expect(lines.count == 13 && Set(lines.map(\.count)).count == 1)
        for (number, half) in [("1", 0..<4), ("2", 5..<8), ("3", 8..<13)] {
            #expect(lines.indices.filter { lines[$0].contains(number) }.allSatisfy { half.contains($0) }, "\(number)")
        }
        #expect(!note(SentBackDecision(reviewer: "Ada", comment: "Rounder.")).text.contains("+--"))
    }

    @Test("a note is in the language of the texts; its line for logs stays English")
    func german() {
        let decision = SentBackDecision(
            reviewer: "Ada", comment: "Ohr runder.", decided: "2026-11-25T23:03:00Z", version: 2)
        let note = note(decision, Texts(.german))
        #expect(
            note.text == """
                One.svg wurde am 26. Nov. 2026, 00:03 (UTC+01:00) von Ada zurückgegeben.

                Ohr runder.

                Geprüfte Fassung: 2. Antworte, indem du eine neue Fassung unter demselben Namen speicherst.


                """)
        #expect(note.line == "sent back by Ada: Ohr runder.")
    }

    @Test("unknown values are omitted")
    func unknown() {
        let text = note(SentBackDecision(reviewer: " ", comment: "\n")).text
        #expect(
            text.hasPrefix(
                "One.svg was sent back.\n\nThe reviewer wrote no comment.\n\nTo answer, save a new version under the same name"
            ))
        #expect(note(SentBackDecision(reviewer: "", comment: "")).line == "sent back, without a comment")
        #expect(
            note(SentBackDecision(reviewer: "Ada", comment: "")).text.contains(
                "The reviewer wrote no comment: ask Ada."))
    }

    @Test("a comment of any length and with any characters makes a note that can be recognized again")
    func hostile() {
        let long = String(repeating: "e" + String(repeating: "\u{301}", count: 100), count: 2_000)
        let text = note(SentBackDecision(reviewer: "A\u{1B}[31mda", comment: "a\u{202E}b\u{7}\n" + long)).text
        #expect(text.utf8.count < 60_000)
        #expect(text.unicodeScalars.allSatisfy { $0 == "\n" || ($0.value >= 0x20 && $0.value != 0x202E) })
        #expect(text.contains("ab\n"))
    }
}

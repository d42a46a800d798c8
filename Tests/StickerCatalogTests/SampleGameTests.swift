import Foundation
import TestSupport
import Testing

/// Tests the rules of the sample game. The rules are plain Swift code, which is compiled together with a short program
/// that plays the game.
@Suite("The sample game's rules")
struct SampleGameTests {
    private static let play = """
        func sha256(_ bytes: [UInt8]) -> [UInt8] { SHA256Sum.of(Data(bytes)) }

        extension Pond {
            init(played pads: [Int], pearl: Pearl) {
                self = pads.reduce(Pond(id: 1, hiding: pearl, sha256)) { pond, pad in
                    pond.playing(on: pad, own: pond.next == .frog ? pearl : nil) ?? pond
                }
            }

            /// The pond that a device reads from an edited message. Nil if the message is invalid.
            func changed(_ edit: (inout [String: Any]) -> Void) -> Pond? {
                guard let data = try? JSONEncoder().encode(self),
                    var object = (try? JSONSerialization.jsonObject(with: data)) as? [String: Any]
                else { return nil }
                edit(&object)
                guard let changed = try? JSONSerialization.data(withJSONObject: object) else { return nil }
                return try? JSONDecoder().decode(Pond.self, from: changed)
            }

            func isLegal(move: Int, own: Pearl? = nil) -> Bool { isLegal(move: move, own: own, sha256) }
        }

        @main struct Play {
            static func check(_ isTrue: Bool?, _ line: Int = #line) { if isTrue != true { print("line", line) } }

            static func main() {
                let pearl = Pearl(pad: 5)
                rules(pearl)
                pearls(pearl)
            }

            static func rules(_ pearl: Pearl) {
                let empty = Pond(played: [], pearl: pearl)
                check(empty.next == .duckling && empty.moves == 0 && empty.isLegal(move: 0))
                let one = Pond(played: [4], pearl: pearl)
                check(one.player(on: 4) == .duckling && one.next == .frog)
                check(one.playing(on: 4, own: nil) == nil && one.playing(on: 9, own: nil) == nil)
                // The winning row crosses the end of the ring.
                let won = Pond(played: [8, 2, 0, 3, 1], pearl: pearl)
                check(won.winningPad == 8 && won.winner == .duckling && won.playing(on: 5, own: nil) == nil)
                check([8, 0, 1].allSatisfy(won.isWinning) && !won.isWinning(pad: 2))
                check(won.isLegal(move: 5) && !won.isLegal(move: 4))
                for text in ["dd.......", "f........", "d", "", "dfx......", "........d.", "ddd......"] {
                    let pond = empty.changed { $0["p"] = text }
                    check(pond != nil && (0...9).allSatisfy { pond?.isLegal(move: $0) == false })
                }
            }

            static func pearls(_ pearl: Pearl) {
                let moves = [0, 1, 3, 2, 4, 5, 6, 7, 8]
                let full = Pond(played: moves, pearl: pearl)
                check(full.isOver && full.winningPad == nil && full.pearl == pearl && full.isLegal(move: 9, own: pearl))
                // Pad 5 is occupied by the frog.
                check(full.winner == .frog && full.isWinning(pad: 5) && !full.isWinning(pad: 4))
                let seven = Pond(played: Array(moves.prefix(7)), pearl: pearl)
                check(seven.pearl == nil && seven.isLegal(move: 7) && seven.isLegal(move: 7, own: pearl))
                // A message does not reveal the pad.
                let commitments = (0..<9).map { Pond(id: 1, hiding: Pearl(pad: $0), sha256) }
                check(Set(commitments).count == 9 && commitments != (0..<9).map { Pond(id: 1, hiding: Pearl(pad: $0), sha256) })
                // The frog reveals another pad, or no pad.
                let moved = full.changed { pond in
                    guard var pearl = pond["o"] as? [String: Any] else { return }
                    pearl["p"] = 7
                    pond["o"] = pearl
                }
                check(moved?.isLegal(move: 9) == false)
                let silent = full.changed { $0["o"] = nil }
                check(silent?.isLegal(move: 9) == true && silent?.winner == .duckling)
                // The duckling omits the pearl, or replaces the commitment.
                check(silent?.isLegal(move: 9, own: pearl) == false)
                check(full.changed { $0["c"] = "00" }?.isLegal(move: 9, own: pearl) == false)
                // A pearl is valid only for its game.
                check(full.changed { $0["g"] = 2 }?.isLegal(move: 9) == false)
            }
        }
        """

    @Test("end a game with three neighbours or with the hidden pearl, and refuse impossible ponds and wrong pearls")
    func rules() throws {
        let folder = try TemporaryFolder()
        try folder.write("import Foundation\n\n" + Self.play, to: "Play.swift")
        let names = [
            "samples/game/MessagesExtension/Pond.swift", "samples/game/MessagesExtension/Pearl.swift",
            "Sources/StickerKit/StickerCatalog/Integrity/SHA256Sum.swift",
        ]
        let options = ["-swift-version", "6", "-parse-as-library", "-warnings-as-errors", "-package-name", "game"]
        let files = [folder.file("Play.swift")] + names.map { Repository.file($0) }
        for command in [["swiftc", "-o", folder.file("play")] + options + files, [folder.file("play")]] {
            let ending = try Tool.run(command)
            #expect(ending.status == 0 && ending.output == "", "\(ending.output)")
        }
    }
}

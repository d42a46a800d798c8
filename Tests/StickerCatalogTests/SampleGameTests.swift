import Foundation
import Testing

/// The rules of the sample game are plain Swift: they are compiled with a few lines that play it.
@Suite("The sample game's rules")
struct SampleGameTests {
    private static let play = """
        extension Pond {
            init(played pads: [Int]) {
                self = pads.reduce(Pond(id: 1)) { pond, pad in pond.playing(on: pad) ?? pond }
            }
        }

        @main struct Play {
            static func check(_ isTrue: Bool, _ line: Int = #line) { if !isTrue { print("line", line) } }

            static func main() {
                check(Pond(id: 1).next == .duckling && Pond(id: 1).moves == 0)
                check(Pond(played: [4]).player(on: 4) == .duckling && Pond(played: [4]).next == .frog)
                check(Pond(played: [4]).playing(on: 4) == nil && Pond(played: [4]).playing(on: 9) == nil)
                // Around the end of the ring.
                let won = Pond(played: [8, 2, 0, 3, 1])
                check(won.winningPad == 8 && won.isOver && won.playing(on: 5) == nil)
                check([8, 0, 1].allSatisfy(won.isWinning) && !won.isWinning(pad: 2))
                let full = Pond(played: [0, 1, 3, 2, 4, 5, 6, 7, 8])
                check(full.moves == 9 && full.isOver && full.winningPad == nil)
                check(won.isLegal(move: 5) && !won.isLegal(move: 4))
                for text in ["dd.......", "f........", "d", "", "dfx......", "........d.", "ddd......"] {
                    let json = "{\\"g\\":1,\\"p\\":\\"\\(text)\\"}"
                    guard let pond = try? JSONDecoder().decode(Pond.self, from: Data(json.utf8)) else { continue }
                    check((0...9).allSatisfy { !pond.isLegal(move: $0) })
                }
            }
        }
        """

    @Test("end a game when three neighbours belong to one player, and refuse impossible ponds")
    func rules() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "pond-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let source = folder.appending(path: "Play.swift")
        try ("import Foundation\n\n" + Self.play).write(to: source, atomically: false, encoding: .utf8)
        let pond = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "samples/game/MessagesExtension/Pond.swift")
        let program = folder.appending(path: "play").path
        let compiled = try run(
            [
                "swiftc", "-swift-version", "6", "-parse-as-library", "-warnings-as-errors", "-o", program, source.path,
                pond.path,
            ])
        #expect(compiled == "")
        #expect(try run([program]) == "")
    }

    private func run(_ arguments: [String]) throws -> String {
        let process = Process()
        let output = Pipe()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = arguments
        (process.standardOutput, process.standardError) = (output, output)
        try process.run()
        let printed = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        return String(decoding: printed, as: UTF8.self) + (process.terminationStatus == 0 ? "" : "failed")
    }
}

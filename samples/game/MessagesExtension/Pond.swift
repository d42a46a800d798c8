/// The rules of Lily Pads, a game for two: nine pads form a ring, and a duckling and a frog take turns at sitting down on an
/// empty one. The first with three neighbouring pads wins; if all pads are taken, nobody does.
struct Pond: Codable, Sendable, Hashable {
    enum Player: Character, CaseIterable, Sendable {
        case duckling = "d"
        case frog = "f"

        var other: Player { self == .duckling ? .frog : .duckling }
    }

    /// The version of the state in a message. It is raised when older versions of the app cannot read it.
    static let version = 1
    static let padCount = 9
    private static let empty: Character = "."

    /// Identifies the game, because a conversation may have several.
    let id: Int
    /// The players on the pads, a character each. It is part of every message, so it is short.
    private var pads: String

    private enum CodingKeys: String, CodingKey {
        case id = "g"
        case pads = "p"
    }

    init(id: Int = .random(in: 0..<1_000_000)) {
        self.id = id
        pads = String(repeating: Pond.empty, count: Pond.padCount)
    }

    /// The player on a pad. Nil if it is empty.
    func player(on pad: Int) -> Player? {
        Player(rawValue: Array(pads)[pad])
    }

    /// The number of moves.
    var moves: Int { Player.allCases.map(count).reduce(0, +) }

    /// The next player. The duckling begins.
    var next: Player { count(.duckling) == count(.frog) ? .duckling : .frog }

    /// Whether the pond is possible after this many moves, because a message may have been made by hand.
    func isLegal(move: Int) -> Bool {
        let known = Set([Pond.empty] + Player.allCases.map(\.rawValue))
        return pads.count == Pond.padCount && pads.allSatisfy(known.contains) && moves == move
            && (0...1).contains(count(.duckling) - count(.frog))
    }

    /// The first of three neighbouring pads of one player. Nil while nobody has won.
    var winningPad: Int? {
        (0..<Pond.padCount).first { first in
            let owners = (first..<first + 3).map { player(on: $0 % Pond.padCount) }
            return owners[0] != nil && Set(owners).count == 1
        }
    }

    /// Whether a pad is one of the three that won.
    func isWinning(pad: Int) -> Bool {
        guard let first = winningPad else { return false }
        return (pad - first + Pond.padCount) % Pond.padCount < 3
    }

    var isOver: Bool { winningPad != nil || moves == Pond.padCount }

    /// The pond after the next player has sat down.
    ///
    /// - Returns: nil if that is not allowed.
    func playing(on pad: Int) -> Pond? {
        guard !isOver, (0..<Pond.padCount).contains(pad), player(on: pad) == nil else { return nil }
        var characters = Array(pads)
        characters[pad] = next.rawValue
        var pond = self
        pond.pads = String(characters)
        return pond
    }

    private func count(_ player: Player) -> Int { pads.count { $0 == player.rawValue } }
}

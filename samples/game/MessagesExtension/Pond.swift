/// The rules of Lily Pads, a game for two: nine pads form a ring, and a duckling and a frog take turns at sitting down on an
/// empty one. The first with three neighbouring pads wins. If all pads are taken, the one above the pearl wins, which the frog
/// has hidden before the first move.
struct Pond: Codable, Sendable, Hashable {
    enum Player: Character, CaseIterable, Sendable {
        case duckling = "d"
        case frog = "f"

        var other: Player { self == .duckling ? .frog : .duckling }
    }

    /// The version of the state in a message. It is raised when older versions of the app cannot read it.
    static let version = 2
    static let padCount = 9
    /// The number of moves with which the pearl is shown: the frog's last one. The duckling has one pad left then.
    static let openingMove = 8
    private static let empty: Character = "."

    /// Identifies the game, because a conversation may have several.
    let id: Int
    /// The players on the pads, a character each. It is part of every message, so it is short.
    private var pads: String
    /// Fixes where the pearl is.
    private let commitment: String
    /// The pearl, from the frog's last move on. Nil before, and if the frog's device has lost it.
    private(set) var pearl: Pearl?

    private enum CodingKeys: String, CodingKey {
        case id = "g"
        case pads = "p"
        case commitment = "c"
        case pearl = "o"
    }

    /// - Parameters:
    ///   - pearl: hidden by the frog.
    ///   - hash: SHA-256.
    init(id: Int = .random(in: 0..<1_000_000), hiding pearl: Pearl, _ hash: Pearl.Hash) {
        self.id = id
        pads = String(repeating: Pond.empty, count: Pond.padCount)
        commitment = pearl.commitment(inGame: id, hash)
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
    ///
    /// - Parameters:
    ///   - own: the pearl that this device has hidden in the game. Nil on the other device.
    ///   - hash: SHA-256.
    func isLegal(move: Int, own: Pearl?, _ hash: Pearl.Hash) -> Bool {
        let known = Set([Pond.empty] + Player.allCases.map(\.rawValue))
        return pads.count == Pond.padCount && pads.allSatisfy(known.contains) && moves == move
            && (0...1).contains(count(.duckling) - count(.frog)) && isPearlLegal(own: own, hash)
    }

    /// Whether the shown pearl is the hidden one, and neither shown too early nor left out by the duckling.
    private func isPearlLegal(own: Pearl?, _ hash: Pearl.Hash) -> Bool {
        if let own, own.commitment(inGame: id, hash) != commitment { return false }
        guard let pearl else { return own == nil || moves < Pond.openingMove }
        return moves >= Pond.openingMove && (0..<Pond.padCount).contains(pearl.pad)
            && pearl.commitment(inGame: id, hash) == commitment
    }

    /// The first of three neighbouring pads of one player. Nil while nobody has won.
    var winningPad: Int? {
        (0..<Pond.padCount).first { first in
            let owners = (first..<first + 3).map { player(on: $0 % Pond.padCount) }
            return owners[0] != nil && Set(owners).count == 1
        }
    }

    /// Nil while nobody has won. A frog that cannot show its pearl loses.
    var winner: Player? {
        if let winningPad { return player(on: winningPad) }
        guard moves == Pond.padCount else { return nil }
        return pearl.flatMap { player(on: $0.pad) } ?? .duckling
    }

    /// Whether a pad is one of the three that won, or has the pearl that decided.
    func isWinning(pad: Int) -> Bool {
        guard let first = winningPad else { return isOver && pad == pearl?.pad }
        return (pad - first + Pond.padCount) % Pond.padCount < 3
    }

    var isOver: Bool { winningPad != nil || moves == Pond.padCount }

    /// The pond after the next player has sat down.
    ///
    /// - Parameter own: the pearl that this device has hidden in the game. It is shown with the frog's last move.
    /// - Returns: nil if that is not allowed.
    func playing(on pad: Int, own: Pearl?) -> Pond? {
        guard !isOver, (0..<Pond.padCount).contains(pad), player(on: pad) == nil else { return nil }
        var characters = Array(pads)
        characters[pad] = next.rawValue
        var pond = self
        pond.pads = String(characters)
        if pond.moves == Pond.openingMove { pond.pearl = own }
        return pond
    }

    private func count(_ player: Player) -> Int { pads.count { $0 == player.rawValue } }
}

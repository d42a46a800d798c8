import Foundation
import StickerCatalog

/// The newest state of each game on this device, and the pearls that were hidden on it. If two people moved at the same time, Messages shows the message that
/// arrived last, which is not always the one that both devices keep.
struct SavedGames {
    /// The maximum number of games. Those with the oldest numbers are removed.
    private static let most = 200

    private let file: URL?
    /// The pearls by the ids of their games.
    private let pearlFile: URL?
    /// The key under which the states are stored.
    private let base: URL

    init(base: URL) {
        let folder = FileManager.default.urls(for: .applicationSupportDirectory, in: .userDomainMask).first
        file = folder?.appendingPathComponent("games.json")
        pearlFile = folder?.appendingPathComponent("pearls.json")
        self.base = base
    }

    /// Stores and returns the newer of a state and the stored state of its game.
    func newest(_ state: MessageState<Pond>) -> MessageState<Pond> {
        let games = load()
        let known = try? MessageState<Pond>(url: games[key(state)], version: Pond.version)
        let newest = MessageState.newest(of: [state, known].compactMap { $0 }) ?? state
        if newest != known { store(newest, in: games) }
        return newest
    }

    /// The pearl that was hidden on this device. Nil in a game to which the other person has invited.
    func pearl(inGame id: Int) -> Pearl? { pearls()[String(id)] }

    /// Stores a pearl before its commitment is sent. An error is reported, because the game cannot be won without it.
    func hide(_ pearl: Pearl, inGame id: Int) throws {
        guard let pearlFile else { return }
        var pearls = pearls()
        while pearls.count >= SavedGames.most, let key = pearls.keys.min() { pearls[key] = nil }
        pearls[String(id)] = pearl
        try FileManager.default.createDirectory(
            at: pearlFile.deletingLastPathComponent(), withIntermediateDirectories: true)
        try JSONEncoder().encode(pearls).write(to: pearlFile, options: .atomic)
    }

    private func pearls() -> [String: Pearl] {
        guard let pearlFile, let data = try? Data(contentsOf: pearlFile) else { return [:] }
        return (try? JSONDecoder().decode([String: Pearl].self, from: data)) ?? [:]
    }

    private func key(_ state: MessageState<Pond>) -> String { String(state.payload.id) }

    private func load() -> [String: URL] {
        guard let file, let data = try? Data(contentsOf: file) else { return [:] }
        return (try? JSONDecoder().decode([String: URL].self, from: data)) ?? [:]
    }

    /// A device without space continues without storing: then the last message counts.
    private func store(_ state: MessageState<Pond>, in games: [String: URL]) {
        guard let file, let url = try? state.url(base: base) else { return }
        var games = games
        while games.count >= SavedGames.most, let key = games.keys.min() { games[key] = nil }
        games[key(state)] = url
        try? FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try? JSONEncoder().encode(games).write(to: file, options: .atomic)
    }
}

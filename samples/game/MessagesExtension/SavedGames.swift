import Foundation
import StickerCatalog

/// The newest state of each game on this device. If two people moved at the same time, Messages shows the message that
/// arrived last, which is not always the one that both devices keep.
struct SavedGames {
    /// The maximum number of games. Those with the oldest numbers are removed.
    private static let most = 200

    private let file: URL?
    /// The key under which the states are stored.
    private let base: URL

    init(base: URL) {
        let folder = FileManager.default.urls(for: .applicationSupportDirectory, in: .userDomainMask).first
        file = folder?.appendingPathComponent("games.json")
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

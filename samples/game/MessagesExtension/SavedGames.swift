import Foundation
import StickerCatalog

/// The newest state of each game that this device has seen. Where two people moved at the same time, Messages shows the message
/// that arrived last, which need not be the one that both devices keep.
struct SavedGames {
    /// More games than this are not kept: the oldest numbers go.
    private static let most = 200

    private let file: URL?
    /// What the states are kept as.
    private let base: URL

    init(base: URL) {
        let folder = FileManager.default.urls(for: .applicationSupportDirectory, in: .userDomainMask).first
        file = folder?.appendingPathComponent("games.json")
        self.base = base
    }

    /// The newer of a state and what is known of its game, which is kept.
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

    /// A device without room goes on without: then the last message counts.
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

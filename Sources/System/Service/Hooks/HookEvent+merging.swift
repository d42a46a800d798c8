extension HookEvent {
    /// The most stickers or files that one event lists; people look at the report for more.
    static let mostEntries = 100

    /// The event with no more entries than it may have.
    var bounded: HookEvent {
        var event = self
        event.more += max(0, stickers.count - Self.mostEntries) + max(0, rejected.count - Self.mostEntries)
        event.stickers = Array(stickers.prefix(Self.mostEntries))
        event.rejected = Array(rejected.prefix(Self.mostEntries))
        return event
    }

    /// Takes in a later event that tells of the same kind of thing in the same place.
    ///
    /// - Returns: false when they have nothing to do with each other.
    mutating func merge(_ later: HookEvent) -> Bool {
        guard event == later.event, pack == later.pack, problem == later.problem, summary == later.summary,
            report == later.report
        else {
            return false
        }
        // What was published again, or rejected again, is told of once, as it is now.
        let ids = Set(later.stickers.map(\.id))
        let paths = Set(later.rejected.map(\.path))
        stickers = stickers.filter { !ids.contains($0.id) } + later.stickers
        rejected = rejected.filter { !paths.contains($0.path) } + later.rejected
        more += later.more
        self = bounded
        return true
    }

    /// How many stickers, files or problems it tells of.
    var count: Int { max(1, stickers.count + rejected.count + more) }
}

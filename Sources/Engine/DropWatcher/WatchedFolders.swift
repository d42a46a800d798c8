import FileAccess
import Intake

/// The folders that have a watch. Each has one path, and the paths lead back to them.
struct WatchedFolders {
    private var places: [Int32: FolderWalk.Place] = [:]
    private var watches: [String: Int32] = [:]

    var count: Int { places.count }

    /// All paths, in no order.
    var paths: [String] { Array(watches.keys) }

    /// Nil for a watch that is not known, or no longer.
    func place(of watch: Int32) -> FolderWalk.Place? { places[watch] }

    /// Whether exactly this folder is watched, and not another one with the same name.
    func holds(_ place: FolderWalk.Place) -> Bool {
        guard let watch = watches[place.path], let known = places[watch] else { return false }
        return known.absolutePath == place.absolutePath && known.stamp.isSameFile(as: place.stamp)
    }

    mutating func add(_ place: FolderWalk.Place, watch: Int32) {
        // A folder that was renamed keeps its watch; the old path is no longer its own.
        remove(watch)
        places[watch] = place
        watches[place.path] = watch
    }

    mutating func remove(_ watch: Int32) {
        guard let place = places.removeValue(forKey: watch) else { return }
        if watches[place.path] == watch { watches[place.path] = nil }
    }

    /// Takes out a folder and all below it.
    ///
    /// - Returns: their watches.
    mutating func removeAll(at path: String) -> [Int32] {
        let gone = places.filter { $0.value.path == path || $0.value.path.hasPrefix(path + "/") }.map(\.key)
        for watch in gone { remove(watch) }
        return gone
    }
}

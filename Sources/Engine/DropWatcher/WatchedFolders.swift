import FileAccess
import Intake

/// The watched folders, by the number of their watch and by path.
package struct WatchedFolders {
    private var places: [Int32: ScannedFile] = [:]
    private var watches: [String: Int32] = [:]

    package init() {}

    package var count: Int { places.count }

    /// All paths, in no particular order.
    package var paths: [String] { Array(watches.keys) }

    /// The folder of a watch. Nil if the watch is unknown or was removed.
    package func place(of watch: Int32) -> ScannedFile? { places[watch] }

    /// Whether exactly this folder is watched, and not another one with the same name.
    package func holds(_ place: ScannedFile) -> Bool {
        guard let watch = watches[place.path], let known = places[watch] else { return false }
        return known.absolutePath == place.absolutePath && known.stamp.isSameFile(as: place.stamp)
    }

    package mutating func add(_ place: ScannedFile, watch: Int32) {
        // A renamed folder keeps its watch, so its old path must be removed first.
        remove(watch)
        places[watch] = place
        watches[place.path] = watch
    }

    package mutating func remove(_ watch: Int32) {
        guard let place = places.removeValue(forKey: watch) else { return }
        if watches[place.path] == watch { watches[place.path] = nil }
    }

    /// Removes a folder and all folders below it.
    ///
    /// - Returns: the numbers of their watches.
    package mutating func removeAll(at path: String) -> [Int32] {
        let gone = places.filter { $0.value.path == path || $0.value.path.hasPrefix(path + "/") }.map(\.key)
        for watch in gone { remove(watch) }
        return gone
    }
}

import Foundation
import Intake
import StickerCatalog

/// The order of a pack's stickers in the browser: first those that pack.json names, as it names them; then the others
/// by their ids.
struct PackOrder {
    private let places: [String: Int]

    /// - Parameter names: the stickers' names as people write them.
    init(_ names: [String]) {
        places = Dictionary(
            names.enumerated().map { (NameRule.id(ofFile: $0.element), $0.offset) }, uniquingKeysWith: min)
    }

    func sorted(_ stickers: [Sticker]) -> [Sticker] {
        stickers.sorted { one, other in
            let ranks = (places[one.id] ?? Int.max, places[other.id] ?? Int.max)
            return ranks.0 == ranks.1 ? one.id < other.id : ranks.0 < ranks.1
        }
    }
}

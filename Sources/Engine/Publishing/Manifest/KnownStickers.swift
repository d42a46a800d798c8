import JobModel
import StickerManifest

/// For each sticker of a pack, the position of the sticker with the same id in an earlier state of the pack.
struct KnownStickers {
    /// The position of a sticker in the earlier state.
    struct Place {
        var place: Int
        /// Whether the sticker is unchanged.
        var isSame: Bool
    }

    private let known: [Sticker]
    private var places: [Place?] = []

    /// Both lists usually have the same order, so equal stickers are found by walking through both lists in parallel.
    init(_ stickers: [Sticker], since known: [Sticker]) {
        self.known = known
        places.reserveCapacity(stickers.count)
        var next = 0
        for sticker in stickers {
            if next < known.count, known[next].isSameCopy(as: sticker) {
                places.append(Place(place: next, isSame: true))
                next += 1
                continue
            }
            if next + 1 < known.count, !known[next].hasID(of: sticker), known[next + 1].hasID(of: sticker) { next += 1 }
            if next < known.count, known[next].hasID(of: sticker) {
                places.append(Place(place: next, isSame: known[next] == sticker))
                next += 1
            } else {
                let place = known.firstIndex { $0.hasID(of: sticker) }
                places.append(place.map { Place(place: $0, isSame: known[$0] == sticker) })
            }
        }
    }

    subscript(number: Int) -> Place? { places[number] }

    func before(_ place: Place) -> Sticker { known[place.place] }
}

/// The encoded parts of a pack's earlier state, except the last part of each kind. The last part also contains data
/// other than sticker lines, so it is always encoded again.
struct KnownParts {
    typealias Parts = (app: ManifestPart?, review: ManifestPart?)

    private var found: [ObjectIdentifier: (lines: ArraySlice<StickerLines>, parts: Parts)] = [:]

    init(_ earlier: PackEncoding?) {
        guard let earlier, let lines = earlier.lines else { return }
        let pieces = ManifestPartsWriter.pieces(of: lines)
        let (app, review) = (earlier.entry.app ?? [], earlier.entry.review ?? [])
        for (number, piece) in pieces.enumerated().dropLast() {
            found[ObjectIdentifier(lines[piece.lowerBound])] = (
                lines[piece],
                (app.count == pieces.count ? app[number] : nil, review.count == pieces.count ? review[number] : nil)
            )
        }
    }

    /// The earlier parts that consist of exactly these lines. Nil if there are none.
    subscript(lines: ArraySlice<StickerLines>) -> Parts? {
        guard let first = lines.first, let known = found[ObjectIdentifier(first)],
            known.lines.elementsEqual(lines, by: ===)
        else { return nil }
        return known.parts
    }
}

extension Sticker {
    /// Whether two stickers have the same id.
    fileprivate func hasID(of other: Sticker) -> Bool { keys.id == other.keys.id && id == other.id }

    /// Whether the records of two stickers are the same.
    func hasSameRecord(as other: Sticker) -> Bool {
        isSameCopy(as: other)
            || fingerprint == other.fingerprint && StickerRecord(self) == StickerRecord(other)
    }
}

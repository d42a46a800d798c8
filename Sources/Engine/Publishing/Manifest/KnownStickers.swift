import JobModel
import StickerManifest

/// Finds the stickers of a pack in an earlier state of the pack, by their ids.
package struct KnownStickers {
    /// A sticker in the earlier state.
    package struct Place {
        package var place: Int
        /// Whether the sticker is unchanged.
        package var isSame: Bool
    }

    private let known: [Sticker]
    private var places: [Place?] = []

    /// Finds the stickers by walking both lists in parallel, because their order is usually the same.
    package init(_ stickers: [Sticker], since known: [Sticker]) {
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

    package subscript(number: Int) -> Place? { places[number] }

    func before(_ place: Place) -> Sticker { known[place.place] }
}

/// The parts of a pack that were written last, without the final part of each kind. A final part contains more than the
/// lines of its stickers, so the same lines do not prove that it is equal.
package struct KnownParts {
    package typealias Parts = (app: ManifestPart?, review: ManifestPart?)

    private var found: [ObjectIdentifier: (lines: ArraySlice<StickerLines>, parts: Parts)] = [:]

    package init(_ earlier: PackEncoding?) {
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

    /// The parts that contain exactly these lines. Nil if there are none.
    package subscript(lines: ArraySlice<StickerLines>) -> Parts? {
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

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
    /// The changed ranges of both lists.
    package let difference: ListDifference
    /// The places of the stickers in the changed range.
    private var places: [Place?] = []

    /// Compares the ids of all stickers between the unchanged ones at the start and at the end, because the order is
    /// usually the same.
    package init(_ stickers: [Sticker], since known: [Sticker]) {
        self.known = known
        difference = ListDifference(from: known, to: stickers) { $0.isSameCopy(as: $1) }
        places.reserveCapacity(difference.new.count)
        var next = difference.old.lowerBound
        for sticker in stickers[difference.new] {
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

    package subscript(number: Int) -> Place? {
        if number < difference.new.lowerBound { return Place(place: number, isSame: true) }
        if number >= difference.new.upperBound {
            return Place(place: number - difference.new.upperBound + difference.old.upperBound, isSame: true)
        }
        return places[number - difference.new.lowerBound]
    }

    /// Makes the list of one value per sticker from the list of the earlier state. The values of unchanged stickers at
    /// the start and at the end are copied together.
    ///
    /// - Parameters:
    ///   - earlier: one value per sticker of the earlier state. Nil if the values are unknown.
    ///   - value: returns the value of a sticker in the later state, by its number.
    func values<Value>(after earlier: [Value]?, count: Int, _ value: (Int) throws -> Value) rethrows -> [Value] {
        guard let earlier, earlier.count == known.count else { return try (0..<count).map(value) }
        var values: [Value] = []
        values.reserveCapacity(count)
        values += earlier[..<difference.old.lowerBound]
        for number in difference.new { values.append(try value(number)) }
        values += earlier[difference.old.upperBound...]
        return values
    }

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

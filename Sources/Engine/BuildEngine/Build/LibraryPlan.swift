import Intake
import JobModel
import Publishing

/// The plans of all packs. A pack is planned again only if an input of its plan has changed.
package struct LibraryPlan: Sendable {
    /// The plan of a pack, with all inputs of the plan.
    package struct PackPlan: Sendable {
        var pack: DroppedPack
        /// The readings of the sources, in the order of the listing.
        var readings: [SourceReading]
        /// The published identities of the sources, in the same order. Nil for unpublished sources.
        var identities: [PublishedSources.Identity?]
        var sources: [PlannedSource]

        /// The fingerprints of the sources that this plan would render. Stored results with these fingerprints are
        /// looked up.
        var wantedResults: [String] { sources.compactMap(\.task?.fingerprint) }

        /// Whether planning the pack again would give the same plan.
        func isCurrent(
            _ pack: DroppedPack, _ readings: [SourceReading], _ identities: [PublishedSources.Identity?],
            knowing knowledge: PlanKnowledge
        ) -> Bool {
            self.pack == pack && self.readings == readings && self.identities == identities
                && sources.allSatisfy { isCurrent($0, knowing: knowledge) }
        }

        /// The planned source with this path. Nil if the pack does not contain it.
        func source(at path: String) -> PlannedSource? { sources.place(of: path).map { sources[$0] } }

        /// Replaces some sources of the pack.
        ///
        /// - Parameters:
        ///   - paths: the paths of the replaced sources, including removed ones.
        ///   - part: the plan of the current sources at these paths. Nil if no sources exist there.
        mutating func replace(_ paths: Set<String>, by part: PackPlan?) {
            pack = part?.pack ?? pack
            for path in paths {
                let place = sources.firstPlace(notBefore: path)
                let isKnown = place < sources.count && sources[place].path == path
                if let part, let new = part.sources.place(of: path) {
                    let range = place..<(isKnown ? place + 1 : place)
                    readings.replaceSubrange(range, with: [part.readings[new]])
                    identities.replaceSubrange(range, with: [part.identities[new]])
                    sources.replaceSubrange(range, with: [part.sources[new]])
                } else if isKnown {
                    readings.remove(at: place)
                    identities.remove(at: place)
                    sources.remove(at: place)
                }
            }
        }

        private func isCurrent(_ planned: PlannedSource, knowing knowledge: PlanKnowledge) -> Bool {
            switch planned.step {
            case .reuse(let result) where planned.isHeldBack:
                planned.fingerprint.map { !knowledge.published.fingerprints.contains($0) } ?? false
                    || knowledge.hasFiles(of: result)
            case .reuse(let result): knowledge.hasFiles(of: result)
            case .render:
                planned.fingerprint.map { knowledge.results[$0] == nil && knowledge.made[$0] == nil } ?? false
            case .superseded, .duplicate: true
            case .wait: false
            }
        }
    }

    package internal(set) var packs: [PackPlan] = []
    /// The positions of the sources in `packs`, in the order of the listing.
    private var places: [(pack: Int, source: Int)] = []
    /// The number of sources that were planned again. The plans of the other sources were reused.
    package internal(set) var plannedCount = 0

    package init() {}

    /// Creates a plan that is only used as the previous plan of another plan.
    ///
    /// - Parameter packs: earlier plans. `sources` does not include their sources.
    init(earlier packs: [PackPlan]) {
        self.packs = packs
    }

    /// Creates a plan whose packs have readings but no planned sources yet.
    ///
    /// - Parameter readings: the readings of all packs, in the order of the listing.
    init(_ readings: [SourceReading], packs: [DroppedPack]) {
        let indices = Dictionary(packs.enumerated().map { ($1.id, $0) }) { first, _ in first }
        self.packs = packs.map { PackPlan(pack: $0, readings: [], identities: [], sources: []) }
        places.reserveCapacity(readings.count)
        for reading in readings {
            guard let index = indices[reading.art.pack] else { continue }
            places.append((index, self.packs[index].readings.count))
            self.packs[index].readings.append(reading)
        }
    }

    /// The planned sources of all packs, in the order of the listing.
    package var sources: [PlannedSource] { places.map { packs[$0.pack].sources[$0.source] } }

    /// Returns the plan with each source replaced by the result of `change`.
    func map(_ change: (PlannedSource) -> PlannedSource) -> LibraryPlan {
        var plan = self
        for index in plan.packs.indices { plan.packs[index].sources = plan.packs[index].sources.map(change) }
        return plan
    }
}

/// Which of the files that show the same sticker becomes it.
///
/// Files of a pack whose titles are equal but for case, and which differ in their ending or scale, are versions of one
/// sticker. Files whose whole names are equal but for case are not: they are taken for two stickers with similar names.
enum VersionChoice {
    /// The files by sticker, each with its best version first; in the order of those files' names.
    static func groups(of candidates: [ArtCandidate]) -> [[ArtCandidate]] {
        Dictionary(grouping: candidates, by: \.name.key).values
            .flatMap(separated)
            .sorted { $0[0].file.name < $1[0].file.name }
    }

    /// One group of versions, and every file whose name is that of the best version but for case as a group of its own.
    private static func separated(_ candidates: [ArtCandidate]) -> [[ArtCandidate]] {
        guard candidates.count > 1 else { return [candidates] }
        let ordered = candidates.sorted { $0.isPreferred(to: $1) }
        let best = ordered[0]
        let twins = ordered.dropFirst().filter { $0.nameKey == best.nameKey }
        let versions = ordered.dropFirst().filter { $0.nameKey != best.nameKey }
        return [[best] + versions] + twins.map { [$0] }
    }
}

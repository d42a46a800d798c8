import Intake

/// The decisions about stickers whose sources are not in the drop folder. A sticker is removed only if its decision
/// contains a `Witness`, which proves that the source is missing.
package struct Removals: Sendable {
    package enum Decision: Sendable, Hashable {
        /// The sticker is kept, because something could not be examined.
        case keep(Unknown)
        /// The sticker is kept at least until this time, because the source may come back.
        case wait(until: ContinuousClock.Instant)
        /// The sticker is kept until a person confirms its removal.
        case hold(Witness)
        /// The sticker is removed.
        case retire(Witness)
    }

    /// The decision about each source that is not present, by path.
    package internal(set) var decisions: [String: Decision] = [:]
    /// The missing sources, by path. A source that could not be examined is not included.
    package internal(set) var absences: [String: SourceAbsence] = [:]
    /// Whether the identity of the drop folder is unknown, so that no sticker may be removed.
    package internal(set) var lacksFolder = false
    /// The decision about all missing sources as a whole.
    package internal(set) var massDecision = MassRemovalCheck.Decision.proceed
    private let seen: DropView

    init(seen: DropView) { self.seen = seen }

    /// Creates a value without decisions, for the case that no published source is missing.
    package init(ofNothingIn seen: DropView) { self.init(seen: seen) }

    /// The decisions for a preview. All stickers of missing sources are removed, and no confirmation is needed.
    package static func preview(_ seen: DropView, sources: some Sequence<String>) -> Removals {
        var question = RemovalCase(
            sources: Dictionary(sources.map { ($0, RemovalCase.Source()) }) { first, _ in first }, seen: seen,
            policy: RemovalCase.Policy(massRemoval: MassRemovalCheck(share: 1)),
            library: RemovalCase.Library(published: 0), now: .now)
        question.folder = .preview
        return question.decide()
    }

    /// The hold that a person must confirm. Nil if there is none.
    package var hold: RemovalHold? { if case .held(let hold) = massDecision { hold } else { nil } }

    /// The paths of the missing sources whose stickers are removed.
    package var retired: Set<String> { paths { if case .retire = $0 { true } else { false } } }

    /// The paths of the sources that are not present and whose stickers are kept.
    package var kept: Set<String> { paths { if case .retire = $0 { false } else { true } } }

    /// Whether at least one sticker is kept only because the identity of the drop folder is unknown.
    package var needsFolder: Bool {
        lacksFolder && absences.keys.contains { if case .keep = decisions[$0] { true } else { false } }
    }

    /// The time of the next check. Nil if no decision depends on time.
    package var lookAgain: ContinuousClock.Instant? {
        decisions.values.compactMap { if case .wait(let end) = $0 { end } else { nil } }.min()
    }

    /// Whether the sticker of a source is kept although the source is not in the drop folder. True unless a decision
    /// removes it. False for a source that is present.
    ///
    /// - Parameter path: the path of a published source.
    package func keepsSticker(ofSource path: String) -> Bool {
        if let decision = decisions[path] {
            if case .retire = decision { false } else { true }
        } else if case .present = seen.source(at: path) {
            false
        } else {
            true
        }
    }

    /// The paths that could not be examined.
    package var unreadable: Set<String> { seen.unreadable }

    /// The decisions after a person has confirmed all removals on the command line.
    package func agreed() -> Removals {
        var agreed = self
        agreed.massDecision = .proceed
        for case (let path, .hold(let witness)) in decisions { agreed.decisions[path] = .retire(witness) }
        return agreed
    }

    /// Whether the sticker of a missing source is on hold. A hold because of other devices applies only to its pack
    /// folders.
    func holds(_ witness: Witness) -> Bool {
        guard let hold else { return false }
        return hold.packFolders?.contains(DropIndex.folder(ofFileAt: witness.path)) ?? true
    }

    private func paths(where isMatch: (Decision) -> Bool) -> Set<String> {
        Set(decisions.compactMap { isMatch($0.value) ? $0.key : nil })
    }
}

import Intake

/// The decisions about stickers whose sources are not in the drop folder. A sticker is removed only by a decision with
/// a witness.
package struct Removals: Sendable {
    package enum Decision: Sendable, Hashable {
        /// The sticker stays, because something could not be examined.
        case keep(Unknown)
        /// The sticker stays at least until this time: the source may come back.
        case wait(until: ContinuousClock.Instant)
        /// The sticker stays until a person agrees.
        case hold(Witness)
        /// The sticker is removed.
        case retire(Witness)
    }

    /// The decision about each requested source that is not present, by path.
    package internal(set) var decisions: [String: Decision] = [:]
    /// The sources that are missing, by path. A source that cannot be examined is not missing.
    package internal(set) var absences: [String: SourceAbsence] = [:]
    /// Whether the identity of the drop folder is unknown, so that no sticker may be removed.
    package internal(set) var lacksFolder = false
    /// The decision about all missing sources together.
    package internal(set) var massDecision = MassRemovalCheck.Decision.proceed
    private let seen: DropView

    init(seen: DropView) { self.seen = seen }

    /// No decisions, because nothing published is missing.
    package init(ofNothingIn seen: DropView) { self.init(seen: seen) }

    /// The decisions that are shown before a publication: everything that is missing is removed, and no person is
    /// asked.
    package static func preview(_ seen: DropView, sources: some Sequence<String>) -> Removals {
        var question = RemovalCase(
            sources: Dictionary(sources.map { ($0, RemovalCase.Source()) }) { first, _ in first }, seen: seen,
            policy: RemovalCase.Policy(massRemoval: MassRemovalCheck(share: 1)),
            library: RemovalCase.Library(published: 0), now: .now)
        question.folder = .preview
        return question.decide()
    }

    /// The reason to ask a person; nil if no sticker waits for an answer.
    package var hold: RemovalHold? { if case .held(let hold) = massDecision { hold } else { nil } }

    /// Paths of the missing sources whose stickers are removed.
    package var retired: Set<String> { paths { if case .retire = $0 { true } else { false } } }

    /// Paths of the sources that are not seen and whose stickers stay.
    package var kept: Set<String> { paths { if case .retire = $0 { false } else { true } } }

    /// Whether a sticker would be removed if the drop folder was known to be the same one.
    package var needsFolder: Bool {
        lacksFolder && absences.keys.contains { if case .keep = decisions[$0] { true } else { false } }
    }

    /// The time of the next check. Nil if nothing is awaited.
    package var lookAgain: ContinuousClock.Instant? {
        decisions.values.compactMap { if case .wait(let end) = $0 { end } else { nil } }.min()
    }

    /// Whether the sticker of a source stays although the source is not in the drop folder. It stays unless a decision
    /// with a witness removes it.
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

    /// The same decisions after a person has agreed on the command line to everything that is held.
    package func agreed() -> Removals {
        var agreed = self
        agreed.massDecision = .proceed
        for case (let path, .hold(let witness)) in decisions { agreed.decisions[path] = .retire(witness) }
        return agreed
    }

    /// Whether a missing source is held. A hold for folders on other devices applies only to these folders.
    func holds(_ witness: Witness) -> Bool {
        guard let hold else { return false }
        return hold.packFolders?.contains(DropIndex.folder(ofFileAt: witness.path)) ?? true
    }

    private func paths(where isMatch: (Decision) -> Bool) -> Set<String> {
        Set(decisions.compactMap { isMatch($0.value) ? $0.key : nil })
    }
}

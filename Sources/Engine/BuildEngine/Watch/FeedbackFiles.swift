import Decisions
import FileAccess
import Intake
import JobModel
import Publishing
import StickerManifest
import Texts

/// Writes notes for designers beside the sources. A file gets a note if it is rejected, unused or deferred for a long
/// time, or if its sticker was sent back. A note is removed when its reason no longer applies.
package struct FeedbackFiles {
    /// The notes that could not be written.
    package struct Outcome: Sendable {
        /// The absolute paths of folders in which notes could not be written.
        package var refusing: Set<String> = []
        /// The absolute paths at which another file prevents a note.
        package var occupied: Set<String> = []
    }

    /// The content of the notes.
    package struct Content: Sendable, Equatable {
        var rejected: [RejectedSource]
        /// The paths of sources that have been deferred for a long time.
        var waiting: Set<String>
        /// The unused files. Nil while the unused files are unknown. Existing notes about unused files are then kept.
        var unused: [UnusedFile]?
        /// The stickers that were sent back and whose source has not changed since the review.
        var sentBack: [SentBackSticker]

        package init(
            rejected: [RejectedSource] = [], waiting: Set<String> = [], unused: [UnusedFile]? = [],
            sentBack: [SentBackSticker] = []
        ) {
            (self.rejected, self.waiting, self.unused, self.sentBack) = (rejected, waiting, unused, sentBack)
        }
    }

    /// The maximum number of notes about unused files per folder.
    private static let mostUnused = 20

    /// The texts of existing notes, by absolute path.
    private var texts: [String: String]
    /// The content of the notes. Nil before the first update.
    private(set) var content: Content?
    /// Whether there are notes of an earlier run that have not been compared with the content yet.
    package private(set) var isOutdated = false
    /// The problems that were already reported.
    private var reported = Outcome()
    private let drop: String
    private let isOn: Bool
    /// The language of the notes.
    private let language: Texts

    /// Finds the notes of an earlier run.
    ///
    /// - Parameters:
    ///   - drop: the absolute path of the drop folder.
    ///   - isOn: whether notes are written. If false, existing notes are removed.
    ///   - others: the names of folders in the drop folder that are not searched for notes.
    ///   - texts: the language of the notes.
    package init(drop: String, isOn: Bool, besides others: Set<String> = [], _ texts: Texts) {
        self.drop = drop
        self.isOn = isOn
        language = texts
        self.texts = [:]
        find(in: FeedbackFiles.folders(of: drop) { !others.contains($0) })
    }

    /// Finds the notes of an earlier run in some packs.
    ///
    /// - Parameter folders: the names of the packs' folders.
    package mutating func include(_ folders: Set<String>) {
        find(in: FeedbackFiles.folders(of: drop) { folders.contains($0) })
        isOutdated = true
    }

    private mutating func find(in folders: [String]) {
        for path in folders {
            let notes = inFolder(path) { folder in
                var notes: [String: String] = [:]
                for name in folder.names() { notes["\(path)/\(name)"] = folder.text(of: name) }
                return notes
            }
            texts.merge(notes ?? [:]) { first, _ in first }
        }
    }

    /// The absolute paths of the drop folder, the pack folders, and the folders of frames in them.
    private static func folders(of drop: String, where isIncluded: (String) -> Bool) -> [String] {
        guard let walk = try? FolderWalk(drop) else { return [] }
        let all: [ScannedFile] = walk.contents(of: walk.top)?.folders ?? []
        let packs = all.filter { isIncluded($0.path) }
        let inner = packs.flatMap { walk.contents(of: $0)?.folders ?? [] }
        return ([walk.top] + packs + inner).map(\.absolutePath)
    }

    /// Writes, changes and removes notes, so that they match `content`.
    ///
    /// - Parameters:
    ///   - reasons: the deferrals of files, by path.
    ///   - places: the absolute paths of the sources, by path.
    /// - Returns: the notes that could not be written, except those that an earlier call returned.
    package mutating func update(_ content: Content, reasons: [String: Deferral], places: [String: String]) -> Outcome {
        self.content = content
        isOutdated = false
        var wanted: [String: String] = [:]
        func note(_ path: String, _ ending: String, _ text: String) {
            guard isOn, let place = places[path] ?? DropPlace.absolutePath(of: path, in: drop) else { return }
            wanted[place + ending] = text + FeedbackFileName.signature(language)
        }
        for source in content.rejected {
            note(source.path, FeedbackFileName.rejected, FeedbackFiles.text(about: source, language))
        }
        for path in content.waiting {
            guard let reason = reasons[path] else { continue }
            note(path, FeedbackFileName.waiting, FeedbackFiles.text(path, waits: reason, language))
        }
        for file in FeedbackFiles.bounded(content.unused ?? []) {
            note(file.path, FeedbackFileName.unused, FeedbackFiles.text(about: file, language))
        }
        for sticker in content.sentBack {
            note(sticker.path, FeedbackFileName.sentBack, SentBackNote(sticker, language).text)
        }
        if content.unused == nil, isOn {
            for (path, text) in texts where path.hasSuffix(FeedbackFileName.unused) { wanted[path] = text }
        }
        for path in texts.keys where wanted[path] == nil {
            let (folder, name) = FeedbackFiles.split(path)
            // If the folder does not respond, the next start removes the note.
            _ = inFolder(folder) { $0.remove(name) }
            texts[path] = nil
        }
        return news(in: write(wanted))
    }

    /// Writes removed notes again, if their sources still exist.
    ///
    /// - Returns: the notes that could not be written, except those that an earlier call returned.
    mutating func restore() -> Outcome {
        var gone: [String: String] = [:]
        for (folder, paths) in Dictionary(grouping: texts.keys, by: { FeedbackFiles.split($0).folder }) {
            let missing = inFolder(folder) { folder in
                var missing: [String] = []
                for path in paths {
                    let note = FeedbackFiles.split(path).name
                    guard !folder.exists(note), folder.exists(FeedbackFileName.subject(ofNote: note)) else { continue }
                    missing.append(path)
                }
                return missing
            }
            for path in missing ?? [] {
                gone[path] = texts[path]
                texts[path] = nil
            }
        }
        return news(in: write(gone))
    }

    /// Returns the problems of an outcome that have not been reported yet, and marks them as reported.
    private mutating func news(in outcome: Outcome) -> Outcome {
        defer {
            reported.refusing.formUnion(outcome.refusing)
            reported.occupied.formUnion(outcome.occupied)
        }
        return Outcome(
            refusing: outcome.refusing.subtracting(reported.refusing),
            occupied: outcome.occupied.subtracting(reported.occupied))
    }

    private mutating func write(_ wanted: [String: String]) -> Outcome {
        var outcome = Outcome()
        for (path, text) in wanted where texts[path] != text {
            let (parent, name) = FeedbackFiles.split(path)
            switch inFolder(parent, { $0.write(text, as: name) }) {
            case .written?: texts[path] = text
            case .occupied?: outcome.occupied.insert(path)
            case .refused?: outcome.refusing.insert(parent)
            case nil: break
            }
        }
        return outcome
    }

    /// Runs a closure on a folder.
    ///
    /// - Returns: the result of the closure. Nil if the folder does not exist or does not respond in time.
    private func inFolder<Value: Sendable>(
        _ path: String, _ body: @escaping @Sendable (borrowing FeedbackFolder) -> Value
    ) -> Value? {
        let entry = path.utf8.dropFirst(drop.utf8.count + 1).prefix { $0 != UInt8(ascii: "/") }
        let key = entry.isEmpty ? drop : "\(drop)/\(Substring(entry))"
        let value = TimedCalls.system.run(key) { [drop] () -> Value? in
            guard let folder = FeedbackFolder(path, in: drop) else { return nil }
            return body(folder)
        }
        return value ?? nil
    }

    /// The unused files that get a note, at most `mostUnused` per folder.
    private static func bounded(_ unused: [UnusedFile]) -> [UnusedFile] {
        var counts: [String: Int] = [:]
        return unused.filter { file in
            guard file.wantsNote else { return false }
            counts[split(file.path).folder, default: 0] += 1
            return counts[split(file.path).folder] ?? 0 <= mostUnused
        }
    }

    private static func split(_ path: String) -> (folder: String, name: String) {
        guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return ("", path) }
        return (String(path[..<slash]), String(path[path.utf8.index(after: slash)...]))
    }

    private static func text(about source: RejectedSource, _ texts: Texts) -> String {
        let kind = source.isPackFile ? "settings" : ItemKind(inPack: source.pack).noun
        let subject = texts("note.rejected.\(kind)", ["file": split(source.path).name])
        let reasons = source.findings.filter { $0.level == .error }.map { finding in
            let words = texts.words(of: finding)
            return [words.message, words.fix, words.detail].compactMap(\.self).joined(separator: "\n") + "\n"
        }
        let earlier = source.keepsEarlierVersion ? texts("note.rejected.keeps") + "\n\n" : ""
        return subject + "\n\n" + reasons.joined(separator: "\n") + "\n" + earlier
    }

    private static func text(_ path: String, waits deferral: Deferral, _ texts: Texts) -> String {
        let reason = "\(deferral)"
        let sentence = reason.hasSuffix(".") ? reason : reason + "."
        let translated = deferral.sentence(texts)
        let words = texts("note.waiting", ["file": split(path).name, "reason": translated ?? sentence])
        let detail = translated == nil ? "" : sentence + "\n"
        return "\(words)\n\(detail)\n\(texts("note.waiting.later"))\n\n"
    }

    private static func text(about file: UnusedFile, _ texts: Texts) -> String {
        let sentence = "\(split(file.path).name)\(file.isUnreadable ? ":" : " is") \(file.reason).\n"
        guard texts.language != .english else { return sentence + "\n" }
        let words = texts("note.unused", ["file": split(file.path).name, "reason": texts(file.reasonKey)])
        return "\(words)\n\(sentence)\n"
    }
}

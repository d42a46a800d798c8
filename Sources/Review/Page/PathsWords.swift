import Intake

/// Files to which the same thing happened, as a page lists them.
struct PathsWords {
    struct Entry {
        let path: String
        let hasReplacement: Bool
        /// The file that is used instead.
        let replacement: String

        init(path: String, replacement: String? = nil) {
            self.path = path
            hasReplacement = replacement != nil
            self.replacement = replacement ?? ""
        }
    }

    let title: String
    let count: String
    /// Whether they are shown before somebody asks for them.
    let isOpen: Bool
    let entries: [Entry]

    /// Everything that is neither published nor rejected, what somebody may want to mend first.
    static func all(of report: BuildReport) -> [PathsWords] {
        let groups =
            [
                group("Waiting", report.waiting.map { Entry(path: $0) }),
                group(
                    "Same picture as another file",
                    report.duplicates.map { Entry(path: $0.path, replacement: $0.to) }),
                group(
                    "A better file of the same name is used",
                    report.superseded.map { Entry(path: $0.path, replacement: $0.to) }),
            ]
            + [
                group(
                    "Settings to check",
                    report.ignored.filter { $0.detail != nil }.map { Entry(path: "\($0.path): \($0.explanation)") })
            ]
            + IgnoreReason.allCases.sorted { rank($0) < rank($1) }.map { reason in
                group(
                    "Left alone: \(reason.explanation)",
                    report.ignored.filter { $0.reason == reason && $0.detail == nil }.map { Entry(path: $0.path) },
                    opens: rank(reason) == 0)
            }
        return groups.compactMap { $0 }
    }

    private static func group(_ title: String, _ entries: [Entry], opens: Bool = true) -> PathsWords? {
        guard !entries.isEmpty else { return nil }
        return PathsWords(
            title: title, count: Figures.grouped(entries.count), isOpen: opens && entries.count <= 12,
            entries: entries)
    }

    /// 0 for what a person may have meant to be published, 1 for what belongs there.
    private static func rank(_ reason: IgnoreReason) -> Int { reason.isForPeople ? 0 : 1 }
}

import JobModel
import SheetModel
import StickerManifest
import Texts

extension RebuildReport {
    /// The result as one English sentence.
    package var headline: String { headline(.english) }

    /// The result as one sentence.
    func headline(_ texts: Texts) -> String {
        if run.mode == "verify" {
            guard needsPerson == 0 else { return texts("night.differences", ["count": needsPerson]) }
            return texts(run.remaining == 0 ? "night.same" : "night.same.part")
        }
        if needsPerson > 0 { return texts("night.attention", ["count": needsPerson]) }
        let isPreview = run.mode == "preview"
        guard !catalog.changes.isEmpty else { return texts(isPreview ? "night.nothing.preview" : "night.nothing") }
        let isAdded = catalog.changes.allSatisfy { $0.kind == .added }
        let key =
            isAdded
            ? (isPreview ? "night.added.preview" : "night.added")
            : (isPreview ? "night.changed.preview" : "night.changed")
        return texts(key, ["count": catalog.changes.count])
    }

    /// The facts below the headline.
    func facts(_ texts: Texts) -> [String] {
        let things = texts("number.sticker", ["count": catalog.stickers])
        var facts = [texts("night.fact.stickers", ["things": things, "size": texts.size(catalog.bytesAfter)])]
        if run.mode != "verify" { facts += BuildReport.Change.Kind.allCases.compactMap { changed($0, texts) } }
        if run.mode == "verify", !catalog.rejected.isEmpty {
            facts.append(texts("night.fact.rejected", ["count": catalog.rejected.count]))
        }
        if let changedSinceApproval = problems.changedSinceApproval {
            facts.append(texts("night.fact.approved", ["count": changedSinceApproval.count]))
        }
        if let sentBack = catalog.sentBack { facts.append(texts("sentBack.count", ["count": sentBack.count])) }
        let saved = savedAtLargest
        if saved != 0 {
            let size = texts.size(Int(clamping: saved.magnitude))
            facts.append(texts(saved > 0 ? "night.fact.saved" : "night.fact.more", ["size": size]))
        }
        facts.append(
            run.mode == "verify"
                ? texts("night.fact.verified", ["count": run.rendered])
                : texts("night.fact.rendered", ["count": run.rendered, "effort": run.effort]))
        if run.takenOver > 0 { facts.append(texts("night.fact.takenOver", ["count": run.takenOver])) }
        if run.remaining > 0 { facts.append(texts("night.fact.left", ["count": run.remaining])) }
        if let sheets = run.sheets { facts.append(sheets.sentence) }
        facts.append(texts("night.fact.checked", ["count": run.filesChecked]))
        facts.append(RebuildReport.duration(run.seconds, texts))
        return facts
    }

    /// The number of stickers with a kind of change, as text. For changed stickers, also the number of those with
    /// different pixels. Nil if there are none.
    private func changed(_ kind: BuildReport.Change.Kind, _ texts: Texts) -> String? {
        let all = catalog.changes.filter { $0.kind == kind }
        guard !all.isEmpty else { return nil }
        let words = texts("report.fact.\(kind.rawValue)", ["count": all.count])
        guard kind == .changed else { return words }
        let count = all.count(where: \.looksDifferent)
        let looks =
            switch count {
            case 0: texts("night.looks.none")
            case all.count: texts(count == 1 ? "night.looks.one" : "night.looks.all")
            default: texts("night.looks.some", ["count": count])
            }
        return texts("night.fact.looks", ["changed": words, "looks": looks])
    }

    /// The number of bytes by which the @3x files of stickers with unchanged sources have become smaller.
    private var savedAtLargest: Int {
        catalog.changes.filter { $0.kind == .changed && $0.hasSameSource }
            .reduce(0) { $0.addingWithinRange(max(0, $1.bytesBefore ?? 0) - max(0, $1.bytesAfter ?? 0)) }
    }

    static func duration(_ seconds: Double, _ texts: Texts) -> String {
        let whole = Int(clamping: seconds.rounded())
        if whole < 120 { return texts("night.seconds", ["value": texts.decimal(seconds, places: 1)]) }
        return whole < 7_200
            ? texts("night.minutes", ["minutes": whole / 60, "seconds": whole % 60])
            : texts("night.hours", ["hours": whole / 3_600, "minutes": whole / 60 % 60])
    }

    /// The summary for a terminal, a log or a hook.
    package func summaryLines(width: Int) -> [String] {
        let paper = TerminalParagraph(width: max(width, 40))
        var lines = paper.lines(headline + ".") + paper.lines(facts(.english).joined(separator: ", ") + ".")
        if let held = run.held { lines += paper.lines(held) }
        if let farm = run.farm { lines += paper.lines(farm.sentence) }
        let most = 20
        for listed in [approvalConcerns, problems.concerns + problems.waiting] {
            for concern in listed.prefix(most) { lines += paper.lines("✗ \(concern.sentence)", hanging: 2) }
            if listed.count > most { lines += paper.lines("… and \(listed.count - most) more: see the report") }
        }
        for rejection in catalog.rejected.prefix(most) {
            let reason = rejection.source.findings.first { $0.level == .error }?.message ?? ""
            lines += paper.lines("✗ \(rejection.source.path): rejected. \(reason)", hanging: 2)
        }
        if catalog.rejected.count > most {
            lines += paper.lines("… and \(catalog.rejected.count - most) more: see the report")
        }
        let returned = catalog.sentBack ?? []
        for sticker in returned.prefix(most) {
            lines += paper.lines(
                "↩ \(sticker.path): sent back. \(sticker.reason ?? Texts.english("report.sentBack.silent"))", hanging: 2
            )
        }
        if returned.count > most { lines += paper.lines("… and \(returned.count - most) more: see the report") }
        for repair in problems.repaired.prefix(most) {
            lines += paper.lines("✓ \(repair.sentence) It is repaired.", hanging: 2)
        }
        return lines
    }
}

import JobModel
import SheetModel
import StickerManifest
import Texts

extension RebuildReport {
    /// The result in one sentence.
    package var headline: String {
        if mode == "verify" {
            return needsPerson == 0
                ? (remaining == 0 ? "A rebuild gives the same bytes" : "The verified stickers have the same bytes")
                : "\(NumberFormat.count(needsPerson, "difference")) from what is published"
        }
        let would = mode == "preview"
        if needsPerson > 0 {
            return "\(NumberFormat.count(needsPerson, "item")) \(needsPerson == 1 ? "needs" : "need") attention"
        }
        guard !changes.isEmpty else { return would ? "Nothing would change" : "Nothing has changed" }
        let verb =
            changes.allSatisfy { $0.kind == .added } ? (would ? "be added" : "added") : would ? "change" : "changed"
        let stickers = NumberFormat.count(changes.count, "sticker")
        return would ? "\(stickers) would \(verb)" : "\(stickers) \(verb), and nothing needs attention"
    }

    /// The figures below the headline.
    var facts: [String] {
        var facts = ["\(NumberFormat.count(stickers, "sticker")), \(NumberFormat.size(bytesAfter)) at @3x"]
        if mode != "verify" {
            for kind in BuildReport.Change.Kind.allCases {
                let count = changes.count { $0.kind == kind }
                guard count > 0 else { continue }
                let other = changes.count { $0.kind == kind && $0.looksDifferent }
                let looks = kind == .changed ? ", \(RebuildReport.visibly(other, of: count))" : ""
                facts.append("\(NumberFormat.number(count)) \(kind.rawValue)\(looks)")
            }
        }
        if mode == "verify", !rejected.isEmpty {
            facts.append("\(NumberFormat.count(rejected.count, "source")) rejected")
        }
        if let sentBack { facts.append("\(NumberFormat.number(sentBack.count)) sent back") }
        if savedAtLargest > 0 { facts.append("\(NumberFormat.size(savedAtLargest)) saved at @3x") }
        if savedAtLargest < 0 { facts.append("\(NumberFormat.size(-savedAtLargest)) more at @3x") }
        facts.append(
            "\(NumberFormat.number(rendered)) rendered"
                + (mode == "verify" ? " as they were published" : " with effort \(effort)"))
        if takenOver > 0 { facts.append("\(NumberFormat.number(takenOver)) taken over from the night before") }
        if remaining > 0 { facts.append("\(NumberFormat.number(remaining)) left for the next night") }
        if let sheets { facts.append(sheets.sentence) }
        facts.append("\(NumberFormat.count(filesChecked, "published file")) checked")
        facts.append(RebuildReport.duration(seconds))
        return facts
    }

    /// The number of changed stickers with different pixels.
    private static func visibly(_ count: Int, of all: Int) -> String {
        switch count {
        case 0: "none with different pixels"
        case all: all == 1 ? "with different pixels" : "all with different pixels"
        default: "\(NumberFormat.number(count)) with different pixels"
        }
    }

    /// Bytes that the @3x files of stickers have fewer whose sources stayed the same.
    private var savedAtLargest: Int {
        changes.filter { $0.kind == .changed && $0.hasSameSource }
            .reduce(0) { $0.addingWithinRange(max(0, $1.bytesBefore ?? 0) - max(0, $1.bytesAfter ?? 0)) }
    }

    static func duration(_ seconds: Double) -> String {
        let whole = Int(clamping: seconds.rounded())
        if whole < 120 { return "\(NumberFormat.decimal(seconds, places: 1)) s" }
        return whole < 7_200 ? "\(whole / 60) min \(whole % 60) s" : "\(whole / 3_600) h \(whole / 60 % 60) min"
    }

    /// The summary for a terminal, a log or a hook.
    package func summaryLines(width: Int) -> [String] {
        let paper = TerminalParagraph(width: max(width, 40))
        var lines = paper.lines(headline + ".") + paper.lines(facts.joined(separator: ", ") + ".")
        if let held { lines += paper.lines(held) }
        if let farm { lines += paper.lines(farm.sentence) }
        let most = 20
        for concern in (concerns + waiting).prefix(most) { lines += paper.lines("✗ \(concern.sentence)", hanging: 2) }
        if concerns.count + waiting.count > most {
            lines += paper.lines("… and \(concerns.count + waiting.count - most) more: see the report")
        }
        for rejection in rejected.prefix(most) {
            let reason = rejection.source.findings.first { $0.level == .error }?.message ?? ""
            lines += paper.lines("✗ \(rejection.source.path): rejected. \(reason)", hanging: 2)
        }
        if rejected.count > most { lines += paper.lines("… and \(rejected.count - most) more: see the report") }
        let returned = sentBack ?? []
        for sticker in returned.prefix(most) {
            lines += paper.lines(
                "↩ \(sticker.path): sent back. \(sticker.reason ?? Texts.english("report.sentBack.silent"))", hanging: 2
            )
        }
        if returned.count > most { lines += paper.lines("… and \(returned.count - most) more: see the report") }
        for repair in repaired.prefix(most) {
            lines += paper.lines("✓ \(repair.sentence) It is repaired.", hanging: 2)
        }
        return lines
    }
}

import Foundation
import JobModel
import SheetModel
import StickerManifest
import TextEscaping

/// The rebuild report as JUnit XML for CI servers. Each pack is a test suite, and each sticker or rejected source is
/// a test case.
///
/// https://github.com/testmoapp/junitxml describes the common format. The text is valid according to the schema for
/// Ant (https://github.com/windyroad/JUnit-Schema), which is the strictest, and according to the schema of Jenkins
/// (xunit-plugin, junit-10.xsd).
package enum JUnitReport {
    private struct Case {
        var suite: String
        var name: String
        var seconds: Double?
        /// The kind and the message of the failure. Nil if the test case passed.
        var failure: (type: String, message: String)?
        var skipped: String?
    }

    /// The XML text of a report.
    ///
    /// - Parameter catalog: the published manifest, or the manifest that would be published.
    package static func xml(_ report: RebuildReport, catalog: Catalog) -> String {
        let times = Dictionary(report.run.times.map { ($0.path, Double($0.milliseconds) / 1000) }) { first, _ in first }
        let all = report.problems.concerns + report.approvalConcerns
        let concerns = Dictionary(all.map { ($0.path, $0.sentence) }) { first, _ in first }
        var reported: Set<String> = []
        var cases: [Case] = []
        for pack in catalog.publishedPacks {
            for sticker in pack.stickers {
                reported.insert(sticker.source.path)
                cases.append(
                    Case(
                        suite: pack.id, name: sticker.source.path, seconds: times[sticker.source.path],
                        failure: concerns[sticker.source.path].map { ("rebuild", $0) }))
            }
        }
        for rejection in report.catalog.rejected {
            let errors = rejection.source.findings.filter { $0.level == .error }
            let message = errors.map { "\($0.message) \($0.fix)" }.joined(separator: " ")
            // `verify` checks only published files, so a rejected source is not a failure.
            let isFailure = report.run.mode != "verify"
            cases.append(
                Case(
                    suite: rejection.source.pack, name: "\(rejection.source.path): refused", seconds: nil,
                    failure: isFailure ? (errors.first?.rule ?? "rejected", message) : nil,
                    skipped: isFailure ? nil : message))
        }
        for concern in report.problems.concerns where !reported.contains(concern.path) {
            cases.append(
                Case(suite: "integrity", name: concern.path, seconds: nil, failure: ("integrity", concern.sentence)))
        }
        for repair in report.problems.repaired {
            cases.append(Case(suite: "integrity", name: "\(repair.path): repaired", seconds: nil, failure: nil))
        }
        for waiting in report.problems.waiting {
            cases.append(
                Case(suite: "waiting", name: waiting.path, seconds: nil, failure: nil, skipped: waiting.sentence))
        }
        return text(cases, time: report.run.time)
    }

    private static func text(_ cases: [Case], time: Date) -> String {
        // The schema for Ant requires a time without a time zone.
        let stamp = time.formatted(.iso8601).prefix(19)
        let suites = Dictionary(grouping: cases, by: \.suite).sorted { $0.key < $1.key }
        var lines = ["<?xml version=\"1.0\" encoding=\"UTF-8\"?>"]
        lines.append("<testsuites>")
        for (id, (name, cases)) in suites.enumerated() {
            let seconds = cases.reduce(0) { $0 + ($1.seconds ?? 0) }
            lines.append(
                "  <testsuite id=\"\(id)\" package=\"stickerd\" name=\"\(escaped(name))\"\(counts(cases)) "
                    + "time=\"\(plain(seconds))\" timestamp=\"\(stamp)\" hostname=\"localhost\">")
            lines.append("    <properties/>")
            for one in cases {
                let head =
                    "    <testcase classname=\"\(escaped(name))\" name=\"\(escaped(one.name))\" "
                    + "time=\"\(plain(one.seconds ?? 0))\""
                if let failure = one.failure {
                    lines.append(head + ">")
                    lines.append(
                        "      <failure type=\"\(escaped(failure.type))\" message=\"\(escaped(failure.message))\"/>")
                    lines.append("    </testcase>")
                } else if let skipped = one.skipped {
                    lines += [head + ">", "      <skipped message=\"\(escaped(skipped))\"/>", "    </testcase>"]
                } else {
                    lines.append(head + "/>")
                }
            }
            lines += ["    <system-out/>", "    <system-err/>", "  </testsuite>"]
        }
        return (lines + ["</testsuites>", ""]).joined(separator: "\n")
    }

    private static func counts(_ cases: [Case]) -> String {
        " tests=\"\(cases.count)\" failures=\"\(cases.count { $0.failure != nil })\" errors=\"0\" "
            + "skipped=\"\(cases.count { $0.skipped != nil })\""
    }

    /// A number of seconds without thousands separators.
    private static func plain(_ seconds: Double) -> String {
        NumberFormat.decimal(seconds, places: 3).filter { $0 != "," }
    }

    /// Replaces control characters, which are not allowed in XML but can occur in file names.
    private static func escaped(_ text: String) -> String {
        var clean = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            let isAllowed = scalar.value >= 0x20 && scalar.value != 0xFFFE && scalar.value != 0xFFFF
            clean.append(isAllowed ? scalar : "\u{FFFD}")
        }
        return MarkupText.escaped(String(clean))
    }
}

import Foundation

/// What hooks are told: programs read it as JSON on standard input, addresses get it posted. Its keys are documented in
/// docs/operations.md; new ones may come, those that are there stay.
package struct HookEvent: Codable, Sendable, Equatable {
    package enum Kind: String, Codable, Sendable, CaseIterable {
        /// Stickers have been published, new ones or new versions.
        case published
        /// Art was refused.
        case rejected
        /// The machine stands in the way, and no art is to blame.
        case problem
        /// A rebuild has ended.
        case rebuilt
    }

    /// A sticker that was published.
    package struct Sticker: Codable, Sendable, Equatable {
        package var id: String
        package var label: String
        /// Of its largest file, relative to the output folder.
        package var path: String
        /// Of that file.
        package var bytes: Int

        package init(id: String, label: String, path: String, bytes: Int) {
            self.id = id
            self.label = label
            self.path = path
            self.bytes = bytes
        }
    }

    /// A file that was refused.
    package struct Rejection: Codable, Sendable, Equatable {
        /// Relative to the drop folder.
        package var path: String
        /// What is wrong, with the measured value and the limit.
        package var reason: String
        package var mend: String

        package init(path: String, reason: String, mend: String) {
            self.path = path
            self.reason = reason
            self.mend = mend
        }
    }

    package var event: Kind
    /// Of the first thing it tells of.
    package var time: Date
    /// The pack's id; nil for a problem.
    package var pack: String?
    package var stickers: [Sticker]
    package var rejected: [Rejection]
    /// A sentence; nil where there is none.
    package var problem: String?
    /// What a rebuild came to, in a few lines; nil for everything else.
    package var summary: String? = nil
    /// How many more there are than are listed.
    package var more: Int
    /// Absolute path of the report.
    package var report: String

    /// Stickers of a pack that have been published.
    package static func published(
        _ stickers: [Sticker], pack: String, report: String, at time: Date = Date()
    ) -> HookEvent {
        HookEvent(
            event: .published, time: time, pack: pack, stickers: stickers, rejected: [], problem: nil, more: 0,
            report: report
        ).bounded
    }

    /// Files of a pack that were refused.
    package static func rejected(
        _ rejected: [Rejection], pack: String, report: String, at time: Date = Date()
    ) -> HookEvent {
        HookEvent(
            event: .rejected, time: time, pack: pack, stickers: [], rejected: rejected, problem: nil, more: 0,
            report: report
        ).bounded
    }

    /// Something that a person has to mend before the service can go on.
    package static func problem(_ sentence: String, report: String, at time: Date = Date()) -> HookEvent {
        HookEvent(
            event: .problem, time: time, pack: nil, stickers: [], rejected: [], problem: sentence, more: 0,
            report: report)
    }

    /// A rebuild that has ended.
    ///
    /// - Parameter needsPerson: how many things a person has to look at.
    package static func rebuilt(
        _ summary: String, needsPerson: Int, report: String, at time: Date = Date()
    ) -> HookEvent {
        HookEvent(
            event: .rebuilt, time: time, pack: nil, stickers: [], rejected: [], problem: nil,
            summary: String(summary.prefix(8_000)), more: needsPerson, report: report)
    }
}

import Foundation
import GRDB
import Glibc
import JobModel

/// Repairs the database and the journal of decisions. Records that are missing or damaged in one of them are copied
/// from the other. No decision is removed, so afterwards both contain every intact decision of either of them.
///
/// The caller must hold the lock of the folder. All methods block.
package struct DecisionRepair {
    /// The path of the database.
    private let path: String
    private let journal: DecisionJournal
    private let notice: @Sendable (String) -> Void

    /// - Parameter notice: called with a message about each repair, and about each repair that failed.
    package init(folder: String, notice: @escaping @Sendable (String) -> Void) {
        path = folder + "/" + DecisionStore.fileName
        journal = DecisionJournal(folder: folder)
        self.notice = notice
    }

    /// Checks and repairs both files.
    ///
    /// - Returns: the database, and the number of its decisions.
    /// - Throws: `DecisionError`.
    package func run() throws -> (queue: DatabaseQueue, count: Int) {
        do {
            let kept = try journal.read()
            let wasThere = access(path, F_OK) == 0
            let queue: DatabaseQueue
            let stored: [DecisionRecord]
            switch try DecisionDatabase(path: path).open() {
            case .usable(let opened, let records, damaged: 0):
                let missing = DecisionRepair.missing(in: records, from: kept?.records ?? [])
                try DecisionRepair.insert(missing, into: opened)
                (queue, stored) = (opened, records + missing)
                if !missing.isEmpty { report(restored: missing.count, wasThere: wasThere) }
            case .usable(let opened, let records, let damaged):
                try? opened.close()
                let reason = "\(count(damaged)) in it \(damaged == 1 ? "is" : "are") damaged (wrong checksum)"
                (queue, stored) = try rebuilt(from: records, kept, damaged: damaged, because: reason)
            case .useless(let reason, let records):
                // Without a journal, nothing can be restored. The file is then left unchanged, because it may belong
                // to another program.
                guard kept?.records.isEmpty == false else {
                    throw DecisionError.foreign(path: path, detail: reason)
                }
                (queue, stored) = try rebuilt(from: records, kept, damaged: 0, because: reason)
            }
            try bringJournal(kept, inLineWith: stored)
            return (queue, stored.count)
        } catch let error as DatabaseError {
            throw DecisionError.store(error, path: path)
        }
    }

    /// Creates a new database from the readable records of the old one and from the journal.
    private func rebuilt(
        from intact: [DecisionRecord], _ kept: DecisionJournal.Content?, damaged: Int, because reason: String
    ) throws -> (DatabaseQueue, [DecisionRecord]) {
        let restored = DecisionRepair.missing(in: intact, from: kept?.records ?? [])
        let aside = try DecisionDatabase(path: path).setAside()
        guard case .usable(let queue, _, _) = try DecisionDatabase(path: path).open() else {
            throw DecisionError.store(path: path, detail: "a new file was created but cannot be read")
        }
        try DecisionRepair.insert(intact + restored, into: queue)
        let lost = max(0, damaged - restored.count)
        var text =
            "\(path): \(reason). It was renamed to \(aside), and \(count(restored.count)) "
            + "\(restored.count == 1 ? "was" : "were") restored from \(DecisionJournal.fileName). Check the disk."
        if lost > 0 {
            text += " \(count(lost)) could not be restored: the journal does not contain \(lost == 1 ? "it" : "them")."
        }
        notice(text)
        return (queue, intact + restored)
    }

    private func report(restored: Int, wasThere: Bool) {
        let what = wasThere ? "lacked \(count(restored))" : "was missing"
        notice(
            "\(path) \(what): \(count(restored)) \(restored == 1 ? "was" : "were") restored from "
                + "\(DecisionJournal.fileName).")
    }

    private func bringJournal(_ kept: DecisionJournal.Content?, inLineWith stored: [DecisionRecord]) throws {
        let absent = DecisionRepair.absent(stored, in: kept?.records ?? [])
        guard let kept else {
            guard !stored.isEmpty else { return }
            try journal.append(absent)
            return notice(
                "\(journal.path) was missing and was written again from \(DecisionStore.fileName): "
                    + "\(count(stored.count)).")
        }
        guard kept.damagedLines.isEmpty else { return try replaceJournal(kept, stored: stored, absent: absent.count) }
        if kept.isTorn {
            try journal.cut(to: kept.completeBytes)
            notice("\(journal.path): the last line was incomplete, as after a power failure, and was removed.")
        }
        guard !absent.isEmpty else { return }
        try journal.append(absent)
        notice(
            "\(journal.path) lacked \(count(absent.count)), which \(absent.count == 1 ? "was" : "were") added from "
                + "\(DecisionStore.fileName)."
        )
    }

    private func replaceJournal(_ kept: DecisionJournal.Content, stored: [DecisionRecord], absent: Int) throws {
        let aside = DecisionDatabase.free("\(journal.path).damaged-")
        // The old journal gets a second name instead of being renamed, because it must exist until the new one is
        // written.
        _ = link(journal.path, aside)
        try journal.replace(with: stored.sorted { $0.number < $1.number })
        let lines = kept.damagedLines.prefix(5).map(String.init).joined(separator: ", ")
        let lost = max(0, kept.damagedLines.count - absent)
        notice(
            "\(journal.path): \(kept.damagedLines.count == 1 ? "line" : "lines") \(lines)"
                + "\(kept.damagedLines.count > 5 ? ", …" : "") \(kept.damagedLines.count == 1 ? "is" : "are") damaged. "
                + "The file was kept as \(aside) and written again from \(DecisionStore.fileName)"
                + (lost == 0
                    ? "; no decision is lost. " : "; \(count(lost)) \(lost == 1 ? "is" : "are") in neither file. ")
                + "Check the disk.")
    }

    /// The records of the journal that the database does not have. If their numbers are in use, they get unused
    /// numbers.
    private static func missing(in stored: [DecisionRecord], from journal: [DecisionRecord]) -> [DecisionRecord] {
        let known = Set(stored.map(\.identity))
        var numbers = Set(stored.map(\.number))
        var next = (stored.map(\.number) + journal.map(\.number)).max().map { $0 + 1 } ?? 1
        let batch = next
        var seen: Set<DecisionRecord.Identity> = []
        return journal.compactMap { record in
            guard !known.contains(record.identity), seen.insert(record.identity).inserted else { return nil }
            var record = record
            if !numbers.insert(record.number).inserted {
                // The files come from different backups, so the same number belongs to different decisions. The record
                // of the journal is then added like an imported decision.
                (record.number, record.batch) = (next, batch)
                numbers.insert(next)
                next += 1
            }
            return record
        }
    }

    /// The records of the database that the journal does not have.
    private static func absent(_ stored: [DecisionRecord], in journal: [DecisionRecord]) -> [DecisionRecord] {
        let known = Set(journal.map(\.identity))
        return stored.filter { !known.contains($0.identity) }.sorted { $0.number < $1.number }
    }

    private static func insert(_ records: [DecisionRecord], into queue: DatabaseQueue) throws {
        guard !records.isEmpty else { return }
        try queue.write { db in
            for record in records { try record.insert(db) }
        }
    }

    private func count(_ number: Int) -> String {
        "\(NumberFormat.number(number)) \(number == 1 ? "decision" : "decisions")"
    }
}

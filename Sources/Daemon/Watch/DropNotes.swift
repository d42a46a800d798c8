import Foundation
import Pipeline
import StickerCatalog

/// Answers where designers are: a text file beside each file that was rejected, or that waits for long, which goes away
/// by itself when the file is good again.
struct DropNotes {
    /// The end of every note, by which ours are told from a file that somebody happened to name alike.
    private static let signature = "(This note was written by stickerd, which removes it when it is no longer true.)\n"

    /// Notes that are there, by absolute path.
    private var standing: [String: String]
    private let isOn: Bool

    /// Finds the notes that an earlier run left.
    ///
    /// - Parameters:
    ///   - drop: absolute path of the drop folder.
    ///   - isOn: whether notes are written; those that are there go if not.
    init(drop: String, isOn: Bool) {
        self.isOn = isOn
        standing = [:]
        let files = FileManager.default
        let top = (try? files.contentsOfDirectory(atPath: drop)) ?? []
        let folders = [drop] + top.map { "\(drop)/\($0)" }
        for folder in folders {
            for name in (try? files.contentsOfDirectory(atPath: folder)) ?? []
            where OwnNotes.isNote(name) {
                let path = "\(folder)/\(name)"
                if let text = try? String(contentsOfFile: path, encoding: .utf8), text.hasSuffix(DropNotes.signature) {
                    standing[path] = text
                }
            }
        }
    }

    /// Brings the notes in line. It reads and writes files.
    ///
    /// - Parameters:
    ///   - rejected: what was rejected.
    ///   - waiting: why files wait, by their paths.
    ///   - places: absolute paths of the art, by path.
    /// - Returns: folders that take no note, by absolute path.
    mutating func update(rejected: [RejectedSource], waiting: [String: String], places: [String: String]) -> Set<String>
    {
        var wanted: [String: String] = [:]
        if isOn {
            for source in rejected {
                if let place = places[source.path] {
                    wanted[place + OwnNotes.rejected] = DropNotes.text(about: source)
                }
            }
            for (path, reason) in waiting {
                if let place = places[path] { wanted[place + OwnNotes.waiting] = DropNotes.text(path, waits: reason) }
            }
        }
        var refusing: Set<String> = []
        for path in standing.keys where wanted[path] == nil {
            unlink(path)
            standing[path] = nil
        }
        for (path, text) in wanted where standing[path] != text {
            do {
                try Data(text.utf8).write(to: URL(filePath: path), options: .atomic)
                standing[path] = text
            } catch {
                refusing.insert(URL(filePath: path).deletingLastPathComponent().path)
            }
        }
        return refusing
    }

    private static func text(about source: RejectedSource) -> String {
        let name = source.path.split(separator: "/").last ?? ""
        let reasons = source.findings.filter { $0.level == .error }.map { "\($0.message)\n\($0.mend)\n" }
        let earlier = source.keepsEarlierVersion ? "The last good version stays published until then.\n\n" : ""
        return "\(name) was not made into a sticker.\n\n" + reasons.joined(separator: "\n") + "\n" + earlier + signature
    }

    private static func text(_ path: String, waits reason: String) -> String {
        let name = path.split(separator: "/").last ?? ""
        return "\(name) is not a sticker yet: \(reason).\n\nIt is taken up by itself as soon as that is over.\n\n"
            + signature
    }
}

import Foundation
import StickerManifest

/// Unused files below `assets/` that are kept for a while, because a reader of the previous manifest may still need
/// them. The list is a hidden file in the output folder, where every program that examines the folder can find it. If
/// the list is lost, the files are kept for another full period.
package struct RetiredFiles: Sendable, Equatable {
    package static let fileName = ".retired"

    /// The time at which each file was first found unused, in seconds since 1970, by path.
    private var times: [String: Int] = [:]

    /// Reads the list of an output folder.
    init(in folder: OutputFolder) {
        guard let text = folder.read(RetiredFiles.fileName, limit: 1 << 28) else { return }
        for line in text.split(separator: UInt8(ascii: "\n")) {
            let parts = line.split(separator: UInt8(ascii: " "), maxSplits: 1)
            guard parts.count == 2, let time = Int(String(decoding: parts[0], as: UTF8.self)) else { continue }
            let name = String(decoding: parts[1], as: UTF8.self)
            // If a file is in the list more than once, the first time is used.
            if times[name] == nil { times[name] = time }
        }
    }

    /// The paths of the unused files that are still kept in an output folder.
    package static func names(in folder: OutputFolder) -> Set<String> {
        Set(RetiredFiles(in: folder).times.keys)
    }

    /// Adds unused files to the list, and returns the files whose period has ended.
    ///
    /// - Parameters:
    ///   - unnamed: the unused files, relative to the output folder.
    ///   - grace: the number of seconds for which unused files are kept.
    ///   - areNew: whether the files were in use until now. If true, they are only appended to the list. The whole
    /// list is read only if its first file is overdue by a tenth of `grace`. The cost of a publication is therefore
    /// independent of the number of listed files.
    /// - Returns: the files to remove now. This includes files from earlier calls, which may be in use again.
    /// - Throws: `PublishError`.
    package static func expired(
        _ unnamed: Set<String>, in folder: OutputFolder, after grace: Int, areNew: Bool = false
    ) throws -> Set<String> {
        let now = Int(Date().timeIntervalSince1970)
        if areNew, grace > 0, let first = firstTime(in: folder), first <= now, now - first < grace + grace / 10 {
            let staying = unnamed.filter(mayStay)
            if !staying.isEmpty {
                // Starts with a newline, so that an unfinished line of a killed process stays separate.
                let text = staying.sorted().map { "\n\(now) \($0)" }.joined() + "\n"
                try folder.append(Array(text.utf8), to: fileName)
            }
            return unnamed.subtracting(staying)
        }
        var retired = RetiredFiles(in: folder)
        guard !retired.times.isEmpty || (grace > 0 && !unnamed.isEmpty) else { return unnamed }
        let before = retired
        let gone = retired.retire(unnamed, at: now, for: grace)
        if retired != before { try retired.write(to: folder) }
        return gone
    }

    /// The time of the first entry in the list, in seconds since 1970. Nil if the list is empty.
    private static func firstTime(in folder: OutputFolder) -> Int? {
        let line = folder.start(of: fileName, bytes: 64).split(separator: UInt8(ascii: "\n")).first
        let time = line?.split(separator: UInt8(ascii: " ")).first
        return time.flatMap { Int(String(decoding: $0, as: UTF8.self)) }
    }

    private func write(to folder: OutputFolder) throws {
        guard !times.isEmpty else { return try folder.remove(RetiredFiles.fileName) }
        // Sorted by time, because `firstTime` reads only the first entry.
        let text = times.sorted { ($0.value, $0.key) < ($1.value, $1.key) }.map { "\($0.value) \($0.key)\n" }.joined()
        try folder.write(Array(text.utf8), to: RetiredFiles.fileName, isDurable: false)
    }

    /// Adds files to the list, and removes files whose period has ended from it.
    ///
    /// - Parameters:
    ///   - unnamed: the unused files, relative to the output folder.
    ///   - now: the current time in seconds since 1970.
    ///   - grace: the number of seconds for which unused files are kept.
    /// - Returns: the files to remove now. Some of them may be in use again.
    private mutating func retire(_ unnamed: Set<String>, at now: Int, for grace: Int) -> Set<String> {
        var gone: Set<String> = []
        for name in unnamed where times[name] == nil {
            if grace > 0, RetiredFiles.mayStay(name) { times[name] = now } else { gone.insert(name) }
        }
        for (name, time) in times {
            // If the clock was set back, the time is corrected, so that the file is not kept longer than `grace`.
            if time > now { times[name] = now }
            if now - time >= grace {
                times[name] = nil
                gone.insert(name)
            }
        }
        return gone
    }

    /// Whether a file has a content-addressed name. Only such files are kept for readers of an earlier manifest.
    private static func mayStay(_ name: String) -> Bool {
        let parts = name.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 2, parts[0] == "assets", let digest = parts[1].split(separator: ".").first else {
            return false
        }
        return ManifestPart.isDigest(String(digest))
    }
}

extension Publisher {
    /// The unused files that are removed now. All others are added to the list.
    ///
    /// - Parameter areNew: whether the files were in use until now.
    func expired(_ unnamed: Set<String>, since publication: Publication, areNew: Bool) throws -> Set<String> {
        let gone = try RetiredFiles.expired(unnamed, in: folder, after: publication.graceSeconds, areNew: areNew)
        let again = gone.subtracting(unnamed)
        return again.isEmpty ? gone : gone.subtracting(publication.named(again))
    }
}

extension Publication {
    /// The files among the given ones that this publication or packs outside of it use.
    fileprivate func named(_ paths: Set<String>) -> Set<String> {
        var named = paths.intersection(kept)
        for path in paths where names.isNamed(asset: path) { named.insert(path) }
        if let manifest { named.formUnion(manifest.documents(among: paths)) }
        return named.union(namedElsewhere(paths.subtracting(named)))
    }
}

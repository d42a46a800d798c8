import EngineSupport
import FileAccess
import Foundation
import JobModel

/// Whether stickers may be retired now. It remembers the drop folder, and what a person agreed to, in the state folder:
///
/// - `drop.json`, written by the daemon: the folder's identity, the mounts below it, and the hold while there is one;
/// - `accepted-removals.json`, written by `stickerd accept-removals`: the hold that a person has read and agreed to.
///   It counts once, for that folder and for no more sources than were gone then.
package struct DeletionGuard: Sendable {
    /// What `drop.json` says.
    private struct Memory: Codable, Hashable {
        var identity: FolderIdentity?
        var hold: RemovalHold?
        /// The identities of the mounts below the drop folder, by path relative to it.
        var mounts: [String: String]?

        private enum CodingKeys: String, CodingKey {
            case identity, mounts
            case hold = "freeze"
        }
    }

    let drop: String
    private let state: String
    private let massChange: MassRemovalCheck
    private let mountsBelow: @Sendable (String) -> [String: String]?

    /// - Parameters:
    ///   - drop: the path of the drop folder.
    ///   - state: the path of the state folder, which must be there.
    ///   - mounts: the identities of the mounts below a folder, by path relative to it; nil if they are not known.
    package init(
        drop: String, state: String, massChange: MassRemovalCheck,
        mounts: @escaping @Sendable (String) -> [String: String]? = {
            MountTable.current?.mounts(below: $0).mapValues(\.identity)
        }
    ) {
        self.drop = drop
        self.state = state
        self.massChange = massChange
        mountsBelow = mounts
    }

    /// The mounts below the drop folder now, in the form in which they are remembered; nil if they are not known.
    package var currentMounts: [String: String]? { mountsBelow(drop) }

    /// Remembers mounts below the drop folder that are not known yet. It reads and writes files.
    ///
    /// - Throws: `EngineError` when the state cannot be written.
    package func remember(mounts: [String: String]) throws {
        let memory = memory
        guard memory.identity != nil else { return }
        var now = memory
        now.mounts = (memory.mounts ?? [:]).merging(mounts) { known, _ in known }
        try save(now, over: memory)
    }

    /// The paths at which something else is mounted than what is remembered, or nothing.
    package var exchangedMounts: Set<String> {
        guard let before = memory.mounts, let now = currentMounts else { return [] }
        return Set(before.keys).union(now.keys).filter { before[$0] != now[$0] }
    }

    /// Asks whether the sources that are gone may be retired, and remembers the answer. It reads and writes files.
    ///
    /// - Parameters:
    ///   - known: the sources that have published stickers.
    ///   - present: the sources that a listing found; made before this is called.
    ///   - knownCount: how many have published stickers, where `known` has only those of them that are gone, and `present`
    ///     only those that are new.
    ///   - unchangedCount: how many of those with published stickers are there with the size and time that they had; nil
    ///     where `known` and `present` have all.
    ///   - isEmpty: whether there is no art at all in the drop folder; nil where `present` has all of it.
    ///   - otherDevices: pack folders that are on another device than the sources that are missing in them.
    ///   - isOutdated: whether the listing is of another folder, or of other mounts, than those that are there now.
    /// - Throws: `IntakeError` when the drop folder is not there; `EngineError` when the state cannot be written.
    package func decision(
        known: [String: FileStat], present: [String: FileStat], knownCount: Int? = nil, unchangedCount: Int? = nil,
        isEmpty: Bool? = nil, otherDevices: Set<String> = [], isOutdated: Bool = false
    ) throws -> MassRemovalCheck.Decision {
        if isOutdated, known.contains(where: { present[$0.key] == nil }) { return .outdated }
        let memory = memory
        var now = try FolderIdentity(of: drop)
        let decision = massChange.decision(
            on: .init(
                known: known, present: present, before: memory.identity, now: now, knownCount: knownCount,
                unchangedCount: unchangedCount ?? known.count { present[$0.key]?.hasSameContent(as: $0.value) == true },
                isEmpty: isEmpty ?? present.isEmpty, otherDevices: otherDevices))
        // Of a part of the drop folder, nothing says that a share that is not mounted is no longer needed.
        var isWhole = knownCount == nil
        switch decision {
        case .held(let hold) where !isAccepted(hold):
            try save(Memory(identity: memory.identity, hold: hold, mounts: memory.mounts), over: memory)
            return decision
        case .held:
            isWhole = true
        case .outdated:
            return decision
        case .proceed:
            // What a person agreed to has been done, or is no longer needed.
            unlink(acceptancePath)
        }
        if now.mark == nil {
            let isSame = memory.identity?.isSameFolder(as: now) ?? false
            now.mark = FolderMarker.write(isSame ? memory.identity?.mark : nil, in: drop)
        }
        var mounts = currentMounts ?? memory.mounts ?? [:]
        if !isWhole { mounts.merge(memory.mounts ?? [:]) { _, known in known } }
        try save(Memory(identity: now, hold: nil, mounts: mounts), over: memory)
        return .proceed
    }

    /// Remembers the drop folder of an output in which nothing is published yet, and marks it. It reads and writes files.
    ///
    /// - Throws: as `decision`.
    package func meet() throws {
        let memory = memory
        guard memory.identity == nil else { return }
        var now = try FolderIdentity(of: drop)
        if now.mark == nil { now.mark = FolderMarker.write(nil, in: drop) }
        try save(Memory(identity: now, hold: memory.hold, mounts: currentMounts), over: memory)
    }

    /// The hold that the daemon last reported; nil when stickers may be retired.
    package static func hold(inState state: String) -> RemovalHold? {
        read(Memory.self, from: state + "/drop.json")?.hold
    }

    /// A person agrees to what a hold keeps from being retired.
    ///
    /// - Throws: `EngineError` when the state folder cannot be written to.
    package static func accept(_ hold: RemovalHold, inState state: String) throws {
        try write(hold, to: state + "/accepted-removals.json")
    }

    private var memory: Memory { Self.read(Memory.self, from: state + "/drop.json") ?? Memory() }
    private var acceptancePath: String { state + "/accepted-removals.json" }

    private func isAccepted(_ hold: RemovalHold) -> Bool {
        guard let accepted = Self.read(RemovalHold.self, from: acceptancePath) else { return false }
        return hold.isCovered(by: accepted)
    }

    private func save(_ memory: Memory, over before: Memory) throws {
        if memory != before { try Self.write(memory, to: state + "/drop.json") }
    }

    /// Nil for a file that is missing or damaged: then the folder is met for the first time.
    private static func read<Value: Decodable>(_ type: Value.Type, from path: String) -> Value? {
        guard let data = FileManager.default.contents(atPath: path) else { return nil }
        return try? JSONDecoder().decode(type, from: data)
    }

    private static func write(_ value: some Encodable, to path: String) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        do {
            try ContentFile.write([UInt8](encoder.encode(value)), to: path)
        } catch JobError.cannotWrite(let path, let code) {
            throw EngineError.environment(errno: code, path: path, action: "remember the drop folder")
        }
    }
}

extension FileStat {
    /// Whether size and time say that the content is the same, whatever disk it is on.
    package func hasSameContent(as other: FileStat) -> Bool {
        size == other.size && modified == other.modified
    }
}

import EngineSupport
import FileAccess
import Foundation
import Intake
import JobModel

/// Decides whether stickers may be removed now. It stores the drop folder's identity, and the agreement of a person, in
/// the state folder:
/// - `drop.json`, written by the daemon: the folder's identity, the mounts below it, and the hold while there is one;
/// - `accepted-removals.json`, written by `stickerd accept-removals`: the hold that a person has read and agreed to. It
///   is valid once, for that folder and for no more sources than were missing then.
package struct DeletionGuard: Sendable {
    /// The content of `drop.json`.
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
    package let massChange: MassRemovalCheck
    private let mountsBelow: @Sendable (String) -> [String: String]?

    /// - Parameters:
    ///   - drop: the path of the drop folder.
    ///   - state: the path of the state folder, which must exist.
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

    /// The paths of mounts that were replaced or removed since they were recorded.
    package var exchangedMounts: Set<String> {
        guard let before = memory.mounts, let now = currentMounts else { return [] }
        return Set(before.keys).union(now.keys).filter { before[$0] != now[$0] }
    }

    /// Decides which stickers of missing sources are removed, and stores the answer. It reads and writes files.
    ///
    /// - Parameters:
    ///   - question: the observations; its `folder` is examined here.
    ///   - listed: the drop folder in which everything was listed. Nil if that is unknown.
    ///   - isWhole: whether every source with a published sticker could be examined.
    ///   - device: the device of a pack folder when it was listed. Nil for a missing folder.
    /// - Throws: `IntakeError` if the drop folder does not exist; `EngineError` if the state cannot be written.
    package func decide(
        _ question: RemovalCase, listedIn listed: DropFolderState?, isWhole: Bool, device: (String) -> UInt64?
    ) throws -> Removals {
        var question = question
        let missing = question.decide().absences.keys
        if !missing.isEmpty, listed == nil || listed != dropState {
            question.folder = .unknown(.changedWhileListing)
            return question.decide()
        }
        let facts = try facts(aboutFolders: Set(missing.map(DropIndex.folder)), device: device)
        question.folder = .known(facts)
        let removals = question.decide()
        try remember(removals.massDecision, facts, isWhole: isWhole)
        return removals
    }

    /// Examines the drop folder.
    ///
    /// - Parameters:
    ///   - folders: the names of the pack folders with missing sources.
    ///   - device: the device of one of them. Nil for a missing folder.
    /// - Throws: `IntakeError` if the drop folder does not exist.
    package func facts(aboutFolders folders: Set<String>, device: (String) -> UInt64?) throws -> DropFolderFacts {
        DropFolderFacts(
            before: memory.identity, now: try FolderIdentity(of: drop),
            exchangedMounts: folders.isEmpty ? [] : exchangedMounts,
            devices: Dictionary(folders.compactMap { name in device(name).map { (name, $0) } }) { first, _ in first },
            accepted: Self.read(RemovalHold.self, from: acceptancePath))
    }

    /// Stores an answer: a hold, or the identity of the drop folder whose removals were allowed.
    ///
    /// - Parameter isWhole: whether the answer covers all sources with published stickers.
    /// - Throws: `EngineError` when the state cannot be written.
    package func remember(
        _ decision: MassRemovalCheck.Decision, _ facts: DropFolderFacts, isWhole: Bool
    ) throws {
        let memory = memory
        // A listing of a part cannot show that a missing share is no longer needed.
        var isWhole = isWhole
        switch decision {
        case .outdated: return
        case .held(let hold):
            return try save(Memory(identity: memory.identity, hold: hold, mounts: memory.mounts), over: memory)
        case .accepted:
            isWhole = true
        case .proceed:
            // The confirmed removal is done or no longer needed.
            unlink(acceptancePath)
        }
        var now = facts.now
        if now.mark == nil {
            let isSame = memory.identity?.isSameFolder(as: now) ?? false
            now.mark = FolderMarker.write(isSame ? memory.identity?.mark : nil, in: drop)
        }
        var mounts = currentMounts ?? memory.mounts ?? [:]
        if !isWhole { mounts.merge(memory.mounts ?? [:]) { _, known in known } }
        try save(Memory(identity: now, hold: nil, mounts: mounts), over: memory)
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

    /// Stores a person's confirmation of the removals in a hold.
    ///
    /// - Throws: `EngineError` if the state folder is not writable.
    package static func accept(_ hold: RemovalHold, inState state: String) throws {
        try write(hold, to: state + "/accepted-removals.json")
    }

    private var memory: Memory { Self.read(Memory.self, from: state + "/drop.json") ?? Memory() }
    private var acceptancePath: String { state + "/accepted-removals.json" }

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
    /// Whether size and time indicate the same content, independent of the disk.
    package func hasSameContent(as other: FileStat) -> Bool {
        size == other.size && modified == other.modified
    }
}

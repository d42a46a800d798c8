import EngineSupport
import FileAccess
import Foundation
import Intake
import JobModel

/// Decides whether stickers of missing sources may be removed now. Two files in the state folder store the required
/// data:
/// - `drop.json`, written by stickerd: the identity of the drop folder, the mounts below it, and the current hold.
/// - `accepted-removals.json`, written by `stickerd accept-removals`: the hold that a person has confirmed. It is
///   valid once, for the same drop folder and at most the same number of missing sources.
package struct DeletionGuard: Sendable {
    /// The content of `drop.json`.
    private struct Memory: Codable, Hashable {
        var identity: FolderIdentity?
        var hold: RemovalHold?
        /// The identities of the mounts below the drop folder, by path relative to it. Nil if they are not known.
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

    /// Creates a guard for a drop folder.
    ///
    /// - Parameters:
    ///   - drop: the path of the drop folder.
    ///   - state: the path of the state folder, which must exist.
    ///   - massChange: decides whether many missing sources need a person's confirmation.
    ///   - mounts: returns the identities of the mounts below a folder, by path relative to it. Nil if they are not
    ///     known.
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

    /// The identities of the current mounts below the drop folder, by path relative to it. Nil if they are not known.
    package var currentMounts: [String: String]? { mountsBelow(drop) }

    /// Stores mounts below the drop folder that are not stored yet. Blocks.
    ///
    /// - Throws: `EngineError` if the state folder cannot be written.
    package func remember(mounts: [String: String]) throws {
        let memory = memory
        guard memory.identity != nil else { return }
        var now = memory
        now.mounts = (memory.mounts ?? [:]).merging(mounts) { known, _ in known }
        try save(now, over: memory)
    }

    /// The paths at which a mount was added, replaced or removed since the mounts were stored.
    package var exchangedMounts: Set<String> {
        guard let before = memory.mounts, let now = currentMounts else { return [] }
        return Set(before.keys).union(now.keys).filter { before[$0] != now[$0] }
    }

    /// Decides which stickers of missing sources are removed, and stores the decision. Blocks.
    ///
    /// - Parameters:
    ///   - question: the input of the decision. This method sets its `folder`.
    ///   - listed: the state of the drop folder when it was listed. Nil if unknown.
    ///   - isWhole: whether every source with a published sticker could be examined.
    ///   - device: returns the device of a pack folder when it was listed. Nil if the folder does not exist.
    /// - Throws: `IntakeError` if the drop folder does not exist; `EngineError` if the state folder cannot be
    ///   written.
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
    ///   - device: returns the device of a pack folder. Nil if the folder does not exist.
    /// - Throws: `IntakeError` if the drop folder does not exist.
    package func facts(aboutFolders folders: Set<String>, device: (String) -> UInt64?) throws -> DropFolderFacts {
        DropFolderFacts(
            before: memory.identity, now: try FolderIdentity(of: drop),
            exchangedMounts: folders.isEmpty ? [] : exchangedMounts,
            devices: Dictionary(folders.compactMap { name in device(name).map { (name, $0) } }) { first, _ in first },
            accepted: Self.read(RemovalHold.self, from: acceptancePath))
    }

    /// Stores a decision: a hold, or the identity of the drop folder for which removals were allowed.
    ///
    /// - Parameter isWhole: whether every source with a published sticker could be examined.
    /// - Throws: `EngineError` if the state folder cannot be written.
    package func remember(
        _ decision: MassRemovalCheck.Decision, _ facts: DropFolderFacts, isWhole: Bool
    ) throws {
        let memory = memory
        // Unless every source could be examined, the stored mounts are kept, and only new mounts are added.
        var isWhole = isWhole
        switch decision {
        case .outdated: return
        case .held(let hold):
            return try save(Memory(identity: memory.identity, hold: hold, mounts: memory.mounts), over: memory)
        case .accepted:
            isWhole = true
        case .proceed:
            // The confirmation was used before, or is no longer needed.
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

    /// Stores the identity of the drop folder and writes its marker file, unless an identity is already stored. Blocks.
    ///
    /// - Throws: `IntakeError` if the drop folder does not exist; `EngineError` if the state folder cannot be
    ///   written.
    package func meet() throws {
        let memory = memory
        guard memory.identity == nil else { return }
        var now = try FolderIdentity(of: drop)
        if now.mark == nil { now.mark = FolderMarker.write(nil, in: drop) }
        try save(Memory(identity: now, hold: memory.hold, mounts: currentMounts), over: memory)
    }

    /// The stored hold. Nil if removals are not on hold.
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

    /// Reads a JSON file of the state folder. Nil if the file is missing or damaged. The drop folder is then treated as
    /// new.
    private static func read<Value: Decodable>(_ type: Value.Type, from path: String) -> Value? {
        guard let data = FileManager.default.contents(atPath: path) else { return nil }
        return try? JSONDecoder().decode(type, from: data)
    }

    private static func write(_ value: some Encodable, to path: String) throws {
        do {
            try ContentFile.write([UInt8](JSONEncoder.indented.encode(value)), to: path)
        } catch JobError.cannotWrite(let path, let code) {
            throw EngineError.environment(errno: code, path: path, action: "remember the drop folder")
        }
    }
}

extension FileStat {
    /// Whether size and modification time are equal, which indicates the same content even on another disk.
    package func hasSameContent(as other: FileStat) -> Bool {
        size == other.size && modified == other.modified
    }
}

import FileAccess
import GRDB
import JobModel
import StateDatabase
import TestSupport

extension Ledger {
    /// Opens the state database in a folder, which must be valid.
    static func open(_ folder: TemporaryFolder) async throws -> Ledger {
        try await Ledger.open(folder: folder.path).ledger
    }
}

extension TemporaryFolder {
    /// Opens the file of the state database directly, like another program.
    func database(enforcingKeys: Bool = true) throws -> DatabaseQueue {
        var configuration = GRDB.Configuration()
        configuration.foreignKeysEnabled = enforcingKeys
        configuration.allowsUnsafeTransactions = true
        return try DatabaseQueue(path: file(Ledger.fileName), configuration: configuration)
    }
}

/// A hash that consists of one repeated character.
func digest(_ character: Character) -> String { String(repeating: character, count: 64) }

func stamp(_ number: Int) -> FileStat {
    FileStat(size: number, modified: number, changed: number, inode: .max, device: UInt64(number))
}

func source(
    _ path: String, content: Character?, state: SourceStatus = .rejected, fingerprint: String? = nil,
    stamp number: Int = 1, reason: String = ""
) -> LedgerSource {
    LedgerSource(
        path: path, stamp: stamp(number), sha256: content.map(digest), pack: "cats", id: "happy", state: state,
        fingerprint: fingerprint, reason: reason)
}

func result(_ message: String) -> StickerResult {
    let finding = RuleFinding(
        rule: "low-resolution", message: message, fix: "Draw it larger.", measured: 200, limit: 300)
    return StickerResult(
        art: ArtFacts(format: "png", width: 200, height: 200, frames: 1), findings: [finding], output: nil)
}

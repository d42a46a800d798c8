import BuildEngine
import StateDatabase
import Testing

@Suite("Whether packs can be built without the others")
struct ChangedPackIDsTests {
    @Test(
        "packs are independent only if every folder has the id of its name, and no two names make the same id",
        arguments: [
            ([], [:], true),
            (["cats", "dogs"], ["cats": "cats", "dogs": "dogs"], true),
            (["cats", "Happy Dogs", ""], ["cats": "cats", "Happy Dogs": "happy-dogs", "": "default"], true),
            // A new folder, and a removed folder.
            (["cats", "dogs"], ["cats": "cats"], true),
            (["cats"], ["cats": "cats", "dogs": "dogs"], true),
            // The folder was renamed, and its pack keeps its published id.
            (["Cats and Dogs"], ["Cats and Dogs": "cats"], false),
            // Two folder names give the same id.
            (["cats", "Cats"], ["cats": "cats"], false),
            (["cats", "Cats"], ["cats": "cats", "Cats": "cats-2"], false),
            (["", "default"], ["": "default"], false),
            // The messages of a pack are in the folder of the pack.
            (["cats"], ["cats": "cats/messages"], true),
        ] as [([String], [String: String], Bool)])
    func independent(folders: [String], packs: [String: String], areIndependent: Bool) {
        let known = Set(packs.map { Ledger.FolderPack(folder: $0.key, pack: $0.value) })
        #expect(ChangedPacks.haveOwnIDs(folders, packs: known) == areIndependent)
    }
}

import DropWatcher
import FileAccess
import Foundation
import Intake
import TestSupport
import Testing

@Suite("Whether stickers may be retired")
struct DeletionGuardTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try makeFolder("drop")
        try makeFolder("state")
    }

    private var deletionGuard: DeletionGuard {
        DeletionGuard(drop: folder.file("drop"), state: folder.file("state"), massChange: MassRemovalCheck(share: 0.5))
    }

    private func makeFolder(_ name: String) throws {
        try FileManager.default.createDirectory(atPath: folder.file(name), withIntermediateDirectories: true)
    }

    private func sources(_ range: Range<Int>, prefix: String = "") -> [String: FileStat] {
        Dictionary(
            uniqueKeysWithValues: range.map {
                ("\(prefix)\($0).png", FileStat(size: 9, modified: 1, changed: 2, inode: UInt64($0), device: 3))
            })
    }

    @Test("a few missing ones are retired")
    func few() throws {
        #expect(try deletionGuard.decision(known: sources(0..<100), present: sources(0..<60)) == .proceed)
    }

    @Test("missing ones above the share are kept, and the reason has their number")
    func many() throws {
        let decision = try deletionGuard.decision(known: sources(0..<100), present: sources(0..<49))
        #expect(decision.hold?.cause == .massRemoval)
        #expect(decision.hold?.reason.hasPrefix("51 of 100 sources disappeared together.") == true)
    }

    @Test("up to three may be removed, whatever their share, as long as some art remains")
    func small() throws {
        #expect(try deletionGuard.decision(known: sources(0..<4), present: sources(3..<4)) == .proceed)
        #expect(try deletionGuard.decision(known: sources(0..<5), present: sources(4..<5)) != .proceed)
    }

    @Test("an emptied drop folder needs a confirmation, even with few stickers; a single one may be removed")
    func emptied() throws {
        #expect(try deletionGuard.decision(known: sources(0..<1), present: [:]) == .proceed)
        #expect(try deletionGuard.decision(known: sources(0..<2), present: [:]).hold?.cause == .massRemoval)
    }

    @Test("a pack folder on another device, with all of its art missing, is asked about and named")
    func otherDevice() throws {
        let decision = try deletionGuard.decision(
            known: sources(0..<20), present: sources(1..<20), otherDevices: ["dogs"])
        #expect(decision.hold?.cause == .otherDevice)
        #expect(decision.hold?.reason.contains("dogs") == true)
        let hold = try #require(decision.hold)
        try DeletionGuard.accept(hold, inState: folder.file("state"))
        #expect(
            try deletionGuard.decision(known: sources(0..<20), present: sources(1..<20), otherDevices: ["cats"])
                != .proceed)
        #expect(
            try deletionGuard.decision(known: sources(0..<20), present: sources(1..<20), otherDevices: ["dogs"])
                == .proceed)
    }

    @Test("a pack folder is on another device only while none of its published art is in it")
    func otherDevices() {
        let missing = [
            "dogs/a.png": FileStat(size: 1, modified: 1, changed: 1, inode: 1, device: 3),
            "cats/a.png": FileStat(size: 1, modified: 1, changed: 1, inode: 2, device: 3),
            "gone/a.png": FileStat(size: 1, modified: 1, changed: 1, inode: 3, device: 3),
            "same/a.png": FileStat(size: 1, modified: 1, changed: 1, inode: 4, device: 9),
            "a.png": FileStat(size: 1, modified: 1, changed: 1, inode: 5, device: 3),
        ]
        let folders = DeletionGuard.foldersOnOtherDevices(
            missing, device: { $0 == "gone" ? nil : 9 }, isPopulated: { $0 == "cats" })
        #expect(folders == ["dogs"])
    }

    private func deletionGuard(mounts: [String: String]?) -> DeletionGuard {
        DeletionGuard(
            drop: folder.file("drop"), state: folder.file("state"), massChange: MassRemovalCheck(share: 0.5),
            mounts: { _ in mounts })
    }

    private func otherFolders(_ deletionGuard: DeletionGuard, missing: [String], populated: Set<String> = []) -> Set<
        String
    > {
        let stamp = FileStat(size: 1, modified: 1, changed: 1, inode: 1, device: 3)
        return DeletionGuard.foldersOnOtherDevices(
            Dictionary(uniqueKeysWithValues: missing.map { ($0, stamp) }), device: { _ in 3 },
            exchangedMounts: deletionGuard.exchangedMounts, isPopulated: populated.contains)
    }

    @Test("a pack with a missing or another mount needs a confirmation, although the folder has its previous device")
    func exchangedMount() throws {
        let mounted = ["dogs": "ext4 /dev/sda1 /dogs", "cats/Wave.frames": "nfs4 host:/wave /"]
        #expect(try deletionGuard(mounts: mounted).decision(known: [:], present: [:]) == .proceed)
        #expect(otherFolders(deletionGuard(mounts: mounted), missing: ["dogs/a.png"]).isEmpty)
        #expect(otherFolders(deletionGuard(mounts: nil), missing: ["dogs/a.png"]).isEmpty)
        #expect(otherFolders(deletionGuard(mounts: [:]), missing: ["dogs/a.png", "birds/a.png"]) == ["dogs"])
        #expect(otherFolders(deletionGuard(mounts: [:]), missing: ["dogs/a.png"], populated: ["dogs"]).isEmpty)
        let other = deletionGuard(mounts: ["dogs": "ext4 /dev/sda1 /empty"])
        #expect(otherFolders(other, missing: ["dogs/a.png"]) == ["dogs"])
        #expect(
            otherFolders(deletionGuard(mounts: [:]), missing: ["cats/Wave.frames"], populated: ["cats"]) == ["cats"])
    }

    @Test("a mount is recorded when it exists, and removed when a listing of everything lacks nothing")
    func rememberedMounts() throws {
        #expect(try deletionGuard(mounts: [:]).decision(known: [:], present: [:]) == .proceed)
        try deletionGuard(mounts: nil).remember(mounts: ["dogs": "ext4 /dev/sda1 /dogs"])
        let unmounted = deletionGuard(mounts: [:])
        #expect(unmounted.exchangedMounts == ["dogs"])
        #expect(try unmounted.decision(known: sources(0..<1), present: [:], knownCount: 9) == .proceed)
        #expect(unmounted.exchangedMounts == ["dogs"])
        #expect(try unmounted.decision(known: sources(0..<9), present: sources(0..<9)) == .proceed)
        #expect(unmounted.exchangedMounts.isEmpty)
    }

    @Test("a hold of a pack that is not mounted stays until a person confirms")
    func heldMount() throws {
        #expect(try deletionGuard(mounts: ["dogs": "nfs4 host:/dogs /"]).decision(known: [:], present: [:]) == .proceed)
        let unmounted = deletionGuard(mounts: [:])
        func decision() throws -> MassRemovalCheck.Decision {
            try unmounted.decision(
                known: sources(0..<1, prefix: "dogs/"), present: [:], knownCount: 9, isEmpty: false,
                otherDevices: otherFolders(unmounted, missing: ["dogs/0.png"]))
        }
        for _ in 0..<2 { #expect(try decision().hold?.packFolders == ["dogs"]) }
        try DeletionGuard.accept(try #require(try decision().hold), inState: folder.file("state"))
        #expect(try decision() == .proceed)
        #expect(unmounted.exchangedMounts.isEmpty)
    }

    @Test("renamed sources are not missing")
    func renamed() throws {
        #expect(
            try deletionGuard.decision(known: sources(0..<100), present: sources(0..<100, prefix: "lions/")) == .proceed
        )
    }

    @Test("in another folder at the same path nothing is retired, even if few are missing")
    func otherFolder() throws {
        #expect(try deletionGuard.decision(known: [:], present: sources(0..<3)) == .proceed)
        #expect(folder.has("drop/.stickerd-drop"))
        #expect(rename(folder.file("drop"), folder.file("unmounted")) == 0)
        try makeFolder("drop")
        let decision = try deletionGuard.decision(known: sources(0..<3), present: sources(0..<2))
        #expect(decision.hold?.cause == .otherFolder)
        #expect(!folder.has("drop/.stickerd-drop"))
        #expect(DeletionGuard.hold(inState: folder.file("state")) == decision.hold)

        try FileManager.default.removeItem(atPath: folder.file("drop"))
        #expect(rename(folder.file("unmounted"), folder.file("drop")) == 0)
        #expect(try deletionGuard.decision(known: sources(0..<3), present: sources(0..<2)) == .proceed)
        #expect(DeletionGuard.hold(inState: folder.file("state")) == nil)
    }

    @Test("sources that are missing in a listing of another folder are not removed when the folder is back")
    func outdatedListing() throws {
        #expect(try deletionGuard.decision(known: [:], present: sources(0..<3)) == .proceed)
        #expect(rename(folder.file("drop"), folder.file("away")) == 0)
        try makeFolder("drop")
        let other = deletionGuard.dropState
        try FileManager.default.removeItem(atPath: folder.file("drop"))
        #expect(rename(folder.file("away"), folder.file("drop")) == 0)
        #expect(other != deletionGuard.dropState)
        let outdated = try deletionGuard.decision(known: sources(0..<3), present: [:], isOutdated: true)
        #expect(outdated == .outdated)
        #expect(
            try deletionGuard.decision(known: sources(0..<3), present: sources(0..<3), isOutdated: true) == .proceed)
        let listing = DropListing(packs: [], art: [], ignored: [])
        #expect(throws: IntakeError.self) {
            try deletionGuard.decision(on: listing, published: sources(0..<3), listedIn: other)
        }
        let now = try deletionGuard.decision(on: listing, published: sources(0..<3), listedIn: deletionGuard.dropState)
        #expect(now.hold?.cause == .massRemoval)
    }

    @Test("a folder with all sources and the mark is the same one on another disk")
    func movedToAnotherDisk() throws {
        #expect(try deletionGuard.decision(known: [:], present: [:]) == .proceed)
        try FileManager.default.copyItem(atPath: folder.file("drop"), toPath: folder.file("copy"))
        try FileManager.default.removeItem(atPath: folder.file("drop"))
        #expect(rename(folder.file("copy"), folder.file("drop")) == 0)
        #expect(try deletionGuard.decision(known: sources(0..<3), present: sources(0..<2)) == .proceed)
    }

    /// The decision for a read-only share that was mounted again. It has no marker file, and its device number has
    /// changed.
    private func decision(
        _ known: [String: FileStat], present: [String: FileStat], mark: String? = nil
    ) -> MassRemovalCheck.Decision {
        let before = FolderIdentity(mark: mark, device: 1, inode: 2, fileSystem: 3)
        let now = FolderIdentity(mark: nil, device: 4, inode: 2, fileSystem: 3)
        let unchanged = known.count { present[$0.key]?.hasSameContent(as: $0.value) == true }
        return MassRemovalCheck(share: 0.5).decision(
            on: .init(known: known, present: present, before: before, now: now, unchangedCount: unchanged))
    }

    @Test("a folder without a mark is recognised by its sources, and an ordinary removal in it is carried out")
    func knownBySources() {
        let known = sources(0..<6)
        let other = known.mapValues { FileStat(size: $0.size, modified: $0.modified, changed: 8, inode: 9, device: 7) }
        #expect(decision(known, present: other.filter { $0.key != "3.png" }) == .proceed)
        let edited = other.mapValues { FileStat(size: 1, modified: $0.modified, changed: 8, inode: 9, device: 7) }
        #expect(decision(known, present: edited.filter { $0.key != "3.png" }).hold?.cause == .otherFolder)
        #expect(decision(known, present: [:]).hold != nil)
        #expect(decision(known, present: other.filter { $0.key != "3.png" }, mark: "M").hold?.cause == .otherFolder)
    }

    @Test("if only the mark is removed, the folder is still recognised and gets it back")
    func markRemoved() throws {
        #expect(try deletionGuard.decision(known: [:], present: [:]) == .proceed)
        let mark = try folder.read("drop/.stickerd-drop")
        try FileManager.default.removeItem(atPath: folder.file("drop/.stickerd-drop"))
        #expect(try deletionGuard.decision(known: sources(0..<3), present: sources(0..<2)) == .proceed)
        #expect(try folder.read("drop/.stickerd-drop") == mark)
    }

    @Test(
        "a special file is not a mark, delays nothing, and is replaced by the mark", .timeLimit(.minutes(1)))
    func markReplacedByPipe() throws {
        #expect(try deletionGuard.decision(known: [:], present: [:]) == .proceed)
        let (path, mark) = (folder.file("drop/.stickerd-drop"), try folder.read("drop/.stickerd-drop"))
        for replace in [{ mkfifo(path, 0o644) }, { symlink("/dev/zero", path) }, { symlink("elsewhere", path) }] {
            try FileManager.default.removeItem(atPath: path)
            #expect(replace() == 0)
            #expect(try deletionGuard.decision(known: sources(0..<3), present: sources(0..<2)) == .proceed)
            #expect(try folder.read("drop/.stickerd-drop") == mark)
        }
    }

    @Test("only the start of a large mark is read, and a link to one does not count")
    func hugeMark() throws {
        #expect(try deletionGuard.decision(known: [:], present: [:]) == .proceed)
        let (path, mark) = (folder.file("drop/.stickerd-drop"), try folder.read("drop/.stickerd-drop"))
        try folder.write(mark, to: "copy")
        try FileManager.default.removeItem(atPath: path)
        #expect(symlink(folder.file("copy"), path) == 0)
        #expect(try FolderIdentity(of: folder.file("drop")).mark == nil)
        #expect(unlink(path) == 0)
        #expect(FileManager.default.createFile(atPath: path, contents: nil))
        #expect(truncate(path, 100 << 30) == 0)
        #expect(try FolderIdentity(of: folder.file("drop")).mark == nil)
    }

    @Test("a confirmation removes them, once, and no more than were missing then")
    func accepted() throws {
        let state = folder.file("state")
        let hold = try #require(try deletionGuard.decision(known: sources(0..<100), present: sources(0..<40)).hold)
        try DeletionGuard.accept(hold, inState: state)
        #expect(try deletionGuard.decision(known: sources(0..<100), present: sources(0..<39)) != .proceed)
        #expect(try deletionGuard.decision(known: sources(0..<100), present: sources(0..<40)) == .proceed)
        #expect(try deletionGuard.decision(known: sources(0..<40), present: sources(0..<40)) == .proceed)
        #expect(try deletionGuard.decision(known: sources(0..<100), present: sources(0..<40)) != .proceed)
    }

    @Test("a confirmation of another folder is valid until all are retired")
    func acceptedOtherFolder() throws {
        #expect(try deletionGuard.decision(known: [:], present: sources(0..<50)) == .proceed)
        #expect(rename(folder.file("drop"), folder.file("old")) == 0)
        try makeFolder("drop")
        let hold = try #require(try deletionGuard.decision(known: sources(0..<50), present: [:]).hold)
        try DeletionGuard.accept(hold, inState: folder.file("state"))
        for _ in 0..<3 {
            #expect(try deletionGuard.decision(known: sources(0..<50), present: [:]) == .proceed)
        }
    }

    @Test("a damaged record is treated like a missing one")
    func damaged() throws {
        try folder.write("{", to: "state/drop.json")
        #expect(try deletionGuard.decision(known: sources(0..<3), present: sources(0..<2)) == .proceed)
        #expect(try folder.read("state/drop.json").contains("mark"))
    }

    @Test("a missing drop folder is an error")
    func missing() throws {
        try FileManager.default.removeItem(atPath: folder.file("drop"))
        #expect(throws: IntakeError.dropFolderMissing(folder.file("drop"))) {
            try deletionGuard.decision(known: [:], present: [:])
        }
    }
}

extension MassRemovalCheck.Decision {
    fileprivate var hold: RemovalHold? {
        if case .held(let hold) = self { hold } else { nil }
    }
}

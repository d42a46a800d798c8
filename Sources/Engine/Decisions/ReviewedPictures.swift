import FileAccess
import Glibc
import JobModel
import Publishing

/// The @3x pictures of reviewed stickers, kept in the state folder. A new version can be compared with them after the
/// output folder no longer contains them.
package struct ReviewedPictures: Sendable {
    /// The name of the folder in the state folder, from a time when only pictures of approved stickers were kept.
    package static let folderName = "approved"

    let folder: OutputFolder

    package init(stateFolder: String) {
        folder = OutputFolder(stateFolder + "/" + ReviewedPictures.folderName)
    }

    /// The absolute path of the folder.
    package var path: String { folder.path }

    /// Keeps a picture of the output folder. Creates a hard link, or a copy if a link is not possible. A link is safe
    /// because published files never change.
    ///
    /// - Parameters:
    ///   - name: the name of the file: `<sha256>.png`.
    ///   - published: the output folder.
    /// - Throws: `DecisionError` if the file no longer exists; `PublishError`.
    package func keep(_ name: String, from published: OutputFolder) throws {
        _ = try link(name, from: published)
    }

    /// Links or copies a picture to the folder. Returns whether the picture was added. False if it was already kept, or
    /// if the name is not valid.
    private func link(_ name: String, from published: OutputFolder) throws -> Bool {
        guard AssetName.isValid(name), !folder.exists(name) else { return false }
        let asset = "\(OutputNames.assets)/\(name)"
        guard published.isFile(asset) else {
            throw DecisionError.refused("The sticker has changed. Look at the new version, then decide.")
        }
        try folder.makeFolder("")
        try folder.adopt(published.absolute(asset), as: name)
        return true
    }

    /// Keeps the pictures of decisions that are being made, and waits until they are on the disk.
    ///
    /// A sticker can be sent back even if its picture cannot be kept, because the artist needs the comment.
    ///
    /// - Parameter published: the output folder.
    /// - Throws: `DecisionError` or `PublishError` if the picture of an approval cannot be kept.
    package func keepPictures(of decisions: [Decision], from published: OutputFolder) throws {
        var isChanged = false
        for decision in decisions {
            guard let picture = decision.picture else { continue }
            do {
                if try link(picture, from: published) { isChanged = true }
            } catch {
                guard decision.outcome == .sentBack else { throw error }
            }
        }
        if isChanged { try folder.syncNames() }
    }

    /// The number of reviewed versions per sticker whose pictures are kept.
    package static let versionsPerSticker = 8

    /// Removes all pictures except those of each sticker's last reviewed versions and last approval.
    package func prune(_ decisions: [Decision]) {
        let versions = decisions.reviewedVersions.values.flatMap { $0.suffix(ReviewedPictures.versionsPerSticker) }
        let needed = Set((versions + decisions.lastApproved.values).compactMap(\.picture))
        for name in names where !needed.contains(name) { unlink(folder.absolute(name)) }
    }

    /// The file names of the kept pictures.
    package var names: [String] { folder.children().filter(AssetName.isValid) }

    /// Renames the folder, so that its pictures are no longer evidence of lost decisions.
    ///
    /// - Returns: the new path.
    /// - Throws: `DecisionError`.
    package func setAside() throws -> String {
        let aside = DecisionDatabase.free("\(path).lost-")
        guard rename(path, aside) == 0 else {
            throw DecisionError.store(path: path, detail: "it cannot be renamed: \(SystemCallError.latest)")
        }
        return aside
    }
}

extension [Decision] {
    /// The valid decisions about each sticker, one per image, by `pack/sticker`. The last decision of each list is
    /// the newest. Withdrawn decisions are left out.
    package var reviewedVersions: [String: [Decision]] {
        var last: [Reviews.Key: Int] = [:]
        for (place, decision) in enumerated() { last[decision.key] = place }
        var versions: [String: [Decision]] = [:]
        for (place, decision) in enumerated() where last[decision.key] == place && decision.outcome != .reopened {
            versions["\(decision.pack)/\(decision.sticker)", default: []].append(decision)
        }
        return versions
    }

    /// The last valid approval of each sticker, by `pack/sticker`. Withdrawn approvals are left out.
    package var lastApproved: [String: Decision] {
        var counting: [Reviews.Key: Decision] = [:]
        for decision in self { counting[decision.key] = decision }
        var last: [String: Decision] = [:]
        for decision in self where decision.outcome == .approved && counting[decision.key] == decision {
            last["\(decision.pack)/\(decision.sticker)"] = decision
        }
        return last
    }
}

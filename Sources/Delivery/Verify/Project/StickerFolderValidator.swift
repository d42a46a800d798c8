/// Checks that a target copies the folder of `stickerd export app` as a whole, and not as single files.
struct StickerFolderValidator {
    let location: TargetLocation
    let target: ProjectTarget

    private static let name = "StickerAssets"
    private static let manifest = "catalog.json"

    func check(_ violations: inout [Violation]) {
        let listed = listedFiles
        for folder in Set(buildableFolders).subtracting(listed).sorted() {
            violations.append(Violation(.stickersFlattened, location.file, message(folder)))
        }
        let folders = Set(listed.filter(isManifest).map(parent))
        for folder in folders.sorted() {
            violations.append(
                Violation(
                    .stickersFlattened, location.file, message(folder),
                    fix: "Remove the group from the project and add the folder again, as a folder reference."))
        }
    }

    private func message(_ folder: String) -> String {
        "\(target.name) gets the files of \(folder) one by one, not as a folder, so StickerCatalog does not find "
            + "them, and Xcode changes PNG files."
    }

    /// The sticker folders whose files are built separately, because the folder is in a buildable folder or is one
    /// itself.
    private var buildableFolders: [String] {
        location.synchronizedFolders.filter { $0.isUsed(by: target.object) }.flatMap { folder -> [String] in
            let isNamed = folder.path.lastComponent == Self.name && folder.builds(folder.path, for: target.object)
            guard !folder.isOutside else { return isNamed ? [folder.path] : [] }
            let manifests = location.view.files(below: folder.path).filter {
                isManifest($0) && folder.builds($0, for: target.object)
            }
            return (isNamed ? [folder.path] : []) + manifests.map(parent)
        }
    }

    /// The paths of the files and folders in the target's Resources phase.
    private var listedFiles: Set<String> {
        let phases = target.phases("PBXResourcesBuildPhase")
        return Set(target.files(in: phases, of: location.project).compactMap(location.path))
    }

    /// Whether a file is the manifest of an exported sticker folder, which may have been renamed.
    private func isManifest(_ path: String) -> Bool {
        guard path.lastComponent == Self.manifest else { return false }
        let folder = parent(of: path)
        return folder.lastComponent == Self.name
            || location.view.children(location.view.join(folder, "assets")).contains(where: isAsset)
    }

    private func isAsset(_ name: String) -> Bool {
        let digits = name.prefix { $0.isHexDigit && !$0.isUppercase }
        return digits.count == 64 && name.dropFirst(64).hasPrefix(".")
    }

    private func parent(of path: String) -> String { path.split(separator: "/").dropLast().joined(separator: "/") }
}

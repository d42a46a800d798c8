import Foundation
import JobModel
import StickerManifest

/// Compares the files of `stickerd export app` in a built bundle with the exported manifest.
struct BuiltStickersValidator {
    let files: any BundleFiles
    /// The folder that contains the resources of the bundle.
    let folder: String

    private static let assets = "StickerAssets"
    private static let manifest = "catalog.json"
    private static let exportAgain = "Run `stickerd export app`, and build again."

    func check(_ violations: inout [Violation]) {
        let place = files.join(folder, Self.assets)
        if files.isFolder(place) {
            check(manifest: files.join(place, Self.manifest), &violations) { files.join(place, $0) }
            return
        }
        let flattened = files.join(folder, Self.manifest)
        guard let bytes = files.read(flattened), (try? Catalog(json: Data(bytes))) != nil else { return }
        violations.append(
            Violation(
                .stickersFlattened, flattened,
                "The files of StickerAssets are at the root of the bundle, not in a folder, so StickerCatalog does "
                    + "not find them."
            ))
        check(manifest: flattened, &violations) { files.join(folder, $0.lastComponent) }
    }

    /// - Parameter located: returns the location in the bundle for a path in the manifest.
    private func check(
        manifest: String, _ violations: inout [Violation], located: (String) -> String
    ) {
        guard let bytes = files.read(manifest) else {
            violations.append(
                Violation(
                    files.size(manifest) == nil ? .missingFile : .unreadableFile, manifest,
                    "The manifest cannot be read: \(files.absence(of: manifest)).", fix: Self.exportAgain))
            return
        }
        let catalog: Catalog
        do {
            catalog = try Catalog(json: Data(bytes))
        } catch {
            violations.append(Violation(.unreadableFile, manifest, "\(error)", fix: Self.exportAgain))
            return
        }
        var seen: Set<String> = []
        for (rendition, isAnimated) in catalog.deliveries where seen.insert(rendition.path).inserted {
            guard rendition.path.isInsideTree else {
                violations.append(
                    Violation(.pathLeavesTree, manifest, "The manifest contains the path \"\(rendition.path)\"."))
                continue
            }
            check(rendition, isAnimated: isAnimated, located(rendition.path), &violations)
        }
    }

    private func check(_ rendition: Rendition, isAnimated: Bool, _ path: String, _ violations: inout [Violation]) {
        guard let bytes = files.read(path) else {
            violations.append(
                Violation(
                    .missingFile, path, "The manifest refers to this file, but \(files.absence(of: path)).",
                    fix: Self.exportAgain))
            return
        }
        guard bytes.count != rendition.bytes || Digest.sha256(bytes) != rendition.sha256 else { return }
        let picture = PictureInBundle(files: files, path: path)
        let sizes =
            "\(NumberFormat.number(bytes.count)) bytes; \(NumberFormat.number(rendition.bytes)) were published"
        if picture.isCompressed(bytes) {
            violations.append(
                Violation(.pictureChanged, path, "The build tool compressed this PNG for devices: it has \(sizes)."))
        } else {
            violations.append(
                Violation(
                    .digestDiffers, path, "The file differs from the manifest: it has \(sizes).",
                    fix: Self.exportAgain))
        }
        if isAnimated, picture.isAnimated(bytes) == false {
            violations.append(
                Violation(.animationLost, path, "The sticker is animated, but this file has only one frame."))
        }
    }
}

extension Catalog {
    /// The files for apps, and whether each is animated.
    fileprivate var deliveries: [(Rendition, isAnimated: Bool)] {
        let stickers = packs.flatMap(\.stickers).compactMap { sticker in
            sticker.delivery.map { ($0, isAnimated: sticker.animation != nil) }
        }
        let others = (messages ?? []).flatMap(\.deliveries) + (pieces ?? []).flatMap(\.pieces).compactMap(\.delivery)
        return stickers + others.map { ($0, isAnimated: false) }
    }
}

extension String {
    /// Whether a path in a manifest refers to a file inside the manifest's folder.
    var isInsideTree: Bool {
        !contains("\0")
            && split(separator: "/", omittingEmptySubsequences: false).allSatisfy {
                !$0.isEmpty && $0 != "." && $0 != ".."
            }
    }
}

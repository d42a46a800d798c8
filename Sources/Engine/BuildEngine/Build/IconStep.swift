import EngineSupport
import FileAccess
import Intake
import JobModel
import Publishing
import StateDatabase
import StickerConfiguration
import StickerManifest
import WorkerPool

/// Renders the changed icons of packs.
package struct IconStep {
    /// The rendered icons.
    package struct Icons: Sendable {
        /// The renditions of each icon by pack id, in the order of their sizes.
        package var renditions: [String: [IconRendition]] = [:]
        package var artifacts: [LedgerArtifact] = []
        /// The messages about icons that were not used, for designers.
        package var notices: [String] = []
    }

    let configuration: Configuration
    let identity: RenderIdentity
    let pool: StickerPool
    let publisher: Publisher
    let staging: Staging
    /// The rows of icons in the state database, by key.
    let known: [String: LedgerArtifact]

    package init(
        configuration: Configuration, identity: RenderIdentity, pool: StickerPool, publisher: Publisher,
        staging: Staging, known: [String: LedgerArtifact]
    ) {
        (self.configuration, self.identity, self.pool) = (configuration, identity, pool)
        (self.publisher, self.staging, self.known) = (publisher, staging, known)
    }

    /// Renders the icons whose source changed.
    ///
    /// - Parameter previous: the published manifest. If the source of an icon is unchanged or unusable, the published
    ///   icon is kept.
    /// - Throws: `EngineError`, `PublishError`.
    package func run(_ packs: [DroppedPack], previous: Catalog?) async throws -> Icons {
        var icons = Icons()
        for pack in packs {
            guard let icon = pack.icon else { continue }
            let earlier = previous?.packs.first { $0.id == pack.id }?.icon ?? []
            do {
                let digest = try SourceDigest.sha256(
                    ofFileAt: icon.absolutePath, limit: configuration.recipe.limits.fileBytes)
                try await take(icon, sha256: digest.hex, pack: pack, earlier: earlier, into: &icons)
            } catch let error as IntakeError {
                icons.notices.append("\(error)")
                icons.renditions[pack.id] = earlier
            }
        }
        return icons
    }

    private func take(
        _ icon: ScannedFile, sha256: String, pack: DroppedPack, earlier: [IconRendition], into icons: inout Icons
    ) async throws {
        let key = "icon/\(pack.id)"
        let fingerprint = Digest.sha256("\(StickerdVersion.pipeline)\n\(identity.signature)\n\(sha256)")
        let isThere = !earlier.isEmpty && earlier.allSatisfy { publisher.folder.exists($0.path) }
        let artifact = LedgerArtifact(key: key, fingerprint: fingerprint, sha256: sha256, bytes: icon.stamp.size)
        if isThere, known[key] == artifact {
            icons.renditions[pack.id] = earlier
            icons.artifacts.append(artifact)
            return
        }
        let result = try await render(icon, sha256: sha256)
        icons.notices += result.findings.map { "\($0.message) \($0.fix)" }
        guard !result.icons.isEmpty else {
            icons.renditions[pack.id] = earlier
            return
        }
        icons.renditions[pack.id] = result.icons.map { rendition($0, pack: pack.id) }
        icons.artifacts.append(artifact)
    }

    private func render(_ icon: ScannedFile, sha256: String) async throws -> IconResult {
        let source = JobSource(file: icon.absolutePath, sha256: sha256, limits: configuration.recipe.limits)
        func refused(_ message: String) -> IconResult {
            IconResult(icons: [], findings: [Rule.couldNotRender.finding(message)])
        }
        let result: IconResult
        do {
            let job = IconJob(name: icon.path, limits: configuration.recipe.limits)
            result = try await pool.make(job, of: source) { [staging] in try staging.open() }
        } catch let failure as WorkerFailure {
            return refused("\(icon.path) could not be rendered: \(try RenderRejection(failure)).")
        } catch SourceFailure.tooLarge(let finding) {
            return IconResult(icons: [], findings: [finding.resolvingPath(icon.path)])
        } catch is SourceFailure {
            return refused("\(icon.path) cannot be read, or is being written.")
        }
        let (publisher, staging) = (publisher, staging)
        let lost = try await BlockingExecutor.run {
            try publisher.adopt(result.icons.map(\.file), from: try staging.open())
        }
        return lost.isEmpty ? result : refused("The files of \(icon.path) were removed.")
    }

    private func rendition(_ icon: IconResult.Icon, pack: String) -> IconRendition {
        IconRendition(
            path: OutputNames.asset(icon.file),
            name: OutputNames.icon(pack: pack, width: icon.width, height: icon.height), width: icon.width,
            height: icon.height, bytes: icon.file.bytes, sha256: icon.file.sha256)
    }
}

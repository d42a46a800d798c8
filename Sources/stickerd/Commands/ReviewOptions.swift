import ArgumentParser
import BuildEngine
import ControlSocket
import Decisions
import EngineSupport
import Foundation
import Intake
import JobModel
import Logging
import Publishing
import StickerConfiguration
import StickerManifest
import Synchronization
import Web

/// The options for access to the review page.
struct ReviewOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "A file with a token of 16 characters or more that the review page asks for. Without a token, the page "
                + "can be used only on this machine.", valueName: "file"),
        completion: .file())
    var tokenFile: String?

    @Option(
        help: ArgumentHelp(
            "Another host name that requests to this machine may contain, such as the name of a proxy in front of "
                + "it. May be repeated.", valueName: "name"))
    var allowHost: [String] = []

    /// The access rules for an address. Nil if the review page must not be served: other machines can reach the
    /// address, and no token is configured.
    ///
    /// - Throws: `EngineError.configuration` if the token file is missing or invalid.
    func access(at address: BindAddress) throws -> ReviewAccess? {
        guard let tokenFile else { return address.isLoopback ? .thisMachine : nil }
        guard let data = FileManager.default.contents(atPath: tokenFile) else {
            throw EngineError.configuration("\(tokenFile): the token cannot be read. Check --token-file.")
        }
        let token = String(decoding: data, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
        guard token.count >= ReviewAccess.shortestToken, token.count <= 1000 else {
            throw EngineError.configuration(
                "\(tokenFile): expected a token of at least \(ReviewAccess.shortestToken) characters. "
                    + "`openssl rand -hex 24` makes one.")
        }
        return ReviewAccess(token: token)
    }

    /// The routes that are served at an address: the published files, and the review page if access to it is
    /// configured.
    ///
    /// - Parameters:
    ///   - deliver: makes the bytes of the manifest as one document for apps.
    ///   - signers: the signers of the index for apps.
    ///   - onDecision: publishes the manifest with the stored decisions.
    func routes(
        at address: BindAddress, configuration: Configuration,
        deliver: @escaping @Sendable (Catalog) throws -> [UInt8], signers: [IndexSigner] = [], logger: Logger,
        onDecision: @escaping @Sendable (DecisionStore) -> Void
    ) async throws -> [any WebRoutes] {
        let tree = PublishedTree(
            out: configuration.out, deliver: deliver,
            delivery: IndexDelivery(stateFolder: configuration.stateFolder, signers: signers))
        let published = CatalogRoutes(tree: tree, logger: logger)
        guard let access = try access(at: address) else {
            logger.warning(
                "The review page is not served, because other machines can reach \(address). Give a --token-file.")
            return [published]
        }
        let store = try await DecisionStore.open(folder: configuration.stateFolder) { logger.warning("\($0)") }
        // The last decision may not be published yet, if the process that stored it ended too early.
        if store.isNewer(than: configuration.out + "/" + OutputNames.catalog) { onDecision(store) }
        return [
            published,
            ReviewRoutes(
                configuration: configuration, stateFolder: configuration.stateFolder, access: access,
                store: store, sheets: sheets(configuration, logger: logger),
                waiting: WaitingFiles(configuration).current, logger: logger, onDecision: onDecision),
        ]
    }

    /// Creates the object that draws pages of preview sheets. Nil if the render program is not installed. Everything
    /// else is then served nevertheless.
    private func sheets(_ configuration: Configuration, logger: Logger) -> OnDemandSheets? {
        do {
            return OnDemandSheets(configuration: configuration, command: try .installed(), logger: logger)
        } catch {
            logger.warning("The review page shows no preview sheets. \(error)")
            return nil
        }
    }
}

/// The files that a running watch cannot use yet.
private final class WaitingFiles: Sendable {
    /// The maximum number of waiting files on the review page.
    private static let most = 100

    private let folder: String
    private let last = Mutex<[WaitingFile]>([])

    init(_ configuration: Configuration) {
        folder = configuration.stateFolder
    }

    /// The files, from the watch. Empty if no watch is running. The last known files if the watch is too busy to answer.
    @Sendable func current() async -> [WaitingFile] {
        do {
            let response = try await ControlClient(folder: folder).send(
                ControlRequest(.status, limit: WaitingFiles.most), timeLimit: .seconds(1))
            let files = (response.status?.sources.deferred.entries ?? []).map { entry in
                let pack = DropScanner.wantedID(ofFolder: DropIndex.topFolder(ofFileAt: entry.path))
                return WaitingFile(path: entry.path, pack: pack, reason: entry.reason)
            }
            last.withLock { $0 = files }
        } catch ControlError.timedOut {
            // Keeps the last known files.
        } catch {
            last.withLock { $0 = [] }
        }
        return last.withLock { $0 }
    }
}

extension OnDemandSheets: SheetSource {
    package func outline(of pack: String) async throws -> SheetOutline? {
        try await sheet(of: pack).map { SheetOutline(title: $0.title, stickersPerPage: $0.stickersPerPage) }
    }

    package func picture(_ number: Int, of pack: String) async throws -> SheetPicture? {
        try await page(number, of: pack).map {
            SheetPicture(fingerprint: $0.fingerprint, folder: $0.folder, name: $0.name)
        }
    }
}

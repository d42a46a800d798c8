import Foundation
import JobModel
import StickerManifest
import Synchronization

/// Signs served indexes with one key.
package struct IndexSigner: Sendable {
    /// The first 16 hexadecimal digits of the SHA-256 of the public key.
    package let key: String
    /// Signs bytes, and returns the signature.
    package let sign: @Sendable (Data) throws -> Data

    package init(key: String, sign: @escaping @Sendable (Data) throws -> Data) {
        self.key = key
        self.sign = sign
    }
}

extension ManifestIndex {
    /// The index for apps. It contains no review parts and no counts, because apps do not need them.
    package var delivered: ManifestIndex {
        ManifestIndex(
            generator: generator,
            packs: packs.map { pack in
                var pack = pack
                pack.review = nil
                pack.counts = nil
                return pack
            })
    }

    /// The SHA-256 of the index without its serial number and signatures.
    package func digest() throws -> String { Digest.sha256(try text(serial: nil, signatures: nil)) }

    /// The bytes of the index as it is served to apps.
    ///
    /// - Parameters:
    ///   - serial: a number larger than that of every index served before.
    ///   - signers: the keys that sign the index. Empty for an unsigned index.
    package func served(serial: Int, signers: [IndexSigner]) throws -> [UInt8] {
        guard !signers.isEmpty else { return try text(serial: serial, signatures: nil) }
        let empty = signers.map { ManifestSignature(key: $0.key, value: "") }
        let message = CatalogVerifier.indexPrefix + Data(try text(serial: serial, signatures: empty))
        let signatures = try signers.map {
            ManifestSignature(key: $0.key, value: try $0.sign(message).base64EncodedString())
        }
        return try text(serial: serial, signatures: signatures)
    }

    private func text(serial: Int?, signatures: [ManifestSignature]?) throws -> [UInt8] {
        let encoder = JSONEncoder.sorted
        var object = JSONLinesObject()
        object.add("generator", [UInt8](try encoder.encode(generator)))
        object.add("packs", lines: try packs.map { [UInt8](try encoder.encode($0)) })
        object.add("schemaVersion", Array("\(schemaVersion)".utf8))
        if let serial { object.add("serial", Array("\(serial)".utf8)) }
        if let signatures { object.add("signatures", [UInt8](try encoder.encode(signatures))) }
        return object.text()
    }
}

/// Prepares an index for apps. Signs it, and gives it a serial number that grows with each change, so that apps can
/// detect an outdated index.
package final class IndexDelivery: Sendable {
    /// The last served index.
    private struct Served: Codable {
        var serial: Int
        /// The SHA-256 of the index content.
        var index: String

        private enum CodingKeys: String, CodingKey {
            case serial, index
        }
    }

    private static let fileName = "serial.json"

    private let folder: OutputFolder?
    private let signers: [IndexSigner]
    private let last = Mutex<Served?>(nil)

    /// - Parameters:
    ///   - stateFolder: the folder that stores the serial number. Nil to keep the number only in memory.
    ///   - signers: the keys that sign indexes. Empty for unsigned indexes.
    package init(stateFolder: String? = nil, signers: [IndexSigner] = []) {
        folder = stateFolder.map { OutputFolder($0) }
        self.signers = signers
    }

    /// The bytes that are served to apps for a published index.
    ///
    /// - Throws: the errors of the signers.
    package func bytes(of index: ManifestIndex, at time: Date = Date()) throws -> [UInt8] {
        let delivered = index.delivered
        return try delivered.served(serial: serial(for: try delivered.digest(), at: time), signers: signers)
    }

    /// The serial number of an index. The same index always gets the same number. For a new index, the number is at
    /// least the current time in seconds since 1970. The number therefore grows even if the file with the last number
    /// was lost or cannot be written.
    private func serial(for index: String, at time: Date) -> Int {
        last.withLock { last in
            let known = last ?? stored
            if let known, known.index == index { return known.serial }
            let new = Served(serial: IndexDelivery.next(after: known?.serial, at: time), index: index)
            last = new
            store(new)
            return new.serial
        }
    }

    package static func next(after last: Int?, at time: Date = Date()) -> Int {
        max((last ?? 0) + 1, Int(time.timeIntervalSince1970))
    }

    private var stored: Served? {
        folder?.read(IndexDelivery.fileName).flatMap { try? JSONDecoder().decode(Served.self, from: Data($0)) }
    }

    private func store(_ served: Served) {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        guard let folder, let json = try? encoder.encode(served) else { return }
        try? folder.makeFolder("")
        try? folder.write([UInt8](json), to: IndexDelivery.fileName)
    }
}

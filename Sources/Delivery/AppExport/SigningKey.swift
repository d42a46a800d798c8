import CryptoPrimitives
import Foundation
import Glibc
import JobModel
import Publishing
import StickerManifest

/// The key for signing manifests (Ed25519, RFC 8032), and its file: one line of text that only the owner can read.
package struct SigningKey: Sendable {
    private static let prefix = "stickerd-ed25519-private-key "
    private let key: Ed25519.PrivateKey

    /// - Throws: `AppExportError.badKey`.
    package init(contentsOf file: String) throws {
        guard let text = try? String(contentsOfFile: file, encoding: .utf8) else {
            throw AppExportError.badKey(file: file, reason: "The file cannot be read.")
        }
        let line = text.trimmingCharacters(in: .whitespacesAndNewlines)
        guard line.hasPrefix(Self.prefix), let bytes = Data(base64Encoded: String(line.dropFirst(Self.prefix.count))),
            let key = try? Ed25519.PrivateKey(rawRepresentation: Array(bytes))
        else { throw AppExportError.badKey(file: file, reason: "The file does not contain a key of stickerd.") }
        self.key = key
    }

    private init(_ key: Ed25519.PrivateKey) {
        self.key = key
    }

    /// Makes a new key and its file.
    ///
    /// - Throws: `AppExportError.badKey` if the file exists, because a lost key cannot be restored. `CryptoError` if
    ///   the system cannot provide random numbers.
    package static func make(at file: String) throws -> SigningKey {
        let key = try SigningKey(Ed25519.PrivateKey())
        let descriptor = open(file, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            throw AppExportError.badKey(
                file: file, reason: "The file cannot be written: \(String(cString: strerror(errno))).")
        }
        let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        try handle.write(contentsOf: Data("\(prefix)\(Data(key.key.rawRepresentation).base64EncodedString())\n".utf8))
        try handle.synchronize()
        return key
    }

    /// The public key for apps, in Base64.
    package var publicKey: String { Data(key.publicKey.rawRepresentation).base64EncodedString() }

    /// Makes the signer for served indexes.
    package var indexSigner: IndexSigner {
        IndexSigner(key: String(Digest.sha256(key.publicKey.rawRepresentation).prefix(16))) { [key] message in
            Data(try message.withUnsafeBytes { try key.signature(for: $0) })
        }
    }

    /// The manifest for apps as signed JSON.
    package func signed(_ catalog: Catalog) throws -> [UInt8] { Array(try catalog.json(signedBy: signature)) }

    /// The signature of a message.
    package func signature(of message: Data) throws -> Data {
        Data(try message.withUnsafeBytes { try key.signature(for: $0) })
    }
}

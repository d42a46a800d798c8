/// The manifest: everything a program needs to know about the published stickers. It is `catalog.json` in the output
/// folder, its schema is `schemas/catalog.schema.json`, and the same sources, configuration and version of stickerd
/// give the same bytes.
public struct Catalog: Codable, Sendable, Equatable {
    /// The version of the manifest's shape that this library writes. A reader accepts every shape of the same number.
    public static let currentSchemaVersion = 1

    /// Which shape the manifest has.
    public var schemaVersion: Int
    /// Who wrote it: `stickerd` and its version.
    public var generator: String
    /// The packs, in the order of their ids.
    public var packs: [Pack]
    /// Sources that were not published, in the order of their paths.
    public var rejected: [RejectedSource]
    /// Rules that were turned off, so that the findings say nothing of them; sorted.
    public var rulesOff: [String]
    /// A signature of all the rest, in Base64; nil where it is not signed. See `docs/manifest.md`.
    public var signature: String?
    /// Finished stickers that are kept out of `packs` until a person approves them, by pack; nil where none are. An app
    /// has no use for them.
    public var awaitingApproval: [Pack]?

    private enum CodingKeys: String, CodingKey {
        case schemaVersion, generator, packs, rejected, rulesOff, signature, awaitingApproval
    }

    public init(
        generator: String, packs: [Pack], rejected: [RejectedSource], rulesOff: [String] = [],
        awaitingApproval: [Pack]? = nil
    ) {
        self.schemaVersion = Catalog.currentSchemaVersion
        self.generator = generator
        self.packs = packs
        self.rejected = rejected
        self.rulesOff = rulesOff
        self.awaitingApproval = awaitingApproval
    }
}

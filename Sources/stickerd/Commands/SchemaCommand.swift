import ArgumentParser
import StickerConfiguration

/// `stickerd schema`: prints a JSON schema.
struct SchemaCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "schema", abstract: "Print the JSON schema of a file that stickerd reads or writes.",
        discussion: """
            pipeline is for pipeline.json, pack for pack.json, sticker for the sidecar of a sticker and message for \
            that of a message. decisions is for `stickerd review decisions`. catalog is for the output of `stickerd \
            manifest`; index, app-part, review-part and record are for the published files. Editors complete and check \
            a file whose "$schema" contains the address of its schema.
            """)

    @Argument(help: ArgumentHelp("The name of the schema. Without a name, all names are listed.", valueName: "name"))
    var name: SchemaName?

    func run() async throws {
        try await CommandRunner.run {
            guard let name else {
                for name in SchemaName.allCases { Output.result(name.rawValue) }
                return 0
            }
            try Output.document(name.schema)
            return 0
        }
    }
}

/// The JSON schemas that the program contains.
enum SchemaName: String, CaseIterable, ExpressibleByArgument {
    case pipeline, pack, sticker, message, decisions, catalog, index
    case appPart = "app-part"
    case reviewPart = "review-part"
    case record

    var schema: [UInt8] {
        switch self {
        case .pipeline: Array(ConfigurationSchema.text.utf8)
        case .pack: PackageResources.pack_schema_json
        case .sticker: PackageResources.sticker_schema_json
        case .message: PackageResources.message_schema_json
        case .decisions: PackageResources.decisions_schema_json
        case .catalog: PackageResources.catalog_schema_json
        case .index: PackageResources.index_schema_json
        case .appPart: PackageResources.app_part_schema_json
        case .reviewPart: PackageResources.review_part_schema_json
        case .record: PackageResources.record_schema_json
        }
    }
}

/// The schemas of the files that people edit. `stickerd init` writes them to the project, where editors use them.
enum StarterSchemas {
    /// The folder for the schemas, relative to the project.
    static let folder = "schemas"

    static var files: [(name: String, schema: [UInt8])] {
        [SchemaName.pipeline, .pack, .sticker, .message].map { ("\(folder)/\($0.rawValue).schema.json", $0.schema) }
    }
}

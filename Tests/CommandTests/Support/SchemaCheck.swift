import Foundation
import TestSupport

/// Validates the manifest against its schema, with Debian's python3-jsonschema.
enum SchemaCheck {
    /// Whether the validator is installed. Otherwise, tests that need it are skipped.
    static let isInstalled = (try? Command.run([python, "-c", "import jsonschema"])) == 0

    /// The errors in a file, one per line. Empty if the file is valid according to `schemas/<name>.schema.json`.
    static func problems(of file: String, by name: String) async throws -> String {
        let script = """
            import json, sys
            from jsonschema import Draft202012Validator
            schema, text = (json.load(open(path, encoding="utf-8")) for path in sys.argv[1:])
            for error in Draft202012Validator(schema).iter_errors(text):
                print(".".join(map(str, error.absolute_path)), error.message[:300])
            """
        let schema = Repository.file("schemas/\(name).schema.json")
        let ending = try await Command([python, "-c", script, schema, file], in: "/").ending()
        return ending.output + ending.complaint
    }

    private static let python = "/usr/bin/python3"
}

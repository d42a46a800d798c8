import Foundation
import TestSupport

/// Validates JSON with the schemas of the repository, by Debian's python3-jsonschema.
struct SchemaValidator {
    /// A schema in `schemas/`, by its name without `.schema.json`: `pipeline`, `pack`, `sticker` or `catalog`.
    let name: String

    /// Whether the validator is installed. Otherwise, tests that need it are skipped.
    static let isInstalled = (try? run(["-c", "import jsonschema"], input: Data()))?.status == 0

    /// The path of the schema.
    var schema: URL {
        Repository.url.appending(path: "schemas/\(name).schema.json")
    }

    /// The errors in a JSON text, each in the form `path: reason`. Empty if the text is valid.
    ///
    /// - Throws: `Failure` if the validator itself fails: the schema is invalid, or the text is not JSON.
    func problems(in json: Data) throws -> [String] {
        try problems(inEach: [json])[0]
    }

    func problems(in json: String) throws -> [String] {
        try problems(in: Data(json.utf8))
    }

    /// The errors in each of several texts. Checking several texts takes almost the same time as checking a single
    /// text.
    func problems(inEach texts: [Data]) throws -> [[String]] {
        let script = """
            import json, sys
            from jsonschema import Draft202012Validator
            schema = json.load(open(sys.argv[1], encoding="utf-8"))
            Draft202012Validator.check_schema(schema)
            validator = Draft202012Validator(schema)
            print(json.dumps([
                [".".join(map(str, error.absolute_path)) + ": " + error.message[:300]
                    for error in validator.iter_errors(json.loads(text))]
                for text in json.load(sys.stdin)
            ]))
            """
        let input = try JSONEncoder().encode(texts.map { String(decoding: $0, as: UTF8.self) })
        let (status, output, complaint) = try Self.run(["-c", script, schema.path], input: input)
        guard status == 0 else { throw Failure(complaint: complaint) }
        return try JSONDecoder().decode([[String]].self, from: Data(output.utf8))
    }

    func problems(inEach texts: [String]) throws -> [[String]] {
        try problems(inEach: texts.map { Data($0.utf8) })
    }

    /// The error if the validator itself fails.
    struct Failure: Error {
        var complaint: String
    }

    /// Input and output are files, so that no process blocks on a full pipe.
    private static func run(
        _ arguments: [String], input: Data
    ) throws -> (status: Int32, output: String, complaint: String) {
        let folder = try TemporaryFolder()
        let files = ["in", "out", "error"].map { folder.url.appending(path: $0) }
        try input.write(to: files[0])
        for file in files.dropFirst() { try Data().write(to: file) }
        let python = Process()
        python.executableURL = URL(fileURLWithPath: "/usr/bin/python3")
        python.arguments = arguments
        python.environment = ["PYTHONIOENCODING": "utf-8", "PATH": "/usr/bin:/bin"]
        python.standardInput = try FileHandle(forReadingFrom: files[0])
        python.standardOutput = try FileHandle(forWritingTo: files[1])
        python.standardError = try FileHandle(forWritingTo: files[2])
        try python.run()
        python.waitUntilExit()
        return (
            python.terminationStatus, String(decoding: try Data(contentsOf: files[1]), as: UTF8.self),
            String(decoding: try Data(contentsOf: files[2]), as: UTF8.self)
        )
    }
}

/// Takes the keys of a JSON object by name, each with the type and the range it must have.
///
/// What is absent is nil; what is wrong is nil too and noted in the file's list of issues. A key that nothing asked for
/// is noted when the reading ends. Keys that begin with `//` are comments and may have any value.
struct JSONObjectReader {
    /// The keys that lead here, joined by dots; empty for the file's own object.
    let path: String
    let position: JSONPosition
    let issues: IssueList
    private var members: [String: JSONValue.Member] = [:]
    /// In the order they were asked for.
    private var known: [String] = []
    private var asked: Set<String> = []

    /// Reads a whole file.
    ///
    /// - Throws: `ConfigurationError.invalid` with everything that is wrong with the file.
    static func read<Settings>(
        _ json: [UInt8], file: String, _ read: (inout JSONObjectReader) -> Settings
    ) throws(ConfigurationError) -> Settings {
        let issues = IssueList(file: file)
        let value: JSONValue
        do {
            value = try JSONParser.value(of: json)
        } catch {
            throw .invalid([ConfigurationIssue(file: file, position: error.position, key: nil, message: error.message)])
        }
        var reader = JSONObjectReader(value, path: "", issues: issues)
        _ = reader.value("$schema")
        let settings = read(&reader)
        reader.finish()
        try issues.throwIfAny()
        return settings
    }

    /// A reader of a value, which is noted as an issue where it is no object; then nothing more is to be read.
    init(_ value: JSONValue, path: String, issues: IssueList) {
        self.path = path
        self.position = value.position
        self.issues = issues
        guard case .object(let written) = value.content else {
            issues.add(path.isEmpty ? nil : path, at: value.position, "expected an object in { }, found \(value.found)")
            return
        }
        for member in written where !member.key.hasPrefix("//") {
            if let first = members[member.key] {
                issues.add(
                    keyPath(member.key), at: member.position,
                    "expected each key once, found it again; it is already on line \(first.position.line)")
            } else {
                members[member.key] = member
            }
        }
    }

    /// The path of one of this object's keys.
    func keyPath(_ key: String) -> String {
        let name = key.shortened(to: 60).harmless
        return path.isEmpty ? name : "\(path).\(name)"
    }

    /// The keys that are there and that nothing asked for, in the order they are written.
    var remainingKeys: [String] {
        members.values.filter { !asked.contains($0.key) }.sorted { $0.position < $1.position }.map(\.key)
    }

    /// Where a key is written; the object itself when it is absent.
    func position(of key: String) -> JSONPosition {
        members[key]?.position ?? position
    }

    /// Whether a key is there; this is not asking for it.
    func has(_ key: String) -> Bool {
        members[key] != nil
    }

    /// The value of a key, of any type.
    mutating func value(_ key: String) -> JSONValue? {
        if asked.insert(key).inserted { known.append(key) }
        return members[key]?.value
    }

    /// Notes that a key has the wrong value.
    func expected(_ what: String, for key: String, found value: JSONValue) {
        issues.add(keyPath(key), at: value.position, "expected \(what), found \(value.found)")
    }

    /// Notes every key that nothing asked for, with the known one that is nearest.
    func finish() {
        let known = known.filter { $0 != "$schema" }
        for key in remainingKeys {
            let hint: String
            if let near = NearestName.of(key, among: known) {
                hint = "did you mean \"\(near)\"?"
            } else {
                hint = "the keys here are \(known.joined(separator: ", "))"
            }
            issues.add(keyPath(key), at: position(of: key), "there is no such key; \(hint)")
        }
    }
}

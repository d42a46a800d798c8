import JobModel

/// Reads the values of a JSON object by key, with the required type and range.
///
/// The value of a missing or invalid key is nil. Invalid values are added to the file's list of issues. Unknown keys
/// are reported when the reading ends. Keys that start with `//` are comments and may have any value.
package struct JSONObjectReader {
    /// The path of the object, which consists of keys joined by dots. Empty for the outermost object.
    let path: String
    let position: JSONPosition
    let issues: IssueList
    private var members: [String: JSONValue.Member] = [:]
    /// The requested keys, in the order of the requests.
    private var known: [String] = []
    private var asked: Set<String> = []

    /// Reads a whole file.
    ///
    /// - Throws: `ConfigurationError.invalid` with all errors in the file.
    package static func read<Settings>(
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

    /// A reader for a value. If the value is not an object, reports an error and reads it as an empty object.
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

    /// The path of a key in this object.
    func keyPath(_ key: String) -> String {
        let name = key.shortened(to: 60).harmless
        return path.isEmpty ? name : "\(path).\(name)"
    }

    /// The keys that were not read yet, in the order of the file.
    var remainingKeys: [String] {
        members.values.filter { !asked.contains($0.key) }.sorted { $0.position < $1.position }.map(\.key)
    }

    /// The position of a key. The position of the object if the key is missing.
    func position(of key: String) -> JSONPosition {
        members[key]?.position ?? position
    }

    /// Whether the object contains a key. Does not mark the key as read.
    func has(_ key: String) -> Bool {
        members[key] != nil
    }

    /// The value of a key, of any type. Nil if the key is missing. Marks the key as read.
    mutating func value(_ key: String) -> JSONValue? {
        if asked.insert(key).inserted { known.append(key) }
        return members[key]?.value
    }

    /// Reports that a key has an invalid value.
    func expected(_ what: String, for key: String, found value: JSONValue) {
        issues.add(keyPath(key), at: value.position, "expected \(what), found \(value.found)")
    }

    /// Reports all keys that were not read, each with the most similar known key.
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

/// Reads values of specific types.
extension JSONObjectReader {
    package mutating func boolean(_ key: String) -> Bool? {
        guard let value = value(key) else { return nil }
        if case .boolean(let boolean) = value.content { return boolean }
        expected("true or false", for: key, found: value)
        return nil
    }

    package mutating func integer(_ key: String, in range: ClosedRange<Int>) -> Int? {
        guard let value = value(key) else { return nil }
        if case .number(let number, _) = value.content, let integer = Int(exactly: number), range.contains(integer) {
            return integer
        }
        let bounds = "\(NumberFormat.number(range.lowerBound)) to \(NumberFormat.number(range.upperBound))"
        expected("a whole number from \(bounds)", for: key, found: value)
        return nil
    }

    mutating func number(_ key: String, in range: ClosedRange<Double>) -> Double? {
        guard let value = value(key) else { return nil }
        if case .number(let number, _) = value.content, range.contains(number) { return number }
        let bounds = "\(range.lowerBound.plainText) to \(range.upperBound.plainText)"
        expected("a number from \(bounds)", for: key, found: value)
        return nil
    }

    /// A value that is converted from a text.
    ///
    /// - Parameters:
    ///   - what: the expected value, for messages, such as `a colour like "#ff3b30"`.
    ///   - accept: converts the text. Returns nil if the text is invalid.
    mutating func text<Result>(_ key: String, _ what: String, _ accept: (String) -> Result?) -> Result? {
        guard let value = value(key) else { return nil }
        if case .text(let text) = value.content, let result = accept(text) { return result }
        expected(what, for: key, found: value)
        return nil
    }

    /// One word of an enumeration.
    mutating func choice<Choice>(_ key: String, of type: Choice.Type) -> Choice?
    where Choice: RawRepresentable<String> & CaseIterable {
        guard let value = value(key) else { return nil }
        return choice(value, key, of: type)
    }

    /// One word of an enumeration, from a value that was already read.
    func choice<Choice>(_ value: JSONValue, _ key: String, of type: Choice.Type, or more: String = "") -> Choice?
    where Choice: RawRepresentable<String> & CaseIterable {
        let words = type.allCases.map(\.rawValue)
        var hint = ""
        if case .text(let text) = value.content {
            if let choice = Choice(rawValue: text) { return choice }
            if let near = NearestName.of(text, among: words) { hint = "; did you mean \"\(near)\"?" }
        }
        let expected = "expected \(words.map(\.quoted).joinedForPeople())\(more), found \(value.found)\(hint)"
        issues.add(keyPath(key), at: value.position, expected)
        return nil
    }

    /// A list of words of an enumeration, in the enumeration's order.
    package mutating func choices<Choice>(_ key: String, of type: Choice.Type) -> [Choice]?
    where Choice: RawRepresentable<String> & CaseIterable & Hashable {
        guard let items = list(key) else { return nil }
        let chosen = Set(items.compactMap { choice($0.value, key, of: type) })
        return type.allCases.filter(chosen.contains)
    }

    /// A list of words of an enumeration, in the order of the list.
    package mutating func orderedChoices<Choice>(_ key: String, of type: Choice.Type) -> [Choice]?
    where Choice: RawRepresentable<String> & CaseIterable & Equatable {
        list(key)?.enumerated().reduce(into: []) { words, item in
            let value = item.element.value
            guard let word = choice(value, "\(key)[\(item.offset)]", of: type) else { return }
            if words.contains(word) {
                issues.add(item.element.path, at: value.position, "\(word.rawValue.quoted) is listed twice")
            } else {
                words.append(word)
            }
        }
    }

    /// Reports a fidelity target that is below the floor, because the target would then have no effect. The error is
    /// reported at the target if the file sets it, or else at the floor.
    func checkFidelity(target: Double, floor: Double) {
        guard target < floor else { return }
        let isTarget = has("fidelityTarget")
        let (key, other) = isTarget ? ("fidelityTarget", "fidelityFloor") : ("fidelityFloor", "fidelityTarget")
        let expected = isTarget ? "at least" : "at most"
        let (limit, found) = isTarget ? (floor, target) : (target, floor)
        issues.add(
            keyPath(key), at: position(of: key),
            "expected \(expected) \(keyPath(other)), which is \(limit.plainText), found \(found.plainText)")
    }

    /// Passes the object of a key to a closure, which reads its keys. Does nothing if the key is missing.
    package mutating func object(_ key: String, _ read: (inout JSONObjectReader) -> Void) {
        guard let value = value(key) else { return }
        var reader = JSONObjectReader(value, path: keyPath(key), issues: issues)
        read(&reader)
        reader.finish()
    }

    /// The items of a list, each with its path. Nil if the key is missing or its value is not a list.
    package mutating func list(_ key: String) -> [(path: String, value: JSONValue)]? {
        guard let value = value(key) else { return nil }
        guard case .list(let items) = value.content else {
            expected("a list in [ ]", for: key, found: value)
            return nil
        }
        return items.enumerated().map { (path: "\(keyPath(key))[\($0.offset)]", value: $0.element) }
    }
}

import JobModel

/// The types a key may have.
extension JSONObjectReader {
    mutating func boolean(_ key: String) -> Bool? {
        guard let value = value(key) else { return nil }
        if case .boolean(let boolean) = value.content { return boolean }
        expected("true or false", for: key, found: value)
        return nil
    }

    mutating func integer(_ key: String, in range: ClosedRange<Int>) -> Int? {
        guard let value = value(key) else { return nil }
        if case .number(let number, _) = value.content, let integer = Int(exactly: number), range.contains(integer) {
            return integer
        }
        let bounds = "\(Wording.number(range.lowerBound)) to \(Wording.number(range.upperBound))"
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

    /// A text that `accept` makes something of.
    ///
    /// - Parameter what: what is expected, as a message names it: `a colour like "#ff3b30"`.
    mutating func text<Result>(_ key: String, _ what: String, _ accept: (String) -> Result?) -> Result? {
        guard let value = value(key) else { return nil }
        if case .text(let text) = value.content, let result = accept(text) { return result }
        expected(what, for: key, found: value)
        return nil
    }

    /// One of the words of an enumeration.
    mutating func choice<Choice>(_ key: String, of type: Choice.Type) -> Choice?
    where Choice: RawRepresentable<String> & CaseIterable {
        guard let value = value(key) else { return nil }
        return choice(value, key, of: type)
    }

    /// The same for a value that has been asked for already.
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
    mutating func choices<Choice>(_ key: String, of type: Choice.Type) -> [Choice]?
    where Choice: RawRepresentable<String> & CaseIterable & Hashable {
        guard let items = list(key) else { return nil }
        let chosen = Set(items.compactMap { choice($0.value, key, of: type) })
        return type.allCases.filter(chosen.contains)
    }

    /// An object whose keys the closure reads.
    mutating func object(_ key: String, _ read: (inout JSONObjectReader) -> Void) {
        guard let value = value(key) else { return }
        var reader = JSONObjectReader(value, path: keyPath(key), issues: issues)
        read(&reader)
        reader.finish()
    }

    /// The items of a list, each with its path.
    mutating func list(_ key: String) -> [(path: String, value: JSONValue)]? {
        guard let value = value(key) else { return nil }
        guard case .list(let items) = value.content else {
            expected("a list in [ ]", for: key, found: value)
            return nil
        }
        return items.enumerated().map { (path: "\(keyPath(key))[\($0.offset)]", value: $0.element) }
    }
}

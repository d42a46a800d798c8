/// What a target is built with in one configuration, as far as the project file itself says it.
struct BuildSettings {
    /// `Debug`, `Release`.
    let configuration: String
    private let target: [String: PropertyList]
    private let project: [String: PropertyList]
    private let targetName: String
    /// Whether a file outside the project sets more: then what is not found here may well be set.
    let hasMore: Bool

    init(_ configuration: PropertyList, projectWide: PropertyList?, targetName: String) {
        self.configuration = configuration["name"]?.text ?? ""
        self.targetName = targetName
        target = configuration["buildSettings"]?.dictionary ?? [:]
        project = projectWide?["buildSettings"]?.dictionary ?? [:]
        hasMore =
            configuration["baseConfigurationReference"] != nil || projectWide?["baseConfigurationReference"] != nil
            || configuration["baseConfigurationReferenceAnchor"] != nil
    }

    /// A setting with its variables replaced; nil where it is not set, or names what is not known here.
    subscript(name: String) -> String? {
        guard let raw = raw(name) else { return nil }
        return expanded(raw, depth: 0)
    }

    /// Text with the variables in it replaced; nil where one is not known.
    func expanded(_ text: String, depth: Int = 0) -> String? {
        guard depth < 8 else { return nil }
        var result = ""
        var rest = text[...]
        while let start = rest.firstIndex(of: "$") {
            result += rest[..<start]
            let after = rest.index(after: start)
            guard after < rest.endIndex, let close = BuildSettings.closing[rest[after]],
                let end = rest[after...].firstIndex(of: close)
            else { return nil }
            let name = rest[rest.index(after: after)..<end].split(separator: ":").first.map(String.init) ?? ""
            guard let value = raw(name), let full = expanded(value, depth: depth + 1) else { return nil }
            result += full
            rest = rest[rest.index(after: end)...]
        }
        return result + rest
    }

    private static let closing: [Character: Character] = ["(": ")", "{": "}"]

    private func raw(_ name: String) -> String? {
        if name == "TARGET_NAME" { return targetName }
        return target[name]?.text ?? project[name]?.text
    }
}

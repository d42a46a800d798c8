/// The build settings of a target in one configuration. Only settings in the project file are known.
struct BuildSettings {
    /// The name of the configuration, such as `Debug` or `Release`.
    let configuration: String
    private let target: [String: PropertyList]
    private let project: [String: PropertyList]
    private let targetName: String
    /// Whether settings are also in a file outside of the project. A setting that the project lacks may then be in that
    /// file.
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

    /// A setting with its variables expanded. Nil if it is not set, or if it uses an unknown variable.
    subscript(name: String) -> String? {
        guard let raw = raw(name) else { return nil }
        return expanded(raw, depth: 0)
    }

    /// Whether a setting has any value, including values that are unknown here or apply only to some devices.
    func isSet(_ name: String) -> Bool {
        raw(name) != nil || [target, project].contains { $0.keys.contains { $0.hasPrefix("\(name)[") } }
    }

    /// The text with its variables expanded. Nil if one of them is unknown.
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
            let parts = rest[rest.index(after: after)..<end].split(separator: ":").map(String.init)
            guard let name = parts.first, let value = raw(name), let full = expanded(value, depth: depth + 1),
                let changed = BuildSettings.applied(parts.dropFirst(), to: full)
            else { return nil }
            result += changed
            rest = rest[rest.index(after: end)...]
        }
        return result + rest
    }

    /// Applies the operators that follow a variable's name to its value. Nil if an operator is unknown.
    private static func applied(_ operators: ArraySlice<String>, to value: String) -> String? {
        operators.reduce(Optional(value)) { value, name in
            switch name {
            case "rfc1034identifier": value.map { replaced($0, by: "-") { $0 == "-" || $0 == "." } }
            case "c99extidentifier", "identifier": value.map { replaced($0, by: "_") { $0 == "_" } }
            case "lower": value?.lowercased()
            case "upper": value?.uppercased()
            default: nil
            }
        }
    }

    private static func replaced(_ value: String, by other: Character, _ isKept: (Character) -> Bool) -> String {
        String(value.map { $0.isASCII && ($0.isLetter || $0.isNumber) || isKept($0) ? $0 : other })
    }

    private static let closing: [Character: Character] = ["(": ")", "{": "}"]

    private func raw(_ name: String) -> String? {
        if name == "TARGET_NAME" { return targetName }
        return target[name]?.text ?? project[name]?.text
    }
}

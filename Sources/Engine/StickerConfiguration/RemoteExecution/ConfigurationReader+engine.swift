import Foundation
import JobModel

extension ConfigurationValue where Value == String {
    /// The address of a Remote Execution engine.
    static var engineAddress: Self {
        Self(
            accepts: .init(
                cell: "text",
                schema: [("type", "string"), ("pattern", "^(grpcs?://[!-~]+:[0-9]+/?|unix:/[!-~]+)$")]),
            defaultText: { $0.jsonText }
        ) { _, key, reader in
            reader.text(key, "an address like \"grpcs://farm.example.com:443\" or \"unix:/run/casd.sock\"") { text in
                ConfigurationReader.engineAddress(text) == nil ? nil : text
            }
        }
    }
}

extension ConfigurationValue where Value == [String: String] {
    /// An object whose values are texts.
    static var properties: Self {
        Self(
            accepts: .init(
                cell: "object of texts",
                schema: [
                    ("type", "object"), ("additionalProperties", ["type": "string", "maxLength": .number("200")]),
                    ("patternProperties", SchemaNode.comments),
                ]),
            // The default is always empty.
            defaultText: { _ in "{}" }
        ) { $0.properties($1, &$2) }
    }
}

/// Reads the settings of the Remote Execution engine.
extension ConfigurationReader {
    /// Reports an unencrypted address of another machine, and a client certificate without its key or a key without
    /// its certificate.
    static func checkEngine(_ reader: inout JSONObjectReader, _ engine: EngineSettings) {
        if let url = engine.url, !engine.insecure, engineAddress(url)?.isExposed == true {
            reader.issues.add(
                reader.keyPath("url"), at: reader.position(of: "url"),
                "expected grpcs:// for another machine, found grpc://, which is not encrypted; set insecure to true to "
                    + "allow it")
        }
        for (one, other) in [("certificate", "key"), ("key", "certificate")] where reader.has(one) {
            guard (engine.certificate == nil) != (engine.key == nil), !reader.has(other) else { continue }
            reader.issues.add(
                reader.keyPath(one), at: reader.position(of: one), "expected a \(other) beside it, found none")
        }
    }

    /// Reports the sections of earlier versions that no longer exist.
    func removedSections(_ reader: inout JSONObjectReader) {
        for (key, reason) in [
            ("workers", "other machines render through a Remote Execution engine: use engine.url"),
            ("cache", "results are shared through a Remote Execution engine: use engine.url and engine.write"),
        ] where reader.has(key) {
            // Marks the key as known, so that it is not also reported as an unknown key.
            _ = reader.value(key)
            reader.issues.add(
                reader.keyPath(key), at: reader.position(of: key),
                "there is no such key any more; \(reason) (docs/operate/scale-out.md)")
        }
    }

    /// Parses the address of an engine.
    ///
    /// - Returns: the host, and whether the connection would be unencrypted and leave this machine. Nil if the text
    ///   is not an address of an engine.
    static func engineAddress(_ text: String) -> (isExposed: Bool, host: String)? {
        guard text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else { return nil }
        if text.hasPrefix("unix:/") { return (false, text) }
        guard let parts = URLComponents(string: text), let scheme = parts.scheme?.lowercased(),
            ["grpc", "grpcs"].contains(scheme), let host = parts.host, !host.isEmpty, parts.port != nil,
            parts.user == nil, parts.query == nil, ["", "/"].contains(parts.path)
        else { return nil }
        let isHere = ["localhost", "127.0.0.1", "[::1]", "::1"].contains(host)
        return (scheme == "grpc" && !isHere, host)
    }

    func word(_ key: String, _ reader: inout JSONObjectReader) -> String? {
        reader.text(key, "a text of at most 200 characters") { ConfigurationReader.isPlain($0) ? $0 : nil }
    }

    private static func isPlain(_ text: String) -> Bool {
        text.utf8.count <= 200 && !text.unicodeScalars.contains { $0.properties.generalCategory == .control }
    }

    fileprivate func properties(_ key: String, _ reader: inout JSONObjectReader) -> [String: String]? {
        guard let value = reader.value(key) else { return nil }
        guard case .object(let members) = value.content else {
            reader.expected("an object of texts", for: key, found: value)
            return nil
        }
        var found: [String: String] = [:]
        for member in members where !member.key.hasPrefix("//") {
            guard case .text(let text) = member.value.content, ConfigurationReader.isPlain(text),
                found.updateValue(text, forKey: member.key) == nil
            else {
                reader.expected("an object of texts, each key once", for: key, found: member.value)
                return nil
            }
        }
        return found
    }
}

extension Configuration {
    /// Refuses a configuration file that every user may change if it contains commands or the address of an engine. The
    /// commands would run as this user, and the engine's results would be published.
    ///
    /// - Parameter path: the absolute path of the configuration file.
    /// - Throws: `ConfigurationError.unreadable`.
    func checkCommands(in path: String, file: String) throws(ConfigurationError) {
        let reasons = [
            hooks.hasCommands ? "its hooks contain the programs to run" : nil,
            engine.url == nil ? nil : "its key engine.url contains the machine to render on",
        ].compactMap(\.self)
        guard !reasons.isEmpty else { return }
        var status = stat()
        guard stat(path, &status) == 0, status.st_mode & S_IWOTH != 0 else { return }
        throw .unreadable(
            file: file,
            reason: "\(reasons.joined(separator: " and ")), and every user may change it; run chmod o-w on it")
    }
}

extension EngineSettings {
    /// The name of the engine's machine or socket, for messages.
    package var host: String { url.flatMap { ConfigurationReader.engineAddress($0)?.host } ?? "" }
}

import Foundation
import JobModel

/// Reads the settings of the Remote Execution engine.
extension ConfigurationReader {
    func engine(_ reader: inout JSONObjectReader, into engine: inout EngineSettings) {
        engine.insecure = reader.boolean("insecure") ?? engine.insecure
        engine.url = optional("url", &reader) { reader in
            reader.text("url", ConfigurationReader.engineExpectation) { text in
                ConfigurationReader.engineAddress(text) == nil ? nil : text
            }
        }
        if let url = engine.url, !engine.insecure, ConfigurationReader.engineAddress(url)?.isExposed == true {
            reader.issues.add(
                reader.keyPath("url"), at: reader.position(of: "url"),
                "expected grpcs:// for another machine, found grpc://, which is not encrypted; set insecure to true to "
                    + "allow it")
        }
        engine.instance = word("instance", &reader) ?? engine.instance
        engine.jobs = reader.integer("jobs", in: EngineRange.jobs) ?? engine.jobs
        engine.write = reader.boolean("write") ?? engine.write
        engine.salt = word("salt", &reader) ?? engine.salt
        engine.platform = properties("platform", &reader) ?? engine.platform
        engine.environment = reader.choice("environment", of: EngineSettings.Environment.self) ?? engine.environment
        engine.tokenFile = optional("tokenFile", &reader) { path("tokenFile", &$0) }
        engine.authority = optional("authority", &reader) { path("authority", &$0) }
        engine.certificate = optional("certificate", &reader) { path("certificate", &$0) }
        engine.key = optional("key", &reader) { path("key", &$0) }
        for (one, other) in [("certificate", "key"), ("key", "certificate")] where reader.has(one) {
            guard (engine.certificate == nil) != (engine.key == nil), !reader.has(other) else { continue }
            reader.issues.add(
                reader.keyPath(one), at: reader.position(of: one), "expected a \(other) beside it, found none")
        }
        engine.verifyShare = reader.number("verifyShare", in: EngineRange.verifyShare) ?? engine.verifyShare
    }

    /// Reports the sections of earlier versions, once each.
    func removedSections(_ reader: inout JSONObjectReader) {
        for (key, reason) in [
            ("workers", "other machines render through a Remote Execution engine: use engine.url"),
            ("cache", "results are shared through a Remote Execution engine: use engine.url and engine.write"),
        ] where reader.has(key) {
            // Reading it keeps it out of the list of unknown keys.
            _ = reader.value(key)
            reader.issues.add(
                reader.keyPath(key), at: reader.position(of: key),
                "there is no such key any more; \(reason) (docs/operate/scale-out.md)")
        }
    }

    private static let engineExpectation =
        "an address like \"grpcs://farm.example.com:443\" or \"unix:/run/casd.sock\""

    /// - Returns: whether an address leads to another machine without encryption. Nil if it is not an address of an
    ///   engine.
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

    /// The value of a key, unless it is null.
    private func optional<Value>(
        _ key: String, _ reader: inout JSONObjectReader, _ read: (inout JSONObjectReader) -> Value?
    ) -> Value? {
        if case .null = reader.value(key)?.content { return nil }
        return read(&reader)
    }

    private func word(_ key: String, _ reader: inout JSONObjectReader) -> String? {
        reader.text(key, "a text of at most 200 characters") { ConfigurationReader.isPlain($0) ? $0 : nil }
    }

    private static func isPlain(_ text: String) -> Bool {
        text.utf8.count <= 200 && !text.unicodeScalars.contains { $0.properties.generalCategory == .control }
    }

    private func properties(_ key: String, _ reader: inout JSONObjectReader) -> [String: String]? {
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
    /// Refuses a file with commands or an address of an engine that every user may change: the commands would run as
    /// this user, and the engine's results would be published.
    ///
    /// - Parameter path: absolute path of the file that this was read from.
    /// - Throws: `ConfigurationError.unreadable`.
    func checkCommands(in path: String, file: String) throws(ConfigurationError) {
        let reasons = [
            hooks.hasCommands ? "it says in hooks which programs to run" : nil,
            engine.url == nil ? nil : "it says in engine which machines render",
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
    /// The name of the machine or the socket, for messages.
    package var host: String { url.flatMap { ConfigurationReader.engineAddress($0)?.host } ?? "" }
}

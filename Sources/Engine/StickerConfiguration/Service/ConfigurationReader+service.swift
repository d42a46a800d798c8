import Foundation
import JobModel

extension ConfigurationValue where Value == [HookTarget] {
    /// A list of programs and URLs that are notified.
    static var hooks: Self {
        Self(
            accepts: .init(
                cell: "[list of objects](#objects-in-lists)",
                schema: [("type", "array"), ("items", ["$ref": "#/$defs/hook"])]),
            // The default is always empty.
            defaultText: { _ in "[]" }
        ) { $0.targets($1, &$2) }
    }
}

extension ConfigurationValue where Value == LoopbackAddress {
    /// An address with a port that only this machine can reach.
    static var address: Self {
        Self(
            accepts: .init(
                cell: "address of this machine with a port",
                schema: [
                    ("type", "string"),
                    (
                        "pattern",
                        "^(localhost|127\\.[0-9]{1,3}\\.[0-9]{1,3}\\.[0-9]{1,3}|\\[::1\\]):[0-9]{1,5}$"
                    ),
                ]),
            defaultText: { $0.description.jsonText }
        ) { $2.text($1, LoopbackAddress.expectation) { LoopbackAddress($0) } }
    }
}

extension ConfigurationValue where Value == String {
    /// The URL of a page, to which links append a fragment.
    static var pageAddress: Self {
        Self(
            accepts: .init(
                cell: "http or https address", schema: [("type", "string"), ("pattern", "^https?://[!\"$-~]+$")]),
            defaultText: { $0.jsonText }
        ) { _, key, reader in
            reader.text(key, "an address like \"https://stickers.example.com/review/\"") { text in
                text.contains("#") ? nil : ConfigurationReader.webAddress(text)
            }
        }
    }
}

/// Reads the lists of hooks.
extension ConfigurationReader {
    fileprivate func targets(_ key: String, _ reader: inout JSONObjectReader) -> [HookTarget]? {
        guard let items = reader.list(key) else { return nil }
        return items.compactMap { item in
            var itemReader = JSONObjectReader(item.value, path: item.path, issues: reader.issues)
            guard case .object = item.value.content else { return nil }
            defer { itemReader.finish() }
            return target(&itemReader)
        }
    }

    private func target(_ reader: inout JSONObjectReader) -> HookTarget? {
        let command = command(&reader)
        let url = reader.text("url", "an address like \"https://hooks.example.com/…\"", ConfigurationReader.webAddress)
        let format = reader.choice("format", of: HookTarget.Format.self)
        guard reader.has("command") != reader.has("url") else {
            let found = reader.has("command") ? "both" : "neither"
            reader.issues.add(reader.path, at: reader.position, "expected a command or a url, found \(found)")
            return nil
        }
        if reader.has("command"), reader.has("format") {
            reader.issues.add(
                reader.keyPath("format"), at: reader.position(of: "format"),
                "expected no format beside a command, which always gets the event as JSON")
        }
        return command.map { .command($0) } ?? url.map { .post(url: $0, format: format ?? .stickerd) }
    }

    /// The absolute path of a program, and its arguments. Whether the program exists is checked only when it is
    /// needed, because `build` does not use it.
    private func command(_ reader: inout JSONObjectReader) -> [String]? {
        let position = reader.position(of: "command")
        guard let items = reader.list("command") else { return nil }
        let words = items.compactMap { item -> String? in
            if case .text(let text) = item.value.content, !text.unicodeScalars.contains("\0") { return text }
            reader.issues.add(item.path, at: item.value.position, "expected a text, found \(item.value.found)")
            return nil
        }
        guard words.count == items.count else { return nil }
        guard let program = words.first, program.contains("/"), !program.hasSuffix("/") else {
            reader.issues.add(
                reader.keyPath("command"), at: position,
                "expected a list of a program's path and its arguments, like [\"/usr/local/bin/tell\", \"art\"], found "
                    + (words.first.map { "\($0.quoted), which is not a path" } ?? "an empty list"))
            return nil
        }
        return [FolderPath.absolute(program, in: folder)] + words.dropFirst()
    }

    static func webAddress(_ text: String) -> String? {
        guard text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }), let parts = URLComponents(string: text),
            ["http", "https"].contains(parts.scheme?.lowercased()), let host = parts.host, !host.isEmpty
        else { return nil }
        return text
    }
}

import StickerCatalog

extension PackSettings {
    /// Reads a pack.json.
    ///
    /// - Parameter file: the file's name for messages.
    /// - Throws: `ConfigurationError.invalid`, with everything that is wrong with the text.
    package init(json: [UInt8], file: String) throws(ConfigurationError) {
        self = try JSONObjectReader.read(json, file: file) { reader in
            PackSettings(
                title: reader.words("title", "a title"),
                titles: reader.wordsByLanguage("titles", "a title"),
                size: reader.choice("size", of: StickerSize.self),
                order: Self.order(&reader),
                availability: Self.availability(&reader))
        }
    }

    private static func availability(_ reader: inout JSONObjectReader) -> Availability? {
        var availability: Availability?
        let moment = "a day like \"2026-12-01\" or a moment like \"2026-12-01T09:00:00+01:00\""
        reader.object("available") { reader in
            let from = reader.text("from", moment, Availability.moment)
            let until = reader.text("until", moment, Availability.moment)
            if let from, let until, until <= from {
                reader.issues.add(
                    reader.keyPath("until"), at: reader.position(of: "until"), "expected a moment after `from`")
            }
            availability = Availability(from: from, until: until)
        }
        return availability
    }

    private static func order(_ reader: inout JSONObjectReader) -> [String] {
        var names: [String] = []
        var seen: Set<String> = []
        for item in reader.list("order") ?? [] {
            guard case .text(let name) = item.value.content, !name.allSatisfy(\.isWhitespace) else {
                reader.issues.add(
                    item.path, at: item.value.position, "expected a sticker's name, found \(item.value.found)")
                continue
            }
            if !seen.insert(name).inserted {
                reader.issues.add(
                    item.path, at: item.value.position, "expected each sticker once, found \(name.quoted) again")
            }
            names.append(name)
        }
        return names
    }
}

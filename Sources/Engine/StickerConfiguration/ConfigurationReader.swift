import ImageHeaders
import JobModel
import StickerManifest

/// Makes a configuration of the keys of a `pipeline.json`.
struct ConfigurationReader {
    /// The folder that relative paths are taken from.
    let folder: String

    func read(_ reader: inout JSONObjectReader) -> Configuration {
        var result = Configuration.defaults(folder: folder)
        if let drop = path("drop", &reader) { result.drop = drop }
        if let out = path("out", &reader) { result.out = out }
        result.state = state(&reader)
        result.snapshots = reader.integer("snapshots", in: ConfigurationRange.snapshots) ?? result.snapshots
        result.jobs = reader.integer("jobs", in: ConfigurationRange.jobs) ?? result.jobs
        result.language =
            reader.text("language", LanguageTag.expectation) { LanguageTag($0)?.text } ?? result.language
        result.size = reader.choice("size", of: StickerSize.self) ?? result.size
        reader.object("render") { render(&$0, into: &result.render) }
        reader.object("encode") { encode(&$0, into: &result.encode) }
        reader.object("animation") { animation(&$0, into: &result.animation) }
        reader.object("messages") { messages(&$0, into: &result.messages) }
        reader.object("previews") { previews in
            result.backgrounds = backgrounds(&previews) ?? result.backgrounds
            result.photoFormat = previews.choice("photoFormat", of: PreviewFormat.self) ?? result.photoFormat
        }
        reader.object("sheets") { sheets in
            result.sheets.pictures = sheets.choice("pictures", of: SheetPictures.self) ?? result.sheets.pictures
            result.sheets.cacheBytes =
                sheets.integer("cacheBytes", in: ConfigurationRange.sheetCacheBytes) ?? result.sheets.cacheBytes
        }
        reader.object("limits") { limits(&$0, into: &result.limits) }
        reader.object("watch") { watch(&$0, into: &result.watch) }
        reader.object("publish") { publish in
            result.requireApproval = publish.boolean("requireApproval") ?? result.requireApproval
            result.keepMinutes =
                publish.integer("keepMinutes", in: ConfigurationRange.keepMinutes) ?? result.keepMinutes
        }
        reader.object("hooks") { hooks(&$0, into: &result.hooks) }
        reader.object("service") { service(&$0, into: &result.service) }
        reader.object("engine") { engine(&$0, into: &result.engine) }
        removedSections(&reader)
        reader.object("rules") { rules(&$0, into: &result) }
        for conflict in result.folderConflicts {
            reader.issues.add(conflict.key, at: reader.position(of: conflict.key), conflict.message)
        }
        return result
    }

    /// An absolute path.
    func path(_ key: String, _ reader: inout JSONObjectReader) -> String? {
        reader.text(key, "a path") { text in
            let isPath = !text.isEmpty && !text.unicodeScalars.contains { $0.properties.generalCategory == .control }
            return isPath ? FolderPath.absolute(text, in: folder) : nil
        }
    }

    private func state(_ reader: inout JSONObjectReader) -> String? {
        if case .null = reader.value("state")?.content { return nil }
        return path("state", &reader)
    }

    private func render(_ reader: inout JSONObjectReader, into render: inout RenderSettings) {
        render.trim = reader.boolean("trim") ?? render.trim
        render.trimThreshold =
            reader.integer("trimThreshold", in: ConfigurationRange.trimThreshold) ?? render.trimThreshold
        render.padding = reader.number("padding", in: ConfigurationRange.padding) ?? render.padding
    }

    private func encode(_ reader: inout JSONObjectReader, into encode: inout EncodeSettings) {
        encode.effort = reader.choice("effort", of: EncodeSettings.Effort.self) ?? encode.effort
        encode.fidelityTarget =
            reader.number("fidelityTarget", in: ConfigurationRange.fidelityTarget) ?? encode.fidelityTarget
        encode.fidelityFloor =
            reader.number("fidelityFloor", in: ConfigurationRange.fidelityFloor) ?? encode.fidelityFloor
        checkFidelity(&reader, target: encode.fidelityTarget, floor: encode.fidelityFloor)
        encode.byteLimit = reader.integer("byteLimit", in: ConfigurationRange.byteLimit) ?? encode.byteLimit
        encode.maximumColours =
            reader.integer("maximumColours", in: ConfigurationRange.maximumColours) ?? encode.maximumColours
        encode.dither = reader.choice("dither", of: EncodeSettings.Dither.self) ?? encode.dither
    }

    /// Notes a target below the floor, at the one of them that the file sets: the floor would decide alone.
    func checkFidelity(_ reader: inout JSONObjectReader, target: Double, floor: Double) {
        guard target < floor else { return }
        let isTarget = reader.has("fidelityTarget")
        let (key, other) = isTarget ? ("fidelityTarget", "fidelityFloor") : ("fidelityFloor", "fidelityTarget")
        let expected = isTarget ? "at least" : "at most"
        let (limit, found) = isTarget ? (floor, target) : (target, floor)
        reader.issues.add(
            reader.keyPath(key), at: reader.position(of: key),
            "expected \(expected) \(reader.keyPath(other)), which is \(limit.plainText), found \(found.plainText)")
    }

    private func messages(_ reader: inout JSONObjectReader, into messages: inout MessageSettings) {
        messages.background =
            reader.text("background", ConfigurationReader.colourExpectation, hexColour) ?? messages.background
        messages.maxBytes = reader.integer("maxBytes", in: ConfigurationRange.messageBytes) ?? messages.maxBytes
    }

    private func limits(_ reader: inout JSONObjectReader, into limits: inout SourceLimits) {
        limits.fileBytes = reader.integer("fileBytes", in: ConfigurationRange.fileBytes) ?? limits.fileBytes
        limits.pixels = reader.integer("pixels", in: ConfigurationRange.pixels) ?? limits.pixels
        limits.frames = reader.integer("frames", in: ConfigurationRange.frames) ?? limits.frames
        limits.seconds = reader.integer("seconds", in: ConfigurationRange.seconds) ?? limits.seconds
        limits.memoryMegabytes =
            reader.integer("memoryMegabytes", in: ConfigurationRange.memoryMegabytes) ?? limits.memoryMegabytes
        limits.extraFormats = reader.choices("extraFormats", of: ExtraFormat.self) ?? limits.extraFormats
    }
}

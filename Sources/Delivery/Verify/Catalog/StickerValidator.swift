import XcodeExport

/// Checks a `.sticker` or `.stickersequence` folder.
struct StickerValidator {
    /// The data of a sticker that the check of the pack uses.
    struct Report {
        var path: String
        /// The accessibility label. Nil if there is none.
        var label: String?
        /// The longest side of the picture in pixels. Nil if unknown.
        var longestSide: Int?
    }

    let view: FolderView
    let path: String

    private var contentsPath: String { view.join(path, "Contents.json") }

    func check(_ violations: inout [Violation]) -> Report {
        var report = Report(path: path)
        guard let contents = ContentsFile.read(contentsPath, in: view, &violations) else { return report }
        let properties = contents["properties"]
        if let label = properties?["accessibility-label"]?.text, !label.allSatisfy(\.isWhitespace) {
            report.label = label
            let limit = 150
            if label.utf16.count > limit {
                violations.append(
                    Violation(
                        .labelLength, contentsPath,
                        "The label has \(label.utf16.count) characters; the limit is \(limit)."))
            }
        }
        var files: [String]
        if path.hasSuffix(".stickersequence") {
            files = frames(contents, &violations)
        } else {
            ContentsFile.checkKeys(
                contents, path: contentsPath, keys: ["info", "properties"],
                properties: ["accessibility-label", "filename"], &violations)
            files = [properties?["filename"]?.text].compactMap { $0 }.filter { !$0.isEmpty && !$0.contains("/") }
            if files.isEmpty {
                violations.append(
                    Violation(
                        .missingFile, contentsPath, "The sticker refers to no picture.",
                        fix: "Drop a picture on it in Xcode."))
            }
        }
        files = files.map { name in
            guard !view.exists(view.join(path, name)), let other = view.otherCase(of: name, in: path) else {
                return name
            }
            violations.append(.otherCase(named: name, is: other, path: view.join(path, other)))
            return other
        }
        check(files, &report, &violations)
        for child in view.children(path) where child != "Contents.json" && !files.contains(child) {
            violations.append(
                Violation(.unnamedFile, view.join(path, child), "The sticker does not refer to this file."))
        }
        return report
    }

    private func check(_ files: [String], _ report: inout Report, _ violations: inout [Violation]) {
        let isSequence = path.hasSuffix(".stickersequence")
        var sizes: [String: String] = [:]
        for name in files {
            let file = view.join(path, name)
            guard let facts = StickerFileValidator(view: view, path: file).check(&violations) else { continue }
            report.longestSide = max(report.longestSide ?? 0, facts.width, facts.height)
            let side = 300...618
            if !side.contains(max(facts.width, facts.height)), sizes[facts.size] == nil {
                violations.append(
                    Violation(
                        .stickerSize, file,
                        "The picture has \(facts.size); Apple advises 300 to 618 px per side at @3x."))
            }
            if isSequence, facts.format == .gif {
                violations.append(Violation(.frameFormat, file, "A GIF is a frame of a sequence."))
            }
            if isSequence, sizes[facts.size] == nil, let (size, other) = sizes.first {
                violations.append(
                    Violation(.frameSizes, file, "The frame has \(facts.size), but \(other) has \(size)."))
            }
            sizes[facts.size] = sizes[facts.size] ?? name
        }
    }

    private func frames(_ contents: ContentsValue, _ violations: inout [Violation]) -> [String] {
        ContentsFile.checkKeys(
            contents, path: contentsPath, keys: ["frames", "info", "properties"],
            properties: ["accessibility-label", "duration", "duration-type", "repetitions"], &violations)
        let entries = contents["frames"]?.list ?? []
        let names = entries.compactMap { $0["filename"]?.text }.filter { !$0.isEmpty && !$0.contains("/") }
        if names.isEmpty {
            violations.append(Violation(.noFrames, contentsPath, "The sequence lists no frame."))
        } else if names.count < entries.count {
            violations.append(
                Violation(
                    .emptyFrame, contentsPath,
                    "\(entries.count - names.count) of \(entries.count) frames refer to no file."))
        }
        checkTiming(contents["properties"], &violations)
        return names
    }

    private func checkTiming(_ properties: ContentsValue?, _ violations: inout [Violation]) {
        let duration = properties?["duration"]?.number
        let type = properties?["duration-type"]?.text
        if let type, !["fixed", "fps"].contains(type) {
            violations.append(
                Violation(.sequenceTiming, contentsPath, "\"duration-type\" is \"\(type)\"; it may be fixed or fps."))
        } else if (duration ?? 0) <= 0 || type == nil {
            violations.append(
                Violation(.sequenceTiming, contentsPath, "The sequence has no duration."))
        }
        if let repetitions = properties?["repetitions"]?.number, repetitions < 0 {
            violations.append(
                Violation(
                    .sequenceTiming, contentsPath, "\"repetitions\" is below 0.", fix: "Set it to 0 to loop forever.")
            )
        }
    }
}

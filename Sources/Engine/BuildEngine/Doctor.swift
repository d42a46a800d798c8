import EngineSupport
import FileAccess
import Foundation
import ImageHeaders
import JobModel
import StickerConfiguration
import WorkerPool
import WorkerProtocol

/// Checks the environment of stickerd, such as libraries, decoders, kernel limits, disk space and permissions.
package struct Doctor: Sendable {
    /// A check and its result.
    package struct Check: Sendable, Encodable {
        package enum State: String, Sendable, Encodable {
            case good, warning, bad
        }
        package var name: String
        package var state: State
        /// The result of the check.
        package var detail: String
        /// The command or the change that fixes the problem. Empty if nothing is wrong.
        package var fix: String

        private enum CodingKeys: String, CodingKey {
            case name, state, detail
            case fix = "mend"
        }

        init(_ name: String, _ state: State, _ detail: String, fix: String = "") {
            self.name = name
            self.state = state
            self.detail = detail
            self.fix = fix
        }
    }

    let configuration: Configuration
    /// The command that starts a renderer, or the reason why there is none.
    private let renderProgram: Result<WorkerCommand, EngineError>

    /// The time limit for the self-test of the render program.
    let timeLimit: Duration

    package init(
        configuration: Configuration, worker: Result<WorkerCommand, EngineError>, timeLimit: Duration = .seconds(30)
    ) {
        self.configuration = configuration
        renderProgram = worker
        self.timeLimit = timeLimit
    }

    /// Runs all checks. Starts a worker to check the render program.
    ///
    /// - Returns: the checks, in display order.
    package func examine() async -> [Check] {
        let renderer = await renderer()
        let others = try? await BlockingExecutor.run { [watches(), drop(), out(), space(), state()] }
        return renderer + (others ?? [])
    }

    /// Checks the configured Remote Execution engine, and compares one of its renderings with a rendering of this
    /// machine.
    package func examineEngine() async -> [Check] {
        switch renderProgram {
        case .success(let worker): await engine(worker)
        case .failure: []
        }
    }

    /// Checks the render program, its libraries, decoders and fonts, and the isolation of workers.
    private func renderer() async -> [Check] {
        var worker: WorkerCommand
        switch renderProgram {
        case .success(let found): worker = found
        case .failure(let error):
            return [
                Check(
                    "render program", .bad, "\(error)",
                    fix: "install \(InstalledProgram.renderer) beside stickerd or in ../libexec/stickerd")
            ]
        }
        worker.startLimit = timeLimit
        do {
            let (found, description) = try await StickerPool.withWorkers(count: 1, command: worker) {
                (try await $0.sandboxTest(), try await $0.description())
            }
            let libraries = found.libraries.filter { $0.key != Doctor.secondRenderer }.sorted { $0.key < $1.key }.map {
                Check("library \($0.key)", .good, $0.value)
            }
            return [Check("render program", .good, "\(worker.executable), \(found.version)")] + libraries
                + decoders(found) + [secondRenderer(found)] + isolation(found, of: worker) + [
                    fonts(description, of: worker)
                ]
        } catch {
            return [failed(worker, error)]
        }
    }

    private func decoders(_ found: SandboxSelfTest) -> [Check] {
        let formats: [(name: String, extra: ExtraFormat?)] = [
            ("PNG", nil), ("JPEG", nil), ("GIF", nil), ("WebP", nil), ("SVG", nil), ("TIFF", nil),
            ("HEIC and AVIF", nil), ("PDF", .pdf), ("PSD", .psd), ("JPEG XL", .jxl),
        ]
        return formats.map { format, extra in
            let isOff = extra.map { !configuration.recipe.limits.extraFormats.contains($0) } ?? false
            return found.decoders.contains(format)
                ? Check(
                    "decoder \(format)", .good,
                    isOff ? "available; used only if limits.extraFormats contains it" : "available"
                )
                : Check(
                    "decoder \(format)", .warning, "this libvips was built without it",
                    fix: "apt-get install libvips42 (Debian's package supports it)")
        }
    }

    /// The name under which a renderer reports the version of the second SVG renderer.
    private static let secondRenderer = "resvg"

    private func secondRenderer(_ found: SandboxSelfTest) -> Check {
        let name = "second renderer for SVG"
        if let version = found.libraries[Doctor.secondRenderer] { return Check(name, .good, "resvg \(version)") }
        return Check(
            name, .good,
            "resvg is not installed; text on a path and similar features are reported but not drawn (optional)")
    }

    /// The font families that sheets use, with the package of each. One family of each list is sufficient.
    private static let neededFonts = [
        (["Inter"], "fonts-inter"), (["DejaVu Sans"], "fonts-dejavu-core"), (hanFonts, "fonts-wqy-microhei"),
    ]
    private static let hanFonts = ["WenQuanYi Micro Hei", "Noto Sans CJK JP", "Noto Sans CJK SC"]

    /// Checks whether the fonts of sheets are installed, and whether fonts have changed since the last run.
    private func fonts(_ description: RendererDescription, of worker: WorkerCommand) -> Check {
        let missing = Doctor.neededFonts.filter { families, _ in
            !families.contains { family in
                description.fonts.contains { $0 == family || $0.hasPrefix(family + " ") }
            }
        }
        guard missing.isEmpty else {
            let needsHan = [.japanese, .simplifiedChinese].contains(configuration.texts.language)
            let isEnglish = needsHan && missing.contains { $0.0 == Doctor.hanFonts }
            return Check(
                "fonts", .warning,
                "\(missing.map { $0.0[0] }.joinedForPeople("and")) \(missing.count == 1 ? "is" : "are") missing; "
                    + "sheets use another font"
                    + (isEnglish ? ", and are in English if no font has the characters of their language" : ""),
                fix: "apt-get install \(missing.map(\.1).joined(separator: " "))")
        }
        let last = RendererIdentification(command: worker, stateFolder: configuration.stateFolder)
        if let change = last.fontChange(to: description) {
            return Check(
                "fonts", .warning, "\(change) Text in SVGs and on sheets can look different.",
                fix: "install the same fonts again, or run `stickerd rebuild`")
        }
        let names = Doctor.neededFonts.map { $0.0[0] }.joinedForPeople("and")
        return Check(
            "fonts", .good, "\(names) are installed; \(NumberFormat.count(description.fonts.count, "font")) in all")
    }

    private func watches() -> Check {
        let path = "/proc/sys/fs/inotify/max_user_watches"
        guard let text = try? String(contentsOfFile: path, encoding: .utf8),
            let number = Int(text.trimmingCharacters(in: .whitespacesAndNewlines))
        else { return Check("inotify", .warning, "\(path) cannot be read", fix: "mount /proc") }
        let detail = "at most \(NumberFormat.number(number)) folders can be watched"
        return number >= 8192
            ? Check("inotify", .good, detail)
            : Check("inotify", .warning, detail, fix: "sysctl fs.inotify.max_user_watches=65536")
    }

    private func drop() -> Check {
        let path = configuration.drop
        guard FileManager.default.fileExists(atPath: path) else {
            return Check("drop folder", .bad, "\(path) does not exist", fix: "mkdir -p '\(path)'")
        }
        return FileManager.default.isReadableFile(atPath: path)
            ? Check("drop folder", .good, path)
            : Check("drop folder", .bad, "\(path) cannot be read", fix: Doctor.command("chmod u+rx", for: path))
    }

    private func out() -> Check {
        writing("output folder", configuration.out)
    }

    private func space() -> Check {
        let out = configuration.out
        guard let room = DiskRoom(of: out) else {
            return Check("disk", .warning, "the free space for \(out) is unknown")
        }
        guard !room.isOutOfFilesOnly else {
            return Check(
                "disk", .warning, "no more files can be created for \(out): its disk has run out of inodes",
                fix: "delete unneeded files from that disk")
        }
        let detail = "\(NumberFormat.number(room.bytes / 1_000_000)) MB free for \(out)"
        return room.bytes > 500_000_000
            ? Check("disk", .good, detail) : Check("disk", .warning, detail, fix: "free some space on that disk")
    }

    private func state() -> Check {
        writing("state folder", configuration.stateFolder, orFix: ", or set \"state\" in pipeline.json")
    }

    /// Checks whether a folder, or the parent of a missing folder, can be written.
    private func writing(_ name: String, _ path: String, orFix other: String = "") -> Check {
        let parent = URL(filePath: path).deletingLastPathComponent().path(percentEncoded: false)
        let target = FileManager.default.fileExists(atPath: path) ? path : parent
        return FileManager.default.isWritableFile(atPath: target)
            ? Check(name, .good, path)
            : Check(name, .bad, "\(target) cannot be written", fix: Doctor.command("chmod u+w", for: target) + other)
    }

    /// The command that gives the current user access to a folder. If another user owns the folder, the command also
    /// changes the owner.
    ///
    /// - Parameter change: the command without the path, for a folder that the user owns.
    private static func command(_ change: String, for path: String) -> String {
        let owner = (try? FileManager.default.attributesOfItem(atPath: path))?[.ownerAccountID] as? NSNumber
        let quoted = "'\(path)'"
        if owner?.uint32Value == geteuid() { return "\(change) \(quoted)" }
        let name = getpwuid(geteuid()).map { String(cString: $0.pointee.pw_name) } ?? "\(geteuid())"
        return "sudo chown \(name) \(quoted) && sudo \(change) \(quoted)"
    }
}

import ImageHeaders
import JobModel
import StickerManifest

extension ConfigurationKey {
    /// Every key, in the order people read them.
    package static let all: [ConfigurationKey] =
        top + render + encode + animation + messages + previews + sheets + limits + watch + publish + hooks + service
        + engine + rules

    private static let standard = Configuration.defaults(folder: "/")

    private static let top: [ConfigurationKey] = [
        .init(
            path: "drop", accepts: .folder, defaultText: "\"drop\"",
            sentence: "The folder with the art. Each folder in it is a pack. Paths are relative to this file."),
        .init(
            path: "out", accepts: .folder, defaultText: "\"out\"",
            sentence: "The folder for the finished stickers, the manifest and the reports. It must not be inside "
                + "drop, nor drop inside it."),
        .init(
            path: "state", accepts: .folder, defaultText: "null",
            sentence:
                "The folder for the state database, decisions and snapshots. With null it is beside out: .out.stickerd for out."
        ),
        .init(
            path: "snapshots", accepts: .integer(ConfigurationRange.snapshots),
            defaultText: String(standard.snapshots),
            sentence: "The number of saved snapshots for stickerd history and stickerd rollback; 0 saves none."),
        .init(
            path: "jobs", accepts: .integer(ConfigurationRange.jobs), defaultText: String(standard.jobs),
            sentence: "The number of stickers that are rendered at the same time; 0 means one per processor core."),
        .init(
            path: "language", accepts: .language, defaultText: standard.language.jsonText,
            sentence:
                "The language of titles and labels without a language, as a BCP 47 tag: en, de, pt-BR. Notes, the "
                + "report and HTML sheets are in it too, if it is English, German, Japanese, Portuguese, Russian or "
                + "Chinese."),
        .init(
            path: "size", accepts: .choice(StickerSize.allCases.map(\.rawValue)),
            defaultText: standard.size.rawValue.jsonText,
            sentence: "The size class of packs without one in their pack.json: 100, 136 or 206 points square."),
    ]

    private static let render: [ConfigurationKey] = [
        .init(
            path: "render", accepts: .section, defaultText: "",
            sentence: "The placement of the art in the square."),
        .init(
            path: "render.trim", accepts: .boolean, defaultText: String(standard.render.trim),
            sentence: "Whether the transparent margin around the art is cropped, so that the art fills the sticker."),
        .init(
            path: "render.trimThreshold", accepts: .integer(ConfigurationRange.trimThreshold),
            defaultText: String(standard.render.trimThreshold),
            sentence: "The alpha, from 0 to 255, up to which a pixel counts as margin."),
        .init(
            path: "render.padding", accepts: .number(ConfigurationRange.padding),
            defaultText: standard.render.padding.plainText,
            sentence: "The empty space on each side, as a share of the square's side."),
    ]

    private static let encode: [ConfigurationKey] = [
        .init(
            path: "encode", accepts: .section, defaultText: "",
            sentence: "The compression of the files, and the limits of its losses."),
        .init(
            path: "encode.effort", accepts: .choice(EncodeSettings.Effort.allCases.map(\.rawValue)),
            defaultText: standard.encode.effort.rawValue.jsonText,
            sentence: "The time for compression: fast for short waits, balanced for builds, max for nightly "
                + "rebuilds."),
        .init(
            path: "encode.fidelityTarget", accepts: .number(ConfigurationRange.fidelityTarget),
            defaultText: standard.encode.fidelityTarget.plainText,
            sentence: "The target similarity to the ideal picture, where 1 is equal. The smallest palette that "
                + "reaches it is used."),
        .init(
            path: "encode.fidelityFloor", accepts: .number(ConfigurationRange.fidelityFloor),
            defaultText: standard.encode.fidelityFloor.plainText,
            sentence: "The lowest similarity of a palette to the ideal picture. If even the largest palette stays "
                + "below, the sticker is written in truecolour."),
        .init(
            path: "encode.byteLimit", accepts: .integer(ConfigurationRange.byteLimit),
            defaultText: String(standard.encode.byteLimit),
            sentence: "Every file has fewer bytes than this; Apple's limit is 500 KB."),
        .init(
            path: "encode.maximumColours", accepts: .integer(ConfigurationRange.maximumColours),
            defaultText: String(standard.encode.maximumColours),
            sentence: "The largest number of colours in a palette."),
        .init(
            path: "encode.dither", accepts: .choice(EncodeSettings.Dither.allCases.map(\.rawValue)),
            defaultText: standard.encode.dither.rawValue.jsonText,
            sentence: "Whether soft gradients may be dithered: auto if it improves the fidelity, off never."),
    ]

    private static let animation: [ConfigurationKey] = [
        .init(
            path: "animation", accepts: .section, defaultText: "",
            sentence: "The encoding of animations, and the losses that keep them under encode.byteLimit. The "
                + "playing speed never changes."),
        .init(
            path: "animation.format", accepts: .choice(AnimationSettings.Format.allCases.map(\.rawValue)),
            defaultText: standard.animation.format.rawValue.jsonText,
            sentence: "The format of animations: apng keeps soft edges and exact delays; gif is for uses that "
                + "accept nothing else."),
        .init(
            path: "animation.colour", accepts: .choice(AnimationSettings.Colour.allCases.map(\.rawValue)),
            defaultText: standard.animation.colour.rawValue.jsonText,
            sentence: "The storage of colours: auto uses truecolour if it fits and costs little more, else a "
                + "palette."),
        .init(
            path: "animation.sacrifice", accepts: .choices(AnimationSettings.Sacrifice.allCases.map(\.rawValue)),
            defaultText: "["
                + standard.animation.sacrifice.map(\.rawValue.jsonText).joined(separator: ", ") + "]",
            sentence: "The losses for an animation that is too large, in this order. Losses that are not in the "
                + "list are never used."),
        .init(
            path: "animation.maximumTolerance", accepts: .integer(ConfigurationRange.tolerance),
            defaultText: String(standard.animation.maximumTolerance),
            sentence: "The largest difference of a pixel, in levels of 255, that is accepted so that the pixel need "
                + "not change."),
        .init(
            path: "animation.minimumColours", accepts: .integer(ConfigurationRange.maximumColours),
            defaultText: String(standard.animation.minimumColours),
            sentence: "The smallest number of colours that a palette is reduced to."),
        .init(
            path: "animation.minimumFrameRate", accepts: .integer(ConfigurationRange.frameRate),
            defaultText: String(standard.animation.minimumFrameRate),
            sentence: "The smallest number of frames per second that an animation is reduced to."),
        .init(
            path: "animation.fidelityTarget", accepts: .number(ConfigurationRange.fidelityTarget),
            defaultText: standard.animation.fidelityTarget.plainText,
            sentence: "The target similarity of frames to the ideal ones. The smallest palette that reaches it is "
                + "used; at 1 nothing is lost as long as it fits."),
        .init(
            path: "animation.fidelityFloor", accepts: .number(ConfigurationRange.fidelityFloor),
            defaultText: standard.animation.fidelityFloor.plainText,
            sentence: "The lowest similarity of a palette to the ideal frames when colours are reduced."),
    ]

    private static let messages: [ConfigurationKey] = [
        .init(
            path: "messages", accepts: .section, defaultText: "",
            sentence: "The pictures of interactive messages, from the folder messages of a pack."),
        .init(
            path: "messages.background", accepts: .colour, defaultText: standard.messages.background.jsonText,
            sentence: "The colour behind transparent art, like #ffffff, because the picture in a bubble is opaque."),
        .init(
            path: "messages.maxBytes", accepts: .integer(ConfigurationRange.messageBytes),
            defaultText: String(standard.messages.maxBytes),
            sentence: "Every file has fewer bytes than this, because the picture is sent with each message."),
    ]

    private static let previews: [ConfigurationKey] = [
        .init(path: "previews", accepts: .section, defaultText: "", sentence: "The previews for reviewing stickers."),
        .init(
            path: "previews.backgrounds", accepts: .backgrounds,
            defaultText: ConfigurationText.list(standard.backgrounds),
            sentence: "The test backgrounds in display order. Each has a name (lower-case letters, digits and "
                + "hyphens) and either a colour (#rrggbb) or an image (a path)."),
        .init(
            path: "previews.photoFormat", accepts: .choice(PreviewFormat.allCases.map(\.rawValue)),
            defaultText: standard.photoFormat.rawValue.jsonText,
            sentence: "The format of previews on an image: jpeg is fast, webp is smaller and takes ten times as "
                + "long, and png is exact."),
    ]

    private static let sheets: [ConfigurationKey] = [
        .init(path: "sheets", accepts: .section, defaultText: "", sentence: "The packs' preview sheets."),
        .init(
            path: "sheets.pictures", accepts: .choice(SheetPictures.allCases.map(\.rawValue)),
            defaultText: standard.sheets.pictures.rawValue.jsonText,
            sentence: "Whether sheets are also drawn as PNG pages: auto for packs of at most "
                + "\(SheetPictures.largestPack) stickers, always, or never. Every pack has an HTML page, and "
                + "`stickerd sheet` draws pages on demand."),
        .init(
            path: "sheets.cacheBytes", accepts: .integer(ConfigurationRange.sheetCacheBytes),
            defaultText: String(standard.sheets.cacheBytes),
            sentence: "The largest number of bytes of drawn pages in the state folder, for sheets without PNG pages "
                + "in out/. The least recently used pages are removed first."),
    ]

    private static let limits: [ConfigurationKey] = [
        .init(
            path: "limits", accepts: .section, defaultText: "",
            sentence: "The limits for a source file. A file beyond them is rejected."),
        .init(
            path: "limits.fileBytes", accepts: .integer(ConfigurationRange.fileBytes),
            defaultText: String(standard.limits.fileBytes),
            sentence: "The largest number of bytes in a source file."),
        .init(
            path: "limits.pixels", accepts: .integer(ConfigurationRange.pixels),
            defaultText: String(standard.limits.pixels),
            sentence: "The largest number of pixels: width × height × frames."),
        .init(
            path: "limits.frames", accepts: .integer(ConfigurationRange.frames),
            defaultText: String(standard.limits.frames),
            sentence: "The largest number of frames in an animation."),
        .init(
            path: "limits.seconds", accepts: .integer(ConfigurationRange.seconds),
            defaultText: String(standard.limits.seconds),
            sentence: "The time limit for one source, in seconds."),
        .init(
            path: "limits.memoryMegabytes", accepts: .integer(ConfigurationRange.memoryMegabytes),
            defaultText: String(standard.limits.memoryMegabytes),
            sentence: "The largest memory of a worker, in megabytes."),
        .init(
            path: "limits.extraFormats", accepts: .choices(ExtraFormat.allCases.map(\.rawValue)), defaultText: "[]",
            sentence: "Formats that are read in addition to the usual ones. Their decoders are less trustworthy "
                + "with files from strangers."),
    ]

    private static let watch: [ConfigurationKey] = [
        .init(
            path: "watch", accepts: .section, defaultText: "",
            sentence: "The watching of the drop folder, and the removal of stickers whose art is missing."),
        .init(
            path: "watch.mode", accepts: .choice(WatchSettings.Mode.allCases.map(\.rawValue)),
            defaultText: standard.watch.mode.rawValue.jsonText,
            sentence: "The way to notice changes: inotify gets events from the kernel, poll lists the folder "
                + "repeatedly; auto polls on network and FUSE file systems, for which the kernel reports no "
                + "changes."),
        .init(
            path: "watch.quietMilliseconds", accepts: .integer(ConfigurationRange.quietMilliseconds),
            defaultText: String(standard.watch.quietMilliseconds),
            sentence: "The time that a file must be unchanged before it is taken. A complete file that was closed "
                + "is taken at once."),
        .init(
            path: "watch.pollSeconds", accepts: .integer(ConfigurationRange.pollSeconds),
            defaultText: String(standard.watch.pollSeconds),
            sentence: "The interval between two scans of the folder while polling."),
        .init(
            path: "watch.rescanSeconds", accepts: .integer(ConfigurationRange.rescanSeconds),
            defaultText: String(standard.watch.rescanSeconds),
            sentence: "The interval between complete scans, independent of events."),
        .init(
            path: "watch.retireAfterSeconds", accepts: .integer(ConfigurationRange.retireAfterSeconds),
            defaultText: String(standard.watch.retireAfterSeconds),
            sentence: "The time that art must be missing before its sticker is removed."),
        .init(
            path: "watch.massChangeShare", accepts: .number(ConfigurationRange.massChangeShare),
            defaultText: standard.watch.massChangeShare.plainText,
            sentence: "If more than this share of all art is missing at once, nothing is removed until a person "
                + "confirms. With 1 no confirmation is needed as long as the folder is the same."),
        .init(
            path: "watch.notes", accepts: .boolean, defaultText: String(standard.watch.notes),
            sentence: "Whether a note, such as Cat.png.rejected.txt, is written beside a file that is rejected, "
                + "waits or was sent back."
        ),
    ]

    private static let publish: [ConfigurationKey] = [
        .init(path: "publish", accepts: .section, defaultText: "", sentence: "The conditions for publishing."),
        .init(
            path: "publish.requireApproval", accepts: .boolean, defaultText: String(standard.requireApproval),
            sentence: "Whether a sticker is published only after a person has approved it. Until then the last "
                + "approved version stays."),
        .init(
            path: "publish.keepMinutes", accepts: .integer(ConfigurationRange.keepMinutes),
            defaultText: String(standard.keepMinutes),
            sentence: "The time that unused files are kept, for readers of an earlier manifest. With 0 they are "
                + "removed at once."),
    ]

    private static let rules: [ConfigurationKey] =
        [
            .init(
                path: "rules", accepts: .section, defaultText: "",
                sentence:
                    "The level of each rule: off, warning (published, but worth a look) or error (not published). "
                    + "A rule with a limit accepts an object with level and limit."
            )
        ]
        + RuleSet.rules.filter(\.isAdjustable).map { rule in
            .init(
                path: "rules.\(rule.id)", accepts: .rule(rule), defaultText: ConfigurationText.setting(of: rule),
                sentence: rule.summary)
        }
}

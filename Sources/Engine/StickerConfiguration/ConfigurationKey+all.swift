import ImageHeaders
import JobModel
import StickerManifest

extension ConfigurationKey {
    /// Every key, in the order people read them.
    package static let all: [ConfigurationKey] =
        top + render + encode + animation + messages + previews + sheets + limits + watch + publish + hooks + service
        + workers + cache + rules

    private static let standard = Configuration.defaults(folder: "/")

    private static let top: [ConfigurationKey] = [
        .init(
            path: "drop", accepts: .folder, defaultText: "\"drop\"",
            sentence: "The folder that art is dropped into; each folder in it is a pack. Paths are relative to this "
                + "file."),
        .init(
            path: "out", accepts: .folder, defaultText: "\"out\"",
            sentence: "The folder that takes the finished stickers, the manifest and the reports. It must not be "
                + "inside drop, nor drop inside it."),
        .init(
            path: "state", accepts: .folder, defaultText: "null",
            sentence: "The folder for the ledger and the lock. With null it is beside out: .out.stickerd for out."),
        .init(
            path: "snapshots", accepts: .integer(ConfigurationRange.snapshots),
            defaultText: String(standard.snapshots),
            sentence: "How many published states are kept, for stickerd history and stickerd rollback; 0 keeps none."),
        .init(
            path: "jobs", accepts: .integer(ConfigurationRange.jobs), defaultText: String(standard.jobs),
            sentence: "How many workers make stickers at the same time; 0 is one for each processor core."),
        .init(
            path: "language", accepts: .language, defaultText: standard.language.jsonText,
            sentence: "The language of titles and labels that name none, as a BCP 47 tag: en, de, pt-BR."),
        .init(
            path: "size", accepts: .choice(StickerSize.allCases.map(\.rawValue)),
            defaultText: standard.size.rawValue.jsonText,
            sentence: "The size class of packs whose pack.json names none: 100, 136 or 206 points square."),
    ]

    private static let render: [ConfigurationKey] = [
        .init(
            path: "render", accepts: .section, defaultText: "",
            sentence: "How art is brought into the square."),
        .init(
            path: "render.trim", accepts: .boolean, defaultText: String(standard.render.trim),
            sentence: "Whether the transparent margin around the art is cut off, so that the art fills the sticker."),
        .init(
            path: "render.trimThreshold", accepts: .integer(ConfigurationRange.trimThreshold),
            defaultText: String(standard.render.trimThreshold),
            sentence: "The alpha, of 255, up to which a pixel counts as margin."),
        .init(
            path: "render.padding", accepts: .number(ConfigurationRange.padding),
            defaultText: standard.render.padding.plainText,
            sentence: "Empty room kept on each side, as a share of the square's side."),
    ]

    private static let encode: [ConfigurationKey] = [
        .init(
            path: "encode", accepts: .section, defaultText: "",
            sentence: "How hard the files are pressed, and where quality stops being for sale."),
        .init(
            path: "encode.effort", accepts: .choice(EncodeSettings.Effort.allCases.map(\.rawValue)),
            defaultText: standard.encode.effort.rawValue.jsonText,
            sentence: "How much time is spent to save bytes: fast while somebody waits, balanced for builds, max for "
                + "nightly rebuilds."),
        .init(
            path: "encode.fidelityTarget", accepts: .number(ConfigurationRange.fidelityTarget),
            defaultText: standard.encode.fidelityTarget.plainText,
            sentence:
                "How much a file should resemble the ideal one, 1 being the same picture: the smallest palette that "
                + "reaches it is taken."),
        .init(
            path: "encode.fidelityFloor", accepts: .number(ConfigurationRange.fidelityFloor),
            defaultText: standard.encode.fidelityFloor.plainText,
            sentence:
                "The least a palette may resemble the ideal picture; where even the largest stays below, the sticker is written "
                + "in truecolour."),
        .init(
            path: "encode.byteLimit", accepts: .integer(ConfigurationRange.byteLimit),
            defaultText: String(standard.encode.byteLimit),
            sentence: "Every file has fewer bytes than this; Apple's limit is 500 KB."),
        .init(
            path: "encode.maximumColours", accepts: .integer(ConfigurationRange.maximumColours),
            defaultText: String(standard.encode.maximumColours),
            sentence: "The most colours a palette may have."),
        .init(
            path: "encode.dither", accepts: .choice(EncodeSettings.Dither.allCases.map(\.rawValue)),
            defaultText: standard.encode.dither.rawValue.jsonText,
            sentence: "Whether soft gradients may be dithered: auto where it measures better, off never."),
    ]

    private static let animation: [ConfigurationKey] = [
        .init(
            path: "animation", accepts: .section, defaultText: "",
            sentence: "How what moves is written, and what may be given up to stay under encode.byteLimit. The playing "
                + "speed never is."),
        .init(
            path: "animation.format", accepts: .choice(AnimationSettings.Format.allCases.map(\.rawValue)),
            defaultText: standard.animation.format.rawValue.jsonText,
            sentence: "What an animation is written as: apng keeps soft edges and exact delays; gif is for places that "
                + "take nothing else."),
        .init(
            path: "animation.colour", accepts: .choice(AnimationSettings.Colour.allCases.map(\.rawValue)),
            defaultText: standard.animation.colour.rawValue.jsonText,
            sentence: "What colours are stored as: auto is truecolour where it fits and costs little more, else a "
                + "palette."),
        .init(
            path: "animation.sacrifice", accepts: .choices(AnimationSettings.Sacrifice.allCases.map(\.rawValue)),
            defaultText: "["
                + standard.animation.sacrifice.map(\.rawValue.jsonText).joined(separator: ", ") + "]",
            sentence: "What is given up when an animation is too large, the first first; what is not in the list is "
                + "never given up."),
        .init(
            path: "animation.maximumTolerance", accepts: .integer(ConfigurationRange.tolerance),
            defaultText: String(standard.animation.maximumTolerance),
            sentence: "The most levels, of 255, by which a pixel may differ from what it should be so that it need not "
                + "change."),
        .init(
            path: "animation.minimumColours", accepts: .integer(ConfigurationRange.maximumColours),
            defaultText: String(standard.animation.minimumColours),
            sentence: "The fewest colours that a palette may be brought down to."),
        .init(
            path: "animation.minimumFrameRate", accepts: .integer(ConfigurationRange.frameRate),
            defaultText: String(standard.animation.minimumFrameRate),
            sentence: "The fewest frames a second that the frame rate may be brought down to."),
        .init(
            path: "animation.fidelityTarget", accepts: .number(ConfigurationRange.fidelityTarget),
            defaultText: standard.animation.fidelityTarget.plainText,
            sentence: "How much frames should resemble the ideal ones: the smallest palette that reaches it is taken; "
                + "at 1 nothing is lost as long as it fits."),
        .init(
            path: "animation.fidelityFloor", accepts: .number(ConfigurationRange.fidelityFloor),
            defaultText: standard.animation.fidelityFloor.plainText,
            sentence: "The least that a palette may resemble the ideal frames when colours are given up."),
    ]

    private static let messages: [ConfigurationKey] = [
        .init(
            path: "messages", accepts: .section, defaultText: "",
            sentence: "How the pictures of interactive messages are made: the art in the folder messages of a pack."),
        .init(
            path: "messages.background", accepts: .colour, defaultText: standard.messages.background.jsonText,
            sentence: "The colour that transparent art is laid on, like #ffffff: the picture in a bubble is opaque."),
        .init(
            path: "messages.maxBytes", accepts: .integer(ConfigurationRange.messageBytes),
            defaultText: String(standard.messages.maxBytes),
            sentence: "Every file has fewer bytes than this: the picture travels with each message."),
    ]

    private static let previews: [ConfigurationKey] = [
        .init(path: "previews", accepts: .section, defaultText: "", sentence: "What people judge the stickers on."),
        .init(
            path: "previews.backgrounds", accepts: .backgrounds,
            defaultText: ConfigurationText.list(standard.backgrounds),
            sentence: "The test backgrounds in the order people see them. Each has a name (lower-case letters, digits "
                + "and hyphens) and either a colour (#rrggbb) or an image (a path)."),
        .init(
            path: "previews.photoFormat", accepts: .choice(PreviewFormat.allCases.map(\.rawValue)),
            defaultText: standard.photoFormat.rawValue.jsonText,
            sentence:
                "The format of previews on an image: jpeg is quick to make, webp is smaller and takes ten times as "
                + "long, and png is exact."),
    ]

    private static let sheets: [ConfigurationKey] = [
        .init(path: "sheets", accepts: .section, defaultText: "", sentence: "The packs' preview sheets."),
        .init(
            path: "sheets.pictures", accepts: .choice(SheetPictures.allCases.map(\.rawValue)),
            defaultText: standard.sheets.pictures.rawValue.jsonText,
            sentence: "Whether sheets are drawn as PNG pages too: auto for packs of at most "
                + "\(SheetPictures.largestPack) stickers, always, or never. Every pack has a page, and `stickerd sheet` draws "
                + "what is asked for."),
        .init(
            path: "sheets.cacheBytes", accepts: .integer(ConfigurationRange.sheetCacheBytes),
            defaultText: String(standard.sheets.cacheBytes),
            sentence: "The most bytes of drawn pages that the state folder keeps, of sheets that out/ does not have as "
                + "PNG pages; the least recently used go first."),
    ]

    private static let limits: [ConfigurationKey] = [
        .init(
            path: "limits", accepts: .section, defaultText: "",
            sentence: "What a source file may ask of the machine; a file that asks for more is rejected."),
        .init(
            path: "limits.fileBytes", accepts: .integer(ConfigurationRange.fileBytes),
            defaultText: String(standard.limits.fileBytes),
            sentence: "The most bytes a source file may have."),
        .init(
            path: "limits.pixels", accepts: .integer(ConfigurationRange.pixels),
            defaultText: String(standard.limits.pixels),
            sentence: "The most pixels: width × height × frames."),
        .init(
            path: "limits.frames", accepts: .integer(ConfigurationRange.frames),
            defaultText: String(standard.limits.frames),
            sentence: "The most frames an animation may have."),
        .init(
            path: "limits.seconds", accepts: .integer(ConfigurationRange.seconds),
            defaultText: String(standard.limits.seconds),
            sentence: "The most seconds one source may take."),
        .init(
            path: "limits.memoryMegabytes", accepts: .integer(ConfigurationRange.memoryMegabytes),
            defaultText: String(standard.limits.memoryMegabytes),
            sentence: "The most megabytes of memory a worker may use."),
        .init(
            path: "limits.extraFormats", accepts: .choices(ExtraFormat.allCases.map(\.rawValue)), defaultText: "[]",
            sentence: "Formats that are read beside the usual ones; their decoders are less to be trusted with files "
                + "from strangers."),
    ]

    private static let watch: [ConfigurationKey] = [
        .init(
            path: "watch", accepts: .section, defaultText: "",
            sentence: "How stickerd watch looks at the drop folder, and what it does when art goes away."),
        .init(
            path: "watch.mode", accepts: .choice(WatchSettings.Mode.allCases.map(\.rawValue)),
            defaultText: standard.watch.mode.rawValue.jsonText,
            sentence: "How changes are noticed: inotify gets events from the kernel, poll lists the folder repeatedly; "
                + "auto polls on network and FUSE file systems, where the kernel does not tell."),
        .init(
            path: "watch.quietMilliseconds", accepts: .integer(ConfigurationRange.quietMilliseconds),
            defaultText: String(standard.watch.quietMilliseconds),
            sentence: "How long a file must be unchanged before it is taken; one that was closed and is complete is "
                + "taken at once."),
        .init(
            path: "watch.pollSeconds", accepts: .integer(ConfigurationRange.pollSeconds),
            defaultText: String(standard.watch.pollSeconds),
            sentence: "The seconds between two looks at the folder while polling."),
        .init(
            path: "watch.rescanSeconds", accepts: .integer(ConfigurationRange.rescanSeconds),
            defaultText: String(standard.watch.rescanSeconds),
            sentence: "The seconds after which everything is looked at again, whatever was noticed."),
        .init(
            path: "watch.retireAfterSeconds", accepts: .integer(ConfigurationRange.retireAfterSeconds),
            defaultText: String(standard.watch.retireAfterSeconds),
            sentence: "The seconds that art must have been gone before its sticker is retired."),
        .init(
            path: "watch.massChangeShare", accepts: .number(ConfigurationRange.massChangeShare),
            defaultText: standard.watch.massChangeShare.plainText,
            sentence: "When more than this share of all art vanishes at once, nothing is retired until a person says "
                + "so; with 1 nobody is asked as long as the folder is the same."),
        .init(
            path: "watch.notes", accepts: .boolean, defaultText: String(standard.watch.notes),
            sentence:
                "Whether a note, such as Cat.png.rejected.txt, is put beside a file that is rejected, waits or is sent back."
        ),
    ]

    private static let publish: [ConfigurationKey] = [
        .init(path: "publish", accepts: .section, defaultText: "", sentence: "What is published."),
        .init(
            path: "publish.requireApproval", accepts: .boolean, defaultText: String(standard.requireApproval),
            sentence: "Whether a sticker is published only when a person has approved it; until then the version that "
                + "was approved last stays."),
        .init(
            path: "publish.keepMinutes", accepts: .integer(ConfigurationRange.keepMinutes),
            defaultText: String(standard.keepMinutes),
            sentence: "The minutes for which files stay that the manifest does not name any more, for readers of the "
                + "manifest before it; with 0 they go at once."),
    ]

    private static let rules: [ConfigurationKey] =
        [
            .init(
                path: "rules", accepts: .section, defaultText: "",
                sentence: "What is noticed about the art, and how serious it is: off, warning (published, and somebody "
                    + "should look) or error (not published). A rule with a limit takes an object with level and limit."
            )
        ]
        + RuleSet.rules.filter(\.isAdjustable).map { rule in
            .init(
                path: "rules.\(rule.id)", accepts: .rule(rule), defaultText: ConfigurationText.setting(of: rule),
                sentence: rule.summary)
        }
}

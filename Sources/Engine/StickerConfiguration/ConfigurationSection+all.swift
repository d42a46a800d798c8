import ImageHeaders
import JobModel
import StickerManifest

extension ConfigurationSection {
    /// All sections, in the order of the documentation.
    package static let all = [
        top, render, encode, animation, messages, previews, sheets, limits, watch, publish, hooks, service, engine,
        rules,
    ]

    static let top = ConfigurationSection(
        name: "", sentence: "",
        keys: [
            .init(
                "drop", \.drop, .path,
                "The folder with the art. Each folder in it is a pack. Paths are relative to this file."),
            .init(
                "out", \.out, .path,
                "The folder for the finished stickers, the manifest and the reports. It must not be inside drop, and "
                    + "drop must not be inside it."),
            .init(
                "state", \.state, .orNull(.path),
                "The folder for the state database, decisions and snapshots. With null, it is a hidden folder beside "
                    + "out: .out.stickerd for out."),
            .init(
                "snapshots", \.snapshots, .integer(0...1_000),
                "The number of saved snapshots for stickerd history and stickerd rollback; 0 saves none."),
            .init(
                "jobs", \.jobs, .integer(0...256),
                "The number of stickers that are rendered at the same time; 0 means one per processor core."),
            .init(
                "language", \.language, .language,
                "The language of titles and labels without a language, as a BCP 47 tag: en, de, pt-BR. Notes, the "
                    + "report, the nightly report, sheets and the review file are also in this language, if it is "
                    + "English, German, Japanese, Portuguese, Russian or Chinese. The review page uses the browser's "
                    + "language."),
            .init(
                "size", \.recipe.size, .choice,
                "The size class of packs whose pack.json sets none: 100 × 100, 136 × 136 or 206 × 206 points."),
        ])

    static let render = ConfigurationSection(
        name: "render",
        sentence: "The placement of the art in the square.",
        keys: [
            .init(
                "trim", \.recipe.render.trim, .boolean,
                "Whether the transparent margin around the art is cropped, so that the art fills the sticker."),
            // A threshold of 255 would crop opaque art.
            .init(
                "trimThreshold", \.recipe.render.trimThreshold, .integer(0...254),
                "The highest alpha, from 0 to 255, of a pixel that is treated as transparent margin."),
            .init(
                "padding", \.recipe.render.padding, .number(ConfigurationRange.padding),
                "The empty space on each side, as a share of the square's side."),
        ])

    static let encode = ConfigurationSection(
        name: "encode",
        sentence: "The compression of the files, and the limits of its losses.",
        keys: [
            .init(
                "effort", \.recipe.encode.effort, .choice,
                "The time spent on compression: fast for short waits, balanced for builds, max for nightly rebuilds."),
            // With a lower value, the picture could become unrecognizable.
            .init(
                "fidelityTarget", \.recipe.encode.fidelityTarget, .number(0.5...1),
                "The target similarity to the ideal picture, where 1 means equal. The smallest palette that reaches "
                    + "it is used."),
            .init(
                "fidelityFloor", \.recipe.encode.fidelityFloor, .number(0.5...1),
                "The lowest accepted similarity of a picture with a palette to the ideal picture. If even the "
                    + "largest palette is below this value, the sticker is written in truecolour."),
            // The upper end is Apple's limit. A larger file cannot be used as a sticker.
            .init(
                "byteLimit", \.recipe.encode.byteLimit, .integer(10_000...500_000),
                "The byte limit. Every file is smaller than this value; Apple's limit is 500 KB."),
            .init(
                "maximumColours", \.recipe.encode.maximumColours, .integer(2...256),
                "The largest number of colours in a palette."),
            .init(
                "dither", \.recipe.encode.dither, .choice,
                "Whether soft gradients may be dithered: auto (if dithering improves the fidelity) or off (never)."),
        ]
    ) { reader, configuration in
        reader.checkFidelity(
            target: configuration.recipe.encode.fidelityTarget, floor: configuration.recipe.encode.fidelityFloor)
    }

    static let animation = ConfigurationSection(
        name: "animation",
        sentence: "The encoding of animations, and the losses that keep them under encode.byteLimit. The playing speed "
            + "never changes.",
        keys: [
            .init(
                "format", \.recipe.animation.format, .choice,
                "The format of animations: apng keeps soft edges and exact delays; gif is for uses that accept "
                    + "nothing else."),
            .init(
                "colour", \.recipe.animation.colour, .choice,
                "The storage of colours: auto uses truecolour if it fits and needs few more bytes, and otherwise a "
                    + "palette."
            ),
            .init(
                "sacrifice", \.recipe.animation.sacrifice, .orderedChoices(),
                "The losses for an animation that is too large, in this order. Losses that are not in the list "
                    + "are never used."),
            // With a higher value, visible changes of a shade would be lost.
            .init(
                "maximumTolerance", \.recipe.animation.maximumTolerance, .integer(0...32),
                "A pixel may keep its previous value if it differs by at most this many of 255 levels from the new "
                    + "value."),
            .init(
                "minimumColours", \.recipe.animation.minimumColours, .integer(2...256),
                "The smallest number of colours that a palette is reduced to."),
            .init(
                "minimumFrameRate", \.recipe.animation.minimumFrameRate, .integer(1...60),
                "The smallest number of frames per second that an animation is reduced to."),
            .init(
                "fidelityTarget", \.recipe.animation.fidelityTarget, .number(0.5...1),
                "The target similarity of frames to the ideal ones. The smallest palette that reaches it is used; "
                    + "with 1, nothing is lost as long as the animation fits."),
            .init(
                "fidelityFloor", \.recipe.animation.fidelityFloor, .number(0.5...1),
                "The lowest accepted similarity of frames to the ideal ones when colours are reduced."),
        ]
    ) { reader, configuration in
        reader.checkFidelity(
            target: configuration.recipe.animation.fidelityTarget, floor: configuration.recipe.animation.fidelityFloor)
    }

    static let messages = ConfigurationSection(
        name: "messages",
        sentence: "The pictures of interactive messages, from the folder messages of a pack.",
        keys: [
            .init(
                "background", \.recipe.messages.background, .colour,
                "The colour behind transparent art, like #ffffff, because the picture in a bubble is opaque."),
            // With the minimum, a picture of 900 × 900 pixels is still recognizable. A phone can send a file of the
            // maximum size quickly.
            .init(
                "maxBytes", \.recipe.messages.maxBytes, .integer(20_000...2_000_000),
                "The byte limit. Every file is smaller than this value, because the picture is sent with each "
                    + "message."),
        ])

    static let previews = ConfigurationSection(
        name: "previews",
        sentence: "The previews for reviewing stickers.",
        keys: [
            .init(
                "backgrounds", \.recipe.backgrounds, .backgrounds,
                Configuration.BackgroundSetting.sentence),
            .init(
                "photoFormat", \.recipe.photoFormat, .choice,
                "The format of previews on an image: jpeg is fast, webp is smaller but takes ten times as long, and "
                    + "png is exact."),
        ])

    static let sheets = ConfigurationSection(
        name: "sheets",
        sentence: "The preview sheets of the packs.",
        keys: [
            .init(
                "pictures", \.sheets.pictures, .choice,
                "Whether sheets are also drawn as PNG pages: auto for packs of at most "
                    + "\(SheetPictures.largestPack) stickers, always, or never. Every pack has an HTML page, and "
                    + "`stickerd sheet` draws pages on demand."),
            // The range extends from a few pages to a whole disk.
            .init(
                "cacheBytes", \.sheets.cacheBytes, .integer(10_000_000...1_000_000_000_000),
                "The largest number of bytes of drawn pages in the state folder, for sheets without PNG pages in "
                    + "out/. The least recently used pages are removed first."),
        ])

    static let limits = ConfigurationSection(
        name: "limits",
        sentence: "The limits for a source file. A file that exceeds a limit is rejected.",
        keys: [
            // The upper end is the limit of formats with 32-bit sizes.
            .init(
                "fileBytes", \.recipe.limits.fileBytes, .integer(1_000...4_000_000_000),
                "The largest number of bytes in a source file."),
            .init(
                "pixels", \.recipe.limits.pixels, .integer(10_000...4_000_000_000),
                "The largest number of pixels: width × height × frames."),
            .init(
                "frames", \.recipe.limits.frames, .integer(ConfigurationRange.frames),
                "The largest number of frames in an animation."),
            .init(
                "seconds", \.recipe.limits.seconds, .integer(1...3600),
                "The time limit for one source, in seconds."),
            // libvips and its loaders need a few hundred megabytes even for the smallest picture.
            .init(
                "memoryMegabytes", \.recipe.limits.memoryMegabytes, .integer(256...262_144),
                "The memory limit of a worker, in megabytes."),
            .init(
                "extraFormats", \.recipe.limits.extraFormats, .choices(),
                "Formats that are read in addition to the usual ones. Their decoders are less safe with files from "
                    + "strangers."),
        ])

    static let watch = ConfigurationSection(
        name: "watch",
        sentence: "The watching of the drop folder, and the removal of stickers whose art is missing.",
        keys: [
            .init(
                "mode", \.watch.mode, .choice,
                "The way to detect changes: inotify gets events from the kernel, poll lists the folder repeatedly; "
                    + "auto polls on network and FUSE file systems, for which the kernel reports no changes."),
            // With a lower value, a file would seem complete if its program pauses between two writes.
            .init(
                "quietMilliseconds", \.watch.quietMilliseconds, .integer(50...60_000),
                "The time for which a file must be unchanged before it is used. A complete file that was closed is "
                    + "used immediately."),
            .init(
                "pollSeconds", \.watch.pollSeconds, .integer(1...3600),
                "The interval between two scans of the folder while polling."),
            .init(
                "rescanSeconds", \.watch.rescanSeconds, .integer(10...86_400),
                "The interval between complete scans, independent of events."),
            .init(
                "retireAfterSeconds", \.watch.retireAfterSeconds, .integer(0...86_400),
                "The time for which art must be missing before its sticker is removed."),
            .init(
                "massChangeShare", \.watch.massChangeShare, .number(0.0...1),
                "If more than this share of all art is missing at once, nothing is removed until a person confirms. "
                    + "With 1, no confirmation is needed unless the drop folder was replaced."),
            .init(
                "notes", \.watch.notes, .boolean,
                "Whether a note, such as Cat.png.rejected.txt, is written beside a file that is rejected, waits "
                    + "or was sent back."),
        ])

    static let publish = ConfigurationSection(
        name: "publish",
        sentence: "The conditions for publishing.",
        keys: [
            .init(
                "requireApproval", \.publish.requireApproval, .boolean,
                "Whether a sticker is published only after a person has approved it. Until then, the last approved "
                    + "version stays published."),
            .init(
                "reviewURL", \.publish.reviewURL, .orNull(.pageAddress),
                "The address of the review page for links in the report of a rebuild, such as "
                    + "https://stickers.example.com/review/. With null, there are no links."),
            .init(
                "keepMinutes", \.publish.keepMinutes, .integer(0...1440),
                "The time for which unused files are kept for readers of an earlier manifest. With 0, they are "
                    + "removed immediately."),
        ])
}

import JobModel
import StickerCatalog

/// What `pipeline.json` says. Every key has a default; the defaults are those of the `pipeline.json` at the top of the
/// repository, which also documents them.
package struct Configuration: Sendable, Hashable {
    /// A test background as configured; a relative image path has been resolved against the file's folder.
    package struct BackgroundSetting: Sendable, Hashable {
        package enum Fill: Sendable, Hashable {
            /// `#rrggbb`, lower case.
            case colour(String)
            /// An absolute path.
            case image(String)
        }
        package var name: String
        package var fill: Fill

        package init(name: String, fill: Fill) {
            self.name = name
            self.fill = fill
        }
    }

    /// Absolute path of the folder that designers drop into.
    package var drop: String
    /// Absolute path of the folder that takes the results.
    package var out: String
    /// Absolute path of the folder for the ledger and the lock; nil for `.<name of out>.stickerd` beside `out`.
    package var state: String?
    /// How many published states are kept, so that one can go back to them.
    package var snapshots: Int
    /// How many workers; 0 for one a core.
    package var jobs: Int
    /// The language of titles and labels that name none: a BCP 47 tag.
    package var language: String
    /// The size class of packs that name none.
    package var size: StickerSize
    package var render: RenderSettings
    package var encode: EncodeSettings
    package var animation: AnimationSettings
    package var backgrounds: [BackgroundSetting]
    package var limits: SourceLimits
    package var watch: WatchSettings
    /// Whether a sticker is published only after a person has approved it.
    package var requireApproval: Bool
    package var hooks: HookSettings
    package var service: ServiceSettings
    /// Levels by rule id, where they differ from the rule's own.
    package var ruleLevels: [String: Rule.Level]
    /// Limits by rule id, where they differ from the rule's own.
    package var ruleLimits: [String: Double]

    package init(
        drop: String, out: String, state: String? = nil, snapshots: Int = 20, jobs: Int = 0, language: String = "en",
        size: StickerSize = .regular, render: RenderSettings = RenderSettings(),
        encode: EncodeSettings = EncodeSettings(), animation: AnimationSettings = AnimationSettings(),
        backgrounds: [BackgroundSetting] = BackgroundSetting.plain,
        limits: SourceLimits = SourceLimits(), watch: WatchSettings = WatchSettings(),
        requireApproval: Bool = false, hooks: HookSettings = HookSettings(),
        service: ServiceSettings = ServiceSettings(),
        ruleLevels: [String: Rule.Level] = [:], ruleLimits: [String: Double] = [:]
    ) {
        self.drop = drop
        self.out = out
        self.state = state
        self.snapshots = snapshots
        self.jobs = jobs
        self.language = language
        self.size = size
        self.render = render
        self.encode = encode
        self.animation = animation
        self.backgrounds = backgrounds
        self.limits = limits
        self.watch = watch
        self.requireApproval = requireApproval
        self.hooks = hooks
        self.service = service
        self.ruleLevels = ruleLevels
        self.ruleLimits = ruleLimits
    }
}

extension Configuration.BackgroundSetting {
    /// White, black, red and yellow: what Apple's guidance asks to test on, without the photo, which is a file.
    package static let plain: [Configuration.BackgroundSetting] = [
        .init(name: "white", fill: .colour("#ffffff")),
        .init(name: "black", fill: .colour("#000000")),
        .init(name: "red", fill: .colour("#ff3b30")),
        .init(name: "yellow", fill: .colour("#ffcc00")),
    ]
}

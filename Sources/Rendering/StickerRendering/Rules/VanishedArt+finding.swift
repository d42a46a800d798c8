import JobModel
import Pixels

extension VanishedArt {
    /// The part of a sticker that vanishes on a background. Nil if there is none.
    ///
    /// The rule calls this for each background of the configuration. The review page can show the loss from the
    /// result's `map`.
    ///
    /// - Parameter ratio: the minimum contrast ratio of visible art, which is the limit of the rule.
    /// - Throws: `BackgroundFault`.
    static func measure(
        _ picture: PointGrid, on fill: Background.Fill, backdrops: JobBackgrounds, ratio: Double
    ) throws -> VanishedArt? {
        let backdrop = try backdrops.backdrop(fill, width: picture.columns, height: picture.columns)
        return VanishedArt(of: picture, on: backdrop, visibility: Visibility(ratio: ratio))
    }

    /// One finding about all backgrounds on which a part of a sticker vanishes. Nil if there are none.
    ///
    /// - Throws: `BackgroundFault`.
    static func finding(
        _ picture: RGBAImage, name: String, backgrounds: [Background], backdrops: JobBackgrounds, limits: RuleLimits
    ) throws -> RuleFinding? {
        let limit = limits.value(.vanishesOnBackground)
        let grid = PointGrid(of: picture)
        let losses = try backgrounds.compactMap { background in
            try measure(grid, on: background.fill, backdrops: backdrops, ratio: limit).map { (background.name, $0) }
        }.sorted { $0.1.share > $1.1.share }
        guard let worst = losses.first?.1 else { return nil }
        let shares = losses.map { "\($1.shareText) on \($0)" }.joinedForPeople("and")
        let apart = losses.filter { $1.fallsApart }.map {
            " On \($0) the rest falls apart into \(NumberFormat.number($1.pieces.seen)) pieces."
        }
        // The contrast is rounded down, so that the reported number is below the limit.
        let contrast = (worst.contrast * 100).rounded(.down) / 100
        return Rule.vanishesOnBackground.finding(
            "\(name) loses \(shares): that part has almost the background's colour (contrast "
                + "\(NumberFormat.number(contrast, digits: 2)):1; at least \(NumberFormat.number(limit, digits: 1)):1 is "
                + "expected), and nothing near it shows its outline." + apart.joined(),
            measured: contrast, limit: limit)
    }

    private var shareText: String {
        share > 0.995 ? "all of its art" : "\(NumberFormat.percent(share)) of its art"
    }
}

import JobModel
import StickerConfiguration

/// What the review page is told of the configuration.
package struct ReviewSettings: Encodable, Sendable, Equatable {
    /// What stickers are looked at on.
    package struct Background: Encodable, Sendable, Equatable {
        package var name: String
        /// `#rrggbb`; nil for a picture.
        package var colour: String?
    }

    package var backgrounds: [Background]
    /// Every file has fewer bytes.
    package var byteLimit: Int
    package var requiresApproval: Bool

    package init(_ configuration: Configuration) {
        backgrounds = configuration.backgrounds.map { background in
            guard case .colour(let colour) = background.fill else { return Background(name: background.name) }
            return Background(name: background.name, colour: colour)
        }
        byteLimit = configuration.encode.byteLimit
        requiresApproval = configuration.requireApproval
    }
}

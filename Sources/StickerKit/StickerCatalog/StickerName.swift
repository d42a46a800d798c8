/// Which sticker is meant: a pack's id and a sticker's in it. `stickerd export app` writes one for every sticker, so that
/// the compiler finds those that are gone.
public struct StickerName: Sendable, Hashable, CustomStringConvertible {
    public let pack: String
    public let sticker: String

    public init(pack: String, sticker: String) {
        self.pack = pack
        self.sticker = sticker
    }

    /// `cats/happy-cat`
    public var description: String { "\(pack)/\(sticker)" }
}

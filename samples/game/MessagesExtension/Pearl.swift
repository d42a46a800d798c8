/// A pearl that the inviting player has hidden under a pad. It stays on that player's device until the game ends; messages
/// contain only its commitment.
struct Pearl: Codable, Sendable, Hashable {
    /// SHA-256. It is a parameter, so that this file needs no library.
    typealias Hash = ([UInt8]) -> [UInt8]

    let pad: Int
    /// 16 random bytes in hexadecimal. Without them, the other device could try all pads.
    private let salt: String

    private enum CodingKeys: String, CodingKey {
        case pad = "p"
        case salt = "s"
    }

    init(pad: Int) {
        self.pad = pad
        salt = Pearl.hexadecimal((0..<16).map { _ in .random(in: .min ... .max) })
    }

    /// The text that fixes the pad without revealing it. It contains the game's id, so that it counts for one game only.
    func commitment(inGame id: Int, _ hash: Hash) -> String {
        Pearl.hexadecimal(hash(Array("\(id):\(pad):\(salt)".utf8)))
    }

    private static func hexadecimal(_ bytes: [UInt8]) -> String {
        let digits = Array("0123456789abcdef".utf8)
        return String(decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
    }
}

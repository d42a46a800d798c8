/// How many low bits of each colour channel are rounded away.
struct DroppedBits: Hashable, Sendable {
    let red: Int
    let green: Int
    let blue: Int

    static let nothing = DroppedBits(0)

    /// As many of every channel.
    init(_ bits: Int) {
        self.init(red: bits, green: bits, blue: bits)
    }

    init(red: Int, green: Int, blue: Int) {
        (self.red, self.green, self.blue) = (red, green, blue)
    }

    /// What is given up of truecolour, the least visible first. Shades of blue are told apart worst: on a soft shadow, one bit
    /// of it saves 2.5 % at butteraugli 0.35, two save 5 % at 0.62, one of each channel 19 % at 1.06. One of blue and one of
    /// red save nothing: pixels that were the same as others then differ in green.
    static let ladder = [
        DroppedBits(red: 0, green: 0, blue: 1), DroppedBits(red: 0, green: 0, blue: 2), DroppedBits(1), DroppedBits(2),
        DroppedBits(3),
    ]

    /// Of all channels together: what is more loses more.
    var total: Int { red + green + blue }

    /// How many bits are left, in words.
    var description: String {
        if red == green, green == blue { return "\(8 - red) bits a channel" }
        let names = [("red", red), ("green", green), ("blue", blue)].filter { $0.1 > 0 }.map(\.0)
        return "\(8 - max(red, green, blue)) bits in \(names.joined(separator: " and "))"
    }
}

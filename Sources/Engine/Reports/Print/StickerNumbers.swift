import JobModel

/// The short numbers of stickers on printed sheets, such as `C-07`. A number consists of a code for the pack and the
/// sticker's position in the pack. The number is the same on every sheet of an output folder.
package struct StickerNumbers: Sendable {
    private static let longestCode = 4

    private let codes: [String: String]

    /// - Parameter packs: the ids of all packs in the output folder, including those that are not on the sheet.
    package init(packs: [String]) {
        let names = packs.filter { MessagePack.parent(of: $0) == nil }.sorted().map {
            ($0, StickerNumbers.letters(of: $0))
        }
        var codes: [String: String] = [:]
        for (id, letters) in names {
            let unique = (1...StickerNumbers.longestCode).map { letters.prefix($0) }.first { code in
                names.count { $0.1.hasPrefix(code) } == 1
            }
            codes[id] = unique.map { String($0) }
        }
        // Packs without a unique prefix get two letters and a number. Another pack may already have the same code.
        var taken = Set(codes.values)
        for (place, (id, letters)) in names.enumerated() where codes[id] == nil {
            codes[id] = (place + 1...Int.max).lazy.map { "\(letters.prefix(2))\($0)" }.first {
                taken.insert($0).inserted
            }
        }
        self.codes = codes
    }

    /// The letters and digits of an id, in upper case.
    private static func letters(of id: String) -> String {
        id.uppercased().filter { $0.isLetter || $0.isNumber }
    }

    /// The short number of a sticker.
    ///
    /// - Parameters:
    ///   - place: the position in the pack, from 0.
    ///   - count: the number of stickers in the pack.
    ///   - pack: the pack's id.
    package func number(_ place: Int, of count: Int, in pack: String) -> String {
        let parent = MessagePack.parent(of: pack)
        // The code of a message pack also contains the first letter of its folder in lower case, so that it differs
        // from all other codes.
        let kind = parent == nil ? "" : pack.split(separator: "/").last?.prefix(1).lowercased() ?? ""
        let code = codes[parent ?? pack] ?? String(StickerNumbers.letters(of: parent ?? pack).prefix(1))
        let digits = max(2, String(count).count)
        let number = String(place + 1)
        return "\(code)\(kind)-" + String(repeating: "0", count: max(0, digits - number.count)) + number
    }
}

import Vips

extension Inspector {
    /// How a source's colours become sRGB, and what a designer should hear about it.
    static func judgeColours(_ image: Image, name: String) -> (Inspection.Colours, [RuleFinding]) {
        guard let profile = image.iccProfile else {
            guard image.colourSpace == .cmyk else { return (.sRGB, []) }
            return (.cmyk, [unusual(name, "CMYK without a profile, made for printing")])
        }
        do {
            let profile = try ICCProfile(profile)
            if profile.isSRGB { return (.sRGB, []) }
            return switch profile.colourSpace {
            case "RGB ", "GRAY": (.profile, [])
            case "CMYK": (.profile, [unusual(name, "CMYK (\(profile.name)), made for printing")])
            default: (.profile, [unusual(name, "\(profile.colourSpace) (\(profile.name))")])
            }
        } catch {
            let finding = Rule.brokenProfile.finding(
                "\(name) has a colour profile that is damaged (\(explanation(error))).")
            return (image.colourSpace == .cmyk ? .cmyk : .sRGB, [finding])
        }
    }

    private static func unusual(_ name: String, _ space: String) -> RuleFinding {
        Rule.unusualProfile.finding("\(name) is in \(space); its colours were converted to sRGB.")
    }

    private static func explanation(_ damage: ICCProfile.Damage) -> String {
        switch damage {
        case .tooShort: "it is too short to be one"
        case .wrongSignature: "it is not an ICC profile"
        case .cutOff: "its end is missing"
        case .noTags: "it has no contents"
        }
    }
}

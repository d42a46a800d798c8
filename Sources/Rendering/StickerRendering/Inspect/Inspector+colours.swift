import JobModel
import Vips

extension Inspector {
    /// The conversion that a source's colours need, and findings for the designer.
    static func judgeColours(_ image: Image, name: String) -> (Inspection.Colours, [RuleFinding]) {
        // Lab is converted without a profile.
        if image.colourSpace == .lab { return (.sRGB, [unusual(name, "Lab")]) }
        guard let profile = image.iccProfile else {
            guard image.colourSpace == .cmyk else { return (.sRGB, []) }
            return (.cmyk, [unusual(name, "CMYK without a profile, made for printing")])
        }
        do {
            let bytes = profile
            let profile = try ICCProfile(bytes)
            guard image.colourSpace.takes(profile.colourSpace) else { throw ICCProfile.Damage.wrongSpace }
            return switch profile.colourSpace {
            // A profile that equals sRGB is not applied, because the conversion would only add rounding errors.
            case "RGB ": (try ProfileProbe.changesNothing(bytes) ? .sRGB : .profile, [])
            case "GRAY": (.profile, [])
            case "CMYK": (.profile, [unusual(name, "CMYK (\(profile.name)), made for printing")])
            default: (.profile, [unusual(name, "\(profile.colourSpace) (\(profile.name))")])
            }
        } catch let error as ICCProfile.Damage {
            let finding = Rule.brokenProfile.finding(
                "\(name) has a colour profile that is damaged (\(explanation(error))).")
            return (image.colourSpace == .cmyk ? .cmyk : .sRGB, [finding])
        } catch {
            let finding = Rule.brokenProfile.finding(
                "\(name) has a colour profile that is damaged (no colour can be converted through it).")
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
        case .noTags: "its contents are missing"
        case .wrongSpace: "it belongs to another kind of picture"
        }
    }
}

extension ColourSpace {
    /// Whether a profile with this ICC colour space can be used for pixels of this kind. For unknown kinds, libvips
    /// decides.
    fileprivate func takes(_ profileSpace: String) -> Bool {
        switch self {
        case .sRGB, .rgb16: profileSpace == "RGB "
        case .grey, .grey16: profileSpace == "GRAY" || profileSpace == "RGB "
        case .cmyk: profileSpace == "CMYK"
        case .lab, .linear, .other: true
        }
    }
}

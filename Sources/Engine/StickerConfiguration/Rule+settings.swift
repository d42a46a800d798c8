import JobModel

/// What the configuration may set of a rule.
extension Rule {
    /// The limits that may be set; nil for a rule whose limit is not set under `rules`.
    package var settableLimits: ClosedRange<Double>? {
        guard isAdjustable, limit != nil else { return nil }
        return switch unit {
        case "percent": 0...100
        // A contrast between 1 (the same) and 21 (black on white).
        case "ratio": 1...21
        // What Messages takes; see `Rule.labelLength`.
        case "characters": 1...150
        case "pixels": 0...1_000_000
        case "seconds": 1...600
        case "milliseconds": 0...100
        case "frames a second": 1...120
        // Bytes are limited elsewhere: `encode.byteLimit` and `limits.fileBytes`.
        default: nil
        }
    }
}

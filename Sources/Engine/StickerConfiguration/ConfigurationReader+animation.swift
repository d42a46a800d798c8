import JobModel

extension ConfigurationReader {
    func animation(_ reader: inout JSONObjectReader, into animation: inout AnimationSettings) {
        animation.format = reader.choice("format", of: AnimationSettings.Format.self) ?? animation.format
        animation.colour = reader.choice("colour", of: AnimationSettings.Colour.self) ?? animation.colour
        animation.sacrifice = sacrifice(&reader) ?? animation.sacrifice
        animation.maximumTolerance =
            reader.integer("maximumTolerance", in: ConfigurationRange.tolerance) ?? animation.maximumTolerance
        animation.minimumColours =
            reader.integer("minimumColours", in: ConfigurationRange.maximumColours) ?? animation.minimumColours
        animation.minimumFrameRate =
            reader.integer("minimumFrameRate", in: ConfigurationRange.frameRate) ?? animation.minimumFrameRate
        animation.fidelityTarget =
            reader.number("fidelityTarget", in: ConfigurationRange.fidelityTarget) ?? animation.fidelityTarget
        animation.fidelityFloor =
            reader.number("fidelityFloor", in: ConfigurationRange.fidelityFloor) ?? animation.fidelityFloor
        checkFidelity(&reader, target: animation.fidelityTarget, floor: animation.fidelityFloor)
    }

    /// The words of a list, in its order; nil when there is none.
    private func sacrifice(_ reader: inout JSONObjectReader) -> [AnimationSettings.Sacrifice]? {
        guard let items = reader.list("sacrifice") else { return nil }
        var given: [AnimationSettings.Sacrifice] = []
        for (place, item) in items.enumerated() {
            let key = "sacrifice[\(place)]"
            guard let word = reader.choice(item.value, key, of: AnimationSettings.Sacrifice.self) else { continue }
            if given.contains(word) {
                reader.issues.add(item.path, at: item.value.position, "\(word.rawValue.quoted) is listed twice")
            } else {
                given.append(word)
            }
        }
        return given
    }
}

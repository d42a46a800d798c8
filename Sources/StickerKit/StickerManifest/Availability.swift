import Foundation

/// The period in which a pack may be shown: a start, an end, or both. The manifest writes both times in UTC with whole
/// seconds, such as `2026-12-01T00:00:00Z`.
public struct Availability: Codable, Sendable, Hashable {
    /// The start of the period. Nil if it has no start.
    public var from: Date?
    /// The end of the period, at which the pack may no longer be shown. Nil if it has no end.
    public var until: Date?

    public init(from: Date? = nil, until: Date? = nil) {
        self.from = from
        self.until = until
    }

    public func contains(_ date: Date) -> Bool {
        hasBegun(at: date) && !hasEnded(at: date)
    }

    public func hasBegun(at date: Date) -> Bool { from.map { $0 <= date } ?? true }

    public func hasEnded(at date: Date) -> Bool { until.map { $0 <= date } ?? false }

    private enum CodingKeys: CodingKey { case from, until }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        func moment(_ key: CodingKeys) throws -> Date? {
            guard let text = try container.decodeIfPresent(String.self, forKey: key) else { return nil }
            guard let date = Availability.moment(text) else {
                throw DecodingError.dataCorruptedError(
                    forKey: key, in: container, debugDescription: "expected 2026-12-01T00:00:00Z, found \(text)")
            }
            return date
        }
        self.init(from: try moment(.from), until: try moment(.until))
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encodeIfPresent(from.map(Availability.text), forKey: .from)
        try container.encodeIfPresent(until.map(Availability.text), forKey: .until)
    }

    /// Parses a time such as `2026-12-01T09:00:00+01:00`, or a day, which begins at midnight UTC. Nil for any other
    /// text.
    package static func moment(_ text: String) -> Date? {
        let day = Date.ISO8601FormatStyle(timeZone: .gmt).year().month().day()
        guard text.wholeMatch(of: /\d{4}-\d{2}-\d{2}/) == nil else { return try? day.parse(text) }
        guard text.wholeMatch(of: /\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(Z|[+-]\d{2}:\d{2})/) != nil else { return nil }
        return try? Date.ISO8601FormatStyle().parse(text)
    }

    private static func text(_ date: Date) -> String {
        date.formatted(Date.ISO8601FormatStyle(timeZone: .gmt))
    }
}

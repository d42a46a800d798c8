import Foundation
import StickerConfiguration

/// A decoded decisions file. An invalid decision does not stop the decoding, so that all errors can be reported
/// together.
package struct WrittenDecisions: Decodable {
    private enum CodingKeys: String, CodingKey, CaseIterable {
        case schema = "$schema"
        case kind, version, decisions
    }

    /// An item of the list. Contains a decision, a problem with it, or both.
    package struct Item: Decodable {
        package var decision: Decision?
        /// The location and the expected value, such as `decisions[0].verdict: expected …`. Nil if the decision is
        /// valid.
        package var problem: String?

        package init(from decoder: any Decoder) throws {
            do {
                let decision = try Decision(from: decoder)
                let place = DecodingError.place(decoder.codingPath)
                problem = try (decoder.unknownKey(among: Decision.keys) ?? decision.validationError).map {
                    "\(place).\($0)"
                }
                self.decision = decision
            } catch let error as DecodingError {
                problem = error.problem
            }
        }
    }

    var kind: String
    var version: Int
    package var decisions: [Item]

    package init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        kind = try values.decode(String.self, forKey: .kind)
        version = try values.decode(Int.self, forKey: .version)
        decisions = try values.decode([Item].self, forKey: .decisions)
        if let problem = try decoder.unknownKey(among: CodingKeys.allCases.map(\.rawValue)) {
            throw DecodingError.dataCorrupted(.init(codingPath: [], debugDescription: problem))
        }
    }
}

extension DecodingError {
    /// A description of the error for messages: the affected key, and the expected value if it is known.
    var problem: String {
        switch self {
        case .keyNotFound(let key, let context): "\(DecodingError.place(context.codingPath + [key])) is missing"
        case .typeMismatch(_, let context), .valueNotFound(_, let context):
            context.codingPath.isEmpty
                ? "it is not a JSON object" : "\(DecodingError.place(context.codingPath)) has a value of another type"
        case .dataCorrupted(let context) where context.underlyingError == nil && !context.debugDescription.isEmpty:
            context.codingPath.isEmpty
                ? context.debugDescription : "\(DecodingError.place(context.codingPath)): \(context.debugDescription)"
        case .dataCorrupted: "it is not JSON"
        @unknown default: "it is not JSON of the expected shape"
        }
    }

    /// The location of a key in the file, such as `pins[0].width`.
    static func place(_ path: [any CodingKey]) -> String {
        path.reduce("") { place, key in
            if let index = key.intValue { return "\(place)[\(index)]" }
            return place.isEmpty ? key.stringValue : "\(place).\(key.stringValue)"
        }
    }
}

extension Decoder {
    /// A sentence about the first unknown key of an object. Nil if all keys are known.
    fileprivate func unknownKey(among known: [String]) throws -> String? {
        let keys = try container(keyedBy: AnyKey.self).allKeys.map(\.stringValue)
        guard let key = keys.filter({ !known.contains($0) }).min() else { return nil }
        let hint =
            NearestName.of(key, among: known).map { "did you mean \"\($0)\"?" }
            ?? "the keys here are \(known.joined(separator: ", "))."
        return "\(key): there is no such key; \(hint)"
    }
}

/// A coding key with any name.
private struct AnyKey: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
}

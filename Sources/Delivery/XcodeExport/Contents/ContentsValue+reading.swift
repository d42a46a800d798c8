import Foundation

extension ContentsValue {
    /// Reads a `Contents.json`, however it is laid out.
    ///
    /// - Throws: `XcodeExportError.notContents` naming `path` when the bytes are no JSON.
    package init(json: [UInt8], path: String) throws {
        do {
            self = try JSONDecoder().decode(ContentsValue.self, from: Data(json))
        } catch {
            throw XcodeExportError.notContents(path: path)
        }
    }
}

extension ContentsValue: Decodable {
    package init(from decoder: any Decoder) throws {
        if let keyed = try? decoder.container(keyedBy: AnyKey.self) {
            var members: [String: ContentsValue] = [:]
            for key in keyed.allKeys {
                members[key.stringValue] = try keyed.decode(ContentsValue.self, forKey: key)
            }
            self = .object(members)
        } else if var list = try? decoder.unkeyedContainer() {
            var values: [ContentsValue] = []
            while !list.isAtEnd {
                values.append(try list.decode(ContentsValue.self))
            }
            self = .list(values)
        } else {
            self = try ContentsValue(single: decoder.singleValueContainer())
        }
    }

    private init(single container: any SingleValueDecodingContainer) throws {
        if container.decodeNil() {
            self = .none
        } else if let flag = try? container.decode(Bool.self) {
            self = .flag(flag)
        } else if let number = try? container.decode(Int.self) {
            self = .integer(number)
        } else if let number = try? container.decode(Double.self) {
            self = .real(number)
        } else {
            self = .text(try container.decode(String.self))
        }
    }

    private struct AnyKey: CodingKey {
        var stringValue: String
        var intValue: Int? { nil }

        init(stringValue: String) {
            self.stringValue = stringValue
        }

        init?(intValue: Int) {
            return nil
        }
    }
}

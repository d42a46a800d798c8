import Foundation

extension Decision {
    /// The most characters that a comment may have.
    package static let longestComment = 2000
    /// The most characters that a reviewer's name may have.
    package static let longestName = 100

    /// What is wrong with it, for the person who made it; nil when it may be kept.
    package var fault: String? {
        if !pixels.isDigest { return "pixels: expected a SHA-256 digest in lower-case hexadecimal." }
        if pack.isEmpty || sticker.isEmpty || pack.count > 255 || sticker.count > 255 {
            return "pack and sticker: expected the ids of a published sticker."
        }
        if comment.count > Decision.longestComment {
            return "comment: expected at most \(Decision.longestComment) characters, found \(comment.count)."
        }
        if reviewer.count > Decision.longestName {
            return "reviewer: expected at most \(Decision.longestName) characters, found \(reviewer.count)."
        }
        if decided.wholeMatch(of: /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ/) == nil
            || (try? Date(decided, strategy: .iso8601)) == nil
        {
            return "decided: expected a time in UTC like 2026-11-21T18:09:00Z, found \"\(decided.prefix(40))\"."
        }
        if let picture, !PictureName.isOne(picture) {
            return "picture: expected the name of a published file, like <sha256>.png."
        }
        return nil
    }

    /// How far another machine's clock may be ahead of this one's.
    package static let clockSkew = Duration.seconds(600)

    /// What is wrong with a decision that was made elsewhere; nil when it may be taken in. One from the future would
    /// count for more than all that is decided until then.
    func importFault(at now: Date) -> String? {
        if let fault { return fault }
        let latest = Decision.time(now.addingTimeInterval(Double(Decision.clockSkew.components.seconds)))
        guard decided > latest else { return nil }
        return
            "decided: \(decided) is in the future: it is \(Decision.time(now)) here. Set the clock of the machine on "
            + "which it was decided, and save the decisions again."
    }

    /// A time as decisions have it.
    package static func time(_ date: Date) -> String {
        date.formatted(.iso8601)
    }
}

/// The names of published files: a digest and an ending.
package enum PictureName {
    package static func isOne(_ name: String) -> Bool {
        let parts = name.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard parts.count == 2, let digest = String(parts[0]), let ending = String(parts[1]) else { return false }
        return digest.isDigest && ["png", "jpg", "gif"].contains(ending)
    }
}

extension String {
    /// Whether it is a SHA-256 digest in lower-case hexadecimal.
    var isDigest: Bool {
        utf8.count == 64 && utf8.allSatisfy { (48...57).contains($0) || (97...102).contains($0) }
    }
}

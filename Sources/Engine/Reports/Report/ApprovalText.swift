import Texts

/// The text about unapproved stickers, for a library that requires approval.
package enum ApprovalText {
    /// The text. Empty if all stickers are approved.
    ///
    /// - Parameters:
    ///   - awaiting: the number of finished stickers that await approval.
    ///   - unapproved: the number of stickers that were published before approval was required.
    ///   - page: the URL of the review page. Nil if it is not served.
    ///   - texts: the texts in the language of the result.
    package static func text(
        awaiting: Int, unapproved: Int, page: String? = nil, _ texts: Texts = .english
    ) -> String {
        let remedy = page.map { texts("approval.remedy.page", ["page": $0]) } ?? texts("approval.remedy")
        let published = unapproved == 0 ? nil : texts("approval.published", ["count": unapproved])
        guard awaiting > 0 else {
            return published.map { texts("approval.toApprove", ["published": $0, "remedy": remedy]) } ?? ""
        }
        let waiting = texts("approval.awaiting", ["count": awaiting, "remedy": remedy])
        return [waiting, published].compactMap(\.self).joined(separator: " ")
    }
}

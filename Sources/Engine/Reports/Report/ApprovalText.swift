import Texts

/// The texts about unapproved stickers, if approval is required.
package enum ApprovalText {
    /// - Parameters:
    ///   - awaiting: the number of finished stickers that will be published after their approval.
    ///   - unapproved: the number of stickers that were published before approval was required.
    ///   - page: the address of the review page, if it is served.
    ///   - texts: the language of the text.
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

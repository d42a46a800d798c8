import JobModel
import SheetModel

/// The texts about unapproved stickers, if approval is required.
package enum ApprovalText {
    /// - Parameters:
    /// - awaiting: the number of finished stickers that will be published after their approval.
    /// - unapproved: the number of stickers that were published before approval was required.
    /// - page: the address of the review page, if it is served.
    package static func text(awaiting: Int, unapproved: Int, page: String? = nil) -> String {
        let page = page.map { "open \($0)" } ?? "open the review page (`stickerd serve`)"
        let remedy = "\(page) or run `stickerd review approve --all --reviewer NAME`."
        let published =
            unapproved == 0
            ? nil
            : "\(NumberFormat.count(unapproved, "published sticker")) \(unapproved == 1 ? "was" : "were") published before "
                + "approval was required and \(unapproved == 1 ? "stays" : "stay")"
        guard awaiting > 0 else { return published.map { "\($0). To approve: \(remedy)" } ?? "" }
        let waiting = "\(NumberFormat.count(awaiting, "sticker")) \(awaiting == 1 ? "awaits" : "await") approval"
        return "\(waiting): \(remedy)" + (published.map { " \($0)." } ?? "")
    }
}

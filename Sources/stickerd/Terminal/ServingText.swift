import Web

/// The lines about a server that listens.
enum ServingText {
    /// - Parameters:
    ///   - port: the one that it listens on.
    ///   - hasReview: whether the review page is served.
    static func lines(_ address: BindAddress, port: Int, out: String, hasReview: Bool) -> [String] {
        let url = address.url(port: port)
        var lines = ["Serving \(SummaryText.oneLine(out)) at \(url)/v2/catalog.json"]
        if hasReview { lines.append("Review the stickers at \(url)/review/") }
        if address.isAnyAddress { lines.append("Other machines reach it by this machine's name or address.") }
        return lines
    }
}

/// What every page's head holds.
struct PageHead {
    let title: String
    /// The page's style, from the resources: trusted text that is not escaped.
    let style: String

    init(title: String, styles: [[UInt8]], extra: String = "") {
        self.title = title
        style = styles.map { String(decoding: $0, as: UTF8.self) }.joined() + extra
    }
}

/// Corrects the media type of embedded pictures, and replaces those that librsvg cannot decode, does not rotate
/// upright, or draws in wrong colours.
enum PictureRewrite {
    /// - Returns: whether anything was changed.
    static func apply(to source: SVGSource, convert: SVGRewriter.PictureConverter) -> Bool {
        var isChanged = false
        for element in source.elements where ["image", "feImage"].contains(element.name) {
            guard let link = element.link, let picture = EmbeddedPicture(link), !picture.isDrawnAsItIs else { continue }
            if picture.needsDecoder, let bytes = picture.content(of: link), let png = convert(bytes) {
                element.link = "data:image/png;base64," + Base64.text(png)
                isChanged = true
            } else if let corrected = picture.relabelled(link) {
                element.link = corrected
                isChanged = true
            }
        }
        return isChanged
    }
}

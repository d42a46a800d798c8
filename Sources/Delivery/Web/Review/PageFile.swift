import JobModel
import NIOCore
import Texts

/// A file of the review page, embedded in the program.
struct PageFile: Sendable {
    let contentType: String
    let body: ByteBuffer
    let sha256: String

    private init(_ bytes: [UInt8], _ contentType: String) {
        self.contentType = contentType
        body = ByteBuffer(bytes: bytes)
        sha256 = Digest.sha256(bytes)
    }

    private static let html = "text/html; charset=utf-8"
    private static let css = "text/css; charset=utf-8"
    private static let script = "text/javascript; charset=utf-8"

    static let index = PageFile(PackageResources.review_html, html)

    /// The files by their paths below /review/.
    static let named: [String: PageFile] = scripts.merging(tables) { script, _ in script }

    /// The texts of the page, one file per language.
    private static let tables = Dictionary(
        uniqueKeysWithValues: Language.allCases.map {
            ("\($0.rawValue).json", PageFile(Texts.json(of: $0), "application/json"))
        })

    private static let scripts: [String: PageFile] = [
        "icon.svg": PageFile(PackageResources.icon_svg, "image/svg+xml"),
        "login.css": PageFile(PackageResources.login_css, css),
        "review.css": PageFile(PackageResources.review_css, css),
        "sticker.css": PageFile(PackageResources.sticker_css, css),
        "sheet.css": PageFile(PackageResources.sheet_css, css),
        "tools.css": PageFile(PackageResources.tools_css, css),
        "phone.css": PageFile(PackageResources.phone_css, css),
        "messages.css": PageFile(PackageResources.messages_css, css),
        "review.js": PageFile(PackageResources.review_js, script),
        "texts.js": PageFile(PackageResources.texts_js, script),
        "letters.js": PageFile(PackageResources.letters_js, script),
        "store.js": PageFile(PackageResources.store_js, script),
        "dom.js": PageFile(PackageResources.dom_js, script),
        "stage.js": PageFile(PackageResources.stage_js, script),
        "preview-canvas.js": PageFile(PackageResources.preview_canvas_js, script),
        "grid.js": PageFile(PackageResources.grid_js, script),
        "sticker.js": PageFile(PackageResources.sticker_js, script),
        "messages.js": PageFile(PackageResources.messages_js, script),
        "placed.js": PageFile(PackageResources.placed_js, script),
        "decide.js": PageFile(PackageResources.decide_js, script),
        "keys.js": PageFile(PackageResources.keys_js, script),
        "memory.js": PageFile(PackageResources.memory_js, script),
        "outbox.js": PageFile(PackageResources.outbox_js, script),
        "queue.js": PageFile(PackageResources.queue_js, script),
        "bulk.js": PageFile(PackageResources.bulk_js, script),
        "address.js": PageFile(PackageResources.address_js, script),
        "pins.js": PageFile(PackageResources.pins_js, script),
        "touch.js": PageFile(PackageResources.touch_js, script),
        "pixels.js": PageFile(PackageResources.pixels_js, script),
        "registration.js": PageFile(PackageResources.registration_js, script),
        "changes.js": PageFile(PackageResources.changes_js, script),
        "vanish.js": PageFile(PackageResources.vanish_js, script),
        "vanish-view.js": PageFile(PackageResources.vanish_view_js, script),
        "frames.js": PageFile(PackageResources.frames_js, script),
        "apng.js": PageFile(PackageResources.apng_js, script),
    ]
}

import Foundation
import TestSupport
import Testing

/// A fixture with a review page: a watch that serves the page, and a browser that shows it.
struct ReviewPageFixture {
    let cli: CLIFixture
    let command: Command
    let browser: Browser
    let address: String

    /// Starts the watch and the browser, runs `body` with them, and ends them afterwards.
    ///
    /// - Parameters:
    ///   - token: the access token of the page. With a token, the page has an address that browsers treat as another
    ///     machine. Nil for a local page without a token.
    ///   - keepsNothing: whether the browser refuses to store data.
    ///   - prepare: adds files to the fixture before stickerd starts.
    static func on(
        _ settings: Settings = Settings(), width: Int = 1280, token: String? = nil, keepsNothing: Bool = false,
        discs: Discs = [:], prepare: (CLIFixture) throws -> Void = { _ in },
        _ body: (ReviewPageFixture, Browser) async throws -> Void
    ) async throws {
        let cli = try CLIFixture(settings, discs: discs)
        try prepare(cli)
        if let token { try cli.put(token, at: "token") }
        let command = try cli.start(
            ["watch", "--json", "--serve", "127.0.0.1:0"]
                + (token == nil ? [] : ["--token-file", "token", "--allow-host", "stickers.test"]))
        var port: Int?
        try await eventually("the server does not start: \(command.complaint)") {
            guard !command.output.isEmpty else { return false }
            let events = try Event.read(command.output)
            port = events.first { $0.kind == "serving" }?.number("port")
            return port != nil && events.contains { $0.kind == "ready" }
        }
        let host = token == nil ? nil : "stickers.test"
        let address = "http://\(host ?? "127.0.0.1"):\(port ?? 0)/review/"
        try await Browser.with(width: width, host: host, keepsNothing: keepsNothing, in: cli.path) {
            (browser) async throws in
            let reviewing = ReviewPageFixture(cli: cli, command: command, browser: browser, address: address)
            if token == nil { try await reviewing.open("") } else { try await browser.open(address) }
            try await body(reviewing, browser)
        }
        #expect(try await command.end(by: SIGTERM).status == 0)
    }

    /// Opens a view, and waits until it is shown and receives changes.
    func open(_ view: String) async throws {
        try await browser.open(address + view)
        try await browser.wait("the page is not ready", "document.documentElement.dataset.ready === 'yes'")
        try await browser.wait("the page does not receive changes", "document.documentElement.dataset.live === 'yes'")
    }

    /// Waits until a sticker's card has a state.
    func wait(for key: String, state: String) async throws {
        try await browser.wait(
            "\(key) is not \(state)", "document.querySelector('.card[data-key=\"\(key)\"][data-state=\"\(state)\"]')")
    }

    /// Moves the focus to a sticker's card.
    func choose(_ key: String) async throws {
        try await browser.wait("\(key) is not shown", "document.querySelector('.card[data-key=\"\(key)\"] a')")
        try await browser.run("document.querySelector('.card[data-key=\"\(key)\"] a').focus()")
    }

    /// Approves an undecided sticker as Ada.
    func approve(_ key: String) async throws {
        try await sign("Ada")
        try await wait(for: key, state: "open")
        try await choose(key)
        try await browser.press("a")
        try await wait(for: key, state: "approved")
    }

    /// Approves a sticker, drops new art for it, and opens its view, which compares both versions.
    func compare(_ key: String, with number: Int, as name: String) async throws {
        try await approve(key)
        try cli.drop(Art.disc(number), as: name)
        try await wait(for: key, state: "changed")
        try await open("#/sticker/" + key)
    }

    /// Waits until the page asks why a sticker is sent back, and answers with a comment.
    func sendBack(_ comment: String) async throws {
        try await browser.wait("the page does not ask for a comment", for: "#send-back[open]")
        try await browser.press(comment)
        try await browser.click("#send-back [value=send]")
    }

    /// Sets the name of the reviewer, so that the page does not ask for the name.
    func sign(_ name: String) async throws {
        try await browser.run("localStorage.setItem('stickerd.reviewer', '\(name)')")
    }
}

extension Discs {
    static let one: Discs = ["cats/One.svg": 1]
    static let three: Discs = ["cats/One.svg": 2, "cats/Two.svg": 3, "cats/Three.svg": 4]
}

import Foundation
import TestSupport
import Testing

/// Controls a Chromium without a window by the actions of a user (https://www.w3.org/TR/webdriver2/).
final class Browser: Sendable {
    enum Failure: Error, CustomStringConvertible {
        case refused(String)
        var description: String { if case .refused(let text) = self { text } else { "" } }
        /// Whether a script ended because its page was left.
        var isAboutLeftPage: Bool { ["unload", "navigat", "context"].contains { description.contains($0) } }
    }

    private let driver: Command
    private let session: String
    private let folder: String

    /// - Parameters:
    ///   - width: the width of the page in points.
    ///   - host: a host name for this machine. Browsers treat it like any other address on the network, and not like
    ///     127.0.0.1.
    ///   - keepsNothing: whether pages cannot store data, as if all cookies were blocked.
    ///   - folder: a folder that exists at least as long as the browser.
    private init(
        width: Int = 1280, height: Int = 900, host: String? = nil, keepsNothing: Bool = false, in folder: String
    ) async throws {
        let driver = try Command(["chromedriver", "--port=0"], in: folder)
        self.driver = driver
        var port: Substring?
        try await eventually("chromedriver does not start: \(driver.complaint)") {
            port = driver.output.firstMatch(of: /started successfully on port ([0-9]+)/)?.1
            return port != nil
        }
        self.folder = folder
        let base = "http://127.0.0.1:\(port ?? "0")"
        // The sandbox of Chromium is off, because the tests run as root in a container, where it does not work.
        let arguments =
            [
                "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run",
                "--window-size=\(width),\(height)",
            ] + (host.map { ["--host-resolver-rules=MAP \($0) 127.0.0.1"] } ?? [])
        let preferences = keepsNothing ? ["profile.default_content_setting_values.cookies": 2] : [:]
        let options: [String: Any] = ["args": arguments, "prefs": preferences]
        let timeouts = ["script": 90_000, "pageLoad": 30_000]
        let wanted: [String: Any] = [
            "capabilities": [
                "alwaysMatch": ["browserName": "chrome", "goog:chromeOptions": options, "timeouts": timeouts]
            ]
        ]
        let opened = try await Browser.call("POST", base + "/session", wanted, in: folder)
        guard let id = (opened as? [String: Any])?["sessionId"] as? String else { throw Failure.refused("no session") }
        session = base + "/session/" + id
        try await resize(width: width, height: height)
    }

    /// Changes the size of the page. The size of the window cannot be used, because the minimum width of a window is
    /// larger than the width of a phone.
    ///
    /// - Parameter pixels: the number of screen pixels per CSS pixel.
    func resize(width: Int, height: Int = 900, pixels: Double = 1) async throws {
        try await chromium(
            "Emulation.setDeviceMetricsOverride",
            ["width": width, "height": height, "deviceScaleFactor": pixels, "mobile": false])
    }

    /// Starts a browser, runs `body` with it, and closes it afterwards.
    static func with(
        width: Int = 1280, host: String? = nil, keepsNothing: Bool = false, in folder: String,
        _ body: (Browser) async throws -> Void
    ) async throws {
        let browser = try await Browser(width: width, host: host, keepsNothing: keepsNothing, in: folder)
        do {
            try await body(browser)
        } catch {
            await browser.close()
            throw error
        }
        await browser.close()
    }

    /// Ends Chromium and its driver.
    private func close() async {
        _ = try? await Browser.call("DELETE", session, nil, in: folder)
        driver.send(SIGTERM)
    }

    func open(_ url: String) async throws {
        _ = try await Browser.call("POST", session + "/url", ["url": url], in: folder)
    }

    /// Runs a script, and returns its return value as a text.
    @discardableResult
    func run(_ script: String, _ arguments: String...) async throws -> String {
        let value = try await Browser.call(
            "POST", session + "/execute/sync", ["script": "return String((() => { \(script) })())", "args": arguments],
            in: folder)
        return value as? String ?? ""
    }

    /// Emulates a user who prefers dark or light colours, and optionally less motion.
    func prefer(dark: Bool = false, lessMotion: Bool = false) async throws {
        let features = [
            ["name": "prefers-color-scheme", "value": dark ? "dark" : "light"],
            ["name": "prefers-reduced-motion", "value": lessMotion ? "reduce" : "no-preference"],
        ]
        try await chromium("Emulation.setEmulatedMedia", ["features": features])
    }

    /// Blocks requests to these addresses, such as `*api/decisions*`. Requests to all other addresses are no longer
    /// blocked.
    func block(_ addresses: [String]) async throws {
        try await chromium("Network.enable", [:])
        try await chromium("Network.setBlockedURLs", ["urls": addresses])
    }

    /// Sends a command of the Chrome DevTools Protocol (https://chromedevtools.github.io/devtools-protocol/).
    private func chromium(_ command: String, _ parameters: [String: Any]) async throws {
        _ = try await Browser.call(
            "POST", session + "/goog/cdp/execute", ["cmd": command, "params": parameters], in: folder)
    }

    /// Presses keys one after the other. `\u{E007}` is Enter (https://www.w3.org/TR/webdriver2/#keyboard-actions).
    func press(_ keys: String) async throws {
        let actions = keys.map(String.init).flatMap {
            [["type": "keyDown", "value": $0], ["type": "keyUp", "value": $0]]
        }
        _ = try await Browser.call(
            "POST", session + "/actions", ["actions": [["type": "key", "id": "keyboard", "actions": actions]]],
            in: folder)
    }

    /// Drags from the middle of one element to the middle of another. The arguments are CSS selectors.
    func drag(_ from: String, to target: String) async throws {
        let (start, end) = (try await middle(of: from), try await middle(of: target))
        let actions: [[String: Any]] = [
            ["type": "pointerMove", "duration": 0, "x": start.x, "y": start.y], ["type": "pointerDown", "button": 0],
            ["type": "pointerMove", "duration": 60, "x": (start.x + end.x) / 2, "y": (start.y + end.y) / 2],
            ["type": "pointerMove", "duration": 60, "x": end.x, "y": end.y], ["type": "pointerUp", "button": 0],
        ]
        _ = try await Browser.call(
            "POST", session + "/actions",
            ["actions": [["type": "pointer", "id": "mouse", "actions": actions] as [String: Any]]], in: folder)
    }

    /// Emulates a phone: a narrow page with touch input.
    func becomePhone() async throws {
        try await chromium(
            "Emulation.setDeviceMetricsOverride",
            ["width": 390, "height": 844, "deviceScaleFactor": 2, "mobile": true])
        try await chromium("Emulation.setTouchEmulationEnabled", ["enabled": true])
    }

    /// Puts a finger on an element, moves it sideways, and lifts it when a script returns a true value.
    func touch(_ selector: String, movedBy way: Int = 0, until condition: String = "true") async throws {
        let start = try await middle(of: selector)
        func send(_ type: String, _ x: Int?) async throws {
            let points: [[String: Int]] = x.map { [["x": $0, "y": start.y]] } ?? []
            try await chromium("Input.dispatchTouchEvent", ["type": type, "touchPoints": points])
        }
        try await send("touchStart", start.x)
        if way != 0 {
            for part in 1...4 { try await send("touchMove", start.x + way * part / 4) }
        }
        try await wait("the finger waits", condition)
        try await send("touchEnd", nil)
    }

    /// Puts a finger on an element and a second finger 100 points to its left, and moves the second finger up by 100
    /// points.
    func turn(_ selector: String) async throws {
        let middle = try await middle(of: selector)
        func send(_ type: String, _ points: [(x: Int, y: Int)]) async throws {
            let touches = points.enumerated().map { ["id": $0.offset, "x": $0.element.x, "y": $0.element.y] }
            try await chromium("Input.dispatchTouchEvent", ["type": type, "touchPoints": touches])
        }
        let other = middle.x - 100
        try await send("touchStart", [middle])
        try await send("touchStart", [middle, (other, middle.y)])
        for part in 1...4 { try await send("touchMove", [middle, (other, middle.y - 25 * part)]) }
        try await send("touchEnd", [middle])
        try await send("touchEnd", [])
    }

    /// Waits until a script returns a true value.
    func wait(_ what: String, _ condition: String) async throws {
        let limit = ContinuousClock.now.advanced(by: .seconds(60))
        while ContinuousClock.now < limit {
            let answer: Any?
            do {
                answer = try await Browser.call(
                    "POST", session + "/execute/async",
                    ["script": Browser.waiting(for: condition), "args": [String]()],
                    in: folder)
            } catch let failure as Failure where failure.isAboutLeftPage {
                // The page that waited was left. The next page is asked.
                try await Task.sleep(for: .milliseconds(20))
                continue
            }
            guard let error = answer as? String else { return }
            throw Failure.refused("\(what): \(condition): \(error)")
        }
        throw Failure.refused("\(what): \(condition)")
    }

    /// A script that ends when a condition is met, so that no process is started for each look. Its result is null, or a
    /// text about the error of the condition.
    private static func waiting(for condition: String) -> String {
        """
        const done = arguments[0], limit = Date.now() + 60000;
        (function look() {
          try {
            if (\(condition)) return done(null);
          } catch (error) {
            return done(String(error));
          }
          if (Date.now() > limit) done("not met"); else setTimeout(look, 20);
        })();
        """
    }

    /// Waits until an element exists.
    func wait(_ what: String, for selector: String) async throws {
        try await wait(what, "document.querySelector('\(selector)')")
    }

    func click(_ selector: String) async throws { try await run("document.querySelector('\(selector)').click()") }
    func focus(_ selector: String) async throws { try await run("document.querySelector('\(selector)').focus()") }

    /// The text of an element.
    func text(of selector: String) async throws -> String {
        try await run("return document.querySelector('\(selector)').textContent")
    }

    private func middle(of selector: String) async throws -> (x: Int, y: Int) {
        let text = try await run(
            """
            const box = document.querySelector('\(selector)').getBoundingClientRect();
            return Math.round(box.x + box.width / 2) + " " + Math.round(box.y + box.height / 2)
            """)
        let numbers = text.split(separator: " ").compactMap { Int($0) }
        guard numbers.count == 2 else { throw Failure.refused("\(selector) is nowhere") }
        return (numbers[0], numbers[1])
    }

    /// Sends a request to the driver with curl, because the HTTP client of Foundation cannot read the headers of the
    /// driver.
    private static func call(_ method: String, _ url: String, _ body: [String: Any]?, in folder: String) async throws
        -> Any?
    {
        var arguments = ["curl", "--silent", "--max-time", "120", "--request", method, url]
        let file = folder + "/request-\(UUID().uuidString).json"
        if let body {
            try JSONSerialization.data(withJSONObject: body).write(to: URL(fileURLWithPath: file))
            arguments += [
                "--header", "Content-Type: application/json", "--header", "Expect:", "--data-binary", "@" + file,
            ]
        }
        defer { try? FileManager.default.removeItem(atPath: file) }
        let answer = try await Command(arguments, in: folder).ending(within: 130)
        let value = (try JSONSerialization.jsonObject(with: Data(answer.output.utf8)) as? [String: Any])?["value"]
        if let fault = value as? [String: Any], let message = fault["message"] as? String, fault["error"] != nil {
            throw Failure.refused(message)
        }
        return value
    }
}

import Foundation
import StickerConfiguration
import Testing

@Suite struct ServiceSettingTests {
    private let folder: SettingsFolder

    init() throws {
        folder = try SettingsFolder()
    }

    private func hookComplaints(_ hook: String) -> [String] {
        folder.complaints("{ \"hooks\": { \"onPublished\": [\(hook)] } }").map {
            $0.replacingOccurrences(of: "pipeline.json:1: hooks.onPublished[0]", with: "")
        }
    }

    @Test("without the keys there are no hooks and no servers")
    func defaults() throws {
        let configuration = try folder.configuration("{}")
        #expect(configuration.hooks == HookSettings())
        #expect(configuration.service.address == nil && configuration.service.logFormat == .auto)
    }

    @Test("programs are taken from the file's folder, addresses as they are")
    func hooks() throws {
        let configuration = try folder.configuration(
            """
            { "hooks": {
              "onPublished": [{ "command": ["bin/../tell", "art", ""] }],
              "onRejected": [{ "url": "https://hooks.slack.com/services/T/B/x", "format": "slack" }],
              "onProblem": [{ "url": "http://127.0.0.1:8000/a?b=c" }],
              "seconds": 5, "retries": 0
            } }
            """)
        #expect(
            configuration.hooks
                == HookSettings(
                    onPublished: [.command(["\(folder.path)/tell", "art", ""])],
                    onRejected: [.post(url: "https://hooks.slack.com/services/T/B/x", format: .slack)],
                    onProblem: [.post(url: "http://127.0.0.1:8000/a?b=c", format: .stickerd)], seconds: 5, retries: 0))
    }

    @Test("a hook is a program or an address, and nothing in between")
    func parts() {
        #expect(hookComplaints("{}") == [": expected a command or a url, found neither"])
        #expect(
            hookComplaints("{ \"command\": [\"/a\"], \"url\": \"https://a\" }")
                == [": expected a command or a url, found both"])
        #expect(
            hookComplaints("{ \"command\": [] }") == [
                ".command: expected a list of a program's path and its arguments, like [\"/usr/local/bin/tell\", \"art\"], "
                    + "found an empty list"
            ])
        #expect(hookComplaints("{ \"command\": [\"tell\"] }").first?.hasSuffix("\"tell\", which is not a path") == true)
        #expect(hookComplaints("{ \"command\": [\"/a\", 1] }") == [".command[1]: expected a text, found 1"])
        #expect(
            hookComplaints("{ \"command\": [\"/a\"], \"format\": \"slack\" }") == [
                ".format: expected no format beside a command, which always gets the event as JSON"
            ])
        #expect(hookComplaints("\"/a\"") == [": expected an object in { }, found \"/a\""])
    }

    @Test(
        "an invalid web address is refused",
        arguments: ["ftp://a/b", "https://", "file:///etc/passwd", "hooks.example.com", "https://a/b c", ""])
    func wrongURL(url: String) {
        #expect(
            hookComplaints("{ \"url\": \"\(url)\" }") == [
                ".url: expected an address like \"https://hooks.example.com/…\", found \"\(url)\""
            ])
    }

    @Test(
        "an address of this machine is taken",
        arguments: [
            ("127.0.0.1:9818", "127.0.0.1:9818"), ("localhost:80", "127.0.0.1:80"), ("[::1]:1", "[::1]:1"),
            ("127.8.9.10:0", "127.8.9.10:0"),
        ])
    func address(text: String, meaning: String) throws {
        let configuration = try folder.configuration("{ \"service\": { \"address\": \"\(text)\" } }")
        #expect(configuration.service.address?.description == meaning)
    }

    @Test(
        "an address that other machines reach is refused",
        arguments: [
            "0.0.0.0:9818", "192.168.1.2:80", "[::]:80", "example.com:80", ":80", "127.0.0.1", "127.0.0.1:99999",
            "127.0.0.256:1", "127.1:80", "localhost:-1",
        ])
    func publicAddress(text: String) {
        #expect(
            folder.complaints("{ \"service\": { \"address\": \"\(text)\" } }") == [
                "pipeline.json:1: service.address: expected an address of this machine only, like \"127.0.0.1:9818\" or "
                    + "\"[::1]:9818\", found \"\(text)\""
            ])
    }

    @Test("the address of the review page is taken, and refused if links cannot be appended to it")
    func reviewPage() throws {
        let address = "https://stickers.example.com/review/"
        let configuration = try folder.configuration("{ \"publish\": { \"reviewURL\": \"\(address)\" } }")
        #expect(configuration.publish.reviewURL == address)
        #expect(try folder.configuration("{ \"publish\": { \"reviewURL\": null } }").publish.reviewURL == nil)
        for wrong in ["stickers.example.com", "ftp://a/b", "\(address)#/sticker/cats/one"] {
            #expect(
                folder.complaints("{ \"publish\": { \"reviewURL\": \"\(wrong)\" } }") == [
                    "pipeline.json:1: publish.reviewURL: expected an address like "
                        + "\"https://stickers.example.com/review/\", found \"\(wrong)\""
                ])
        }
    }
}

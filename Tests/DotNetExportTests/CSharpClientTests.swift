import AppExport
import Foundation
import PublishedSamples
import StickerCatalog
import StickerManifest
import TestSupport
import Testing

/// Whether Debian's mono-mcs is installed, which `scripts/setup --tests` installs.
private let hasMono = ["/usr/bin/mcs", "/usr/bin/mono"].allSatisfy(FileManager.default.isExecutableFile)

@Suite("The client in C#", .enabled(if: hasMono, "mono-mcs is not installed; scripts/setup --tests installs it"))
struct CSharpClientTests {
    private static let tests = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "CSharp")

    /// Runs a program.
    ///
    /// - Returns: the output, and “failed” if its status is not 0.
    private func run(_ arguments: [String]) throws -> String {
        let environment = ["PATH": "/usr/bin:/bin", "LANG": "C.UTF-8", "HOME": "/nonexistent"]
        let ending = try Tool.run(arguments, environment: environment)
        return ending.output + (ending.status == 0 ? "" : "failed")
    }

    private func compile(_ sources: [String], _ options: [String]) throws -> String {
        try run(
            ["mcs", "-langversion:7", "-warnaserror", "-r:System.Core", "-r:System.Numerics"] + options + sources)
    }

    private func sources(in folder: String) -> [String] {
        let names = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []
        return names.filter { $0.hasSuffix(".cs") }.sorted().map { "\(folder)/\($0)" }
    }

    /// Compiles the part of the client that does not need iOS, together with a program that prints the data that it
    /// reads.
    private func probe(_ solution: ExportedSolution) throws -> String {
        let program = solution.folder.file("probe.exe")
        let client = sources(in: solution.folder.file("MessagesExtension/Stickerd")).filter { !$0.contains("/iOS/") }
        let compiled = try compile(
            client + [Self.tests.appending(path: "Probe.cs").path], ["-target:exe", "-out:\(program)"])
        #expect(compiled == "")
        return program
    }

    @Test("is compiled with the app, the extension and the names, against the signatures of .NET for iOS")
    func types() throws {
        let solution = try ExportedSolution()
        let all = sources(in: solution.folder.path)
        #expect(all.count >= 12)
        let compiled = try compile(
            all + [Self.tests.appending(path: "AppleStubs.cs").path],
            ["-target:library", "-out:\(solution.folder.file("app.dll"))"])
        #expect(compiled == "")
    }

    @Test(
        "reads packs, messages and pieces as the Swift client does",
        arguments: ["de,en", "en", "pt-BR,de-Latn-AT", "ja"])
    func library(languages: String) throws {
        let solution = try ExportedSolution()
        let tree = try SampleTree()
        try tree.publish(
            [SampleTree.Art("happy-cat"), SampleTree.Art("dog", pack: "dogs"), SampleTree.Art("old", pack: "past")],
            messages: [SampleTree.Art("your-move")], pieces: [SampleTree.Art("frog", pack: "pond")]
        ) { catalog in
            catalog.packs[0].titles = ["de": "Katzen", "pt": "Gatos"]
            catalog.packs[0].stickers[0].labels = ["de": "Katze 😺", "ja": String(repeating: "x猫😺", count: 60)]
            catalog.packs[1].productID = "com.example.dogs"
            catalog.packs[2].availability = Availability(until: Date(timeIntervalSince1970: 1_700_000_000))
            catalog.messages?[0].text = MessageText(caption: "{sender} to {recipient}", summary: "A move")
            let still = catalog.messages?[0].renditions[0]
            catalog.messages?[0].film = still
            catalog.messages?[0].expires = true
            catalog.messages?[0].translations = [
                "de": MessageText(caption: "Du bist dran"), "pt-BR": MessageText(label: "Vez"),
            ]
            catalog.pieces?[0].pieces[0].labels = ["de": "Frosch"]
        }
        let folder = solution.folder
        _ = try AppExport(out: tree.path, form: .bundle, writesClient: false).run(to: folder.file("game"))
        let assets = folder.file("game/StickerAssets")
        var settings = StickerLibrary.Settings(
            bundle: URL(filePath: assets), cache: URL(filePath: folder.file("cache")))
        settings.languages = languages.split(separator: ",").map(String.init)
        let expected = lines(try StickerLibrary(settings).stickers)
        let printed = try run(["mono", try probe(solution), "library", assets, languages])
        #expect(printed.split(separator: "\n").map(String.init) == expected)
    }

    private func lines(_ set: StickerSet) -> [String] {
        let packs = set.packs.flatMap { pack in
            ["pack|\(pack.id)|\(pack.title)|\(pack.size.rawValue)|\(pack.productID ?? "")"]
                + pack.stickers.map {
                    "sticker|\($0.name)|\($0.localizedDescription)|\($0.animation == nil ? "still" : "animated")|"
                        + "\($0.fileURL.lastPathComponent)|\($0.sha256)"
                }
        }
        let sender = UUID(uuid: (1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
        let messages = set.messages.map { item in
            let text = item.naming(sender: sender, recipients: []).text
            let texts = [
                text.caption, text.subcaption, text.trailingCaption, text.trailingSubcaption, text.imageTitle,
                text.imageSubtitle, text.summary, text.label,
            ]
            return "message|\(item.name)|\(texts.map { $0 ?? "" }.joined(separator: "|"))|\(item.scale)|"
                + "\(item.filmURL?.lastPathComponent ?? "")|\(item.expires)"
        }
        let pieces = set.pieces.flatMap(\.pieces).map {
            "piece|\($0.name)|\($0.label)|\($0.box)|\(number($0.anchor.x))|\(number($0.anchor.y))"
        }
        return packs + ["available|\(set.available().map(\.id).joined(separator: ","))"] + messages + pieces
            + ["missing|\(set.missing)|damaged|0"]
    }

    private func number(_ value: Double) -> String { value == value.rounded() ? "\(Int(value))" : "\(value)" }

    /// Any JSON value.
    private enum AnyJSON: Codable {
        case null, flag(Bool), whole(Int), real(Double), text(String), list([AnyJSON]), members([String: AnyJSON])

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            if container.decodeNil() {
                self = .null
            } else if let value = try? container.decode(Bool.self) {
                self = .flag(value)
            } else if let value = try? container.decode(Int.self) {
                self = .whole(value)
            } else if let value = try? container.decode(Double.self) {
                self = .real(value)
            } else if let value = try? container.decode(String.self) {
                self = .text(value)
            } else if let value = try? container.decode([AnyJSON].self) {
                self = .list(value)
            } else {
                self = .members(try container.decode([String: AnyJSON].self))
            }
        }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            switch self {
            case .null: try container.encodeNil()
            case .flag(let value): try container.encode(value)
            case .whole(let value): try container.encode(value)
            case .real(let value): try container.encode(value)
            case .text(let value): try container.encode(value)
            case .list(let value): try container.encode(value)
            case .members(let value): try container.encode(value)
            }
        }
    }

    private static let payloads = [
        #"{"b":1,"a":[1,2.5,true,false,null],"c":{"z":"é/\\\"\u0001\n\u2028","y":"😀"}}"#,
        #"[0.1,1e20,1.5e-5,0.0001,5e-324,1.7976931348623157e308,-2.5,0.1e-6,123456789.03515625,1e23,0.30000000000000004]"#,
        #"{"A":1,"a":2,"_":3,"ä":4,"10":5,"9":6,"aa":7,"B":8,"":9,"é":10,"🐸":11}"#, #""text""#, "[]", "{}", "-7",
        "null",
        #"{"pond":"d.f......","g":4611686018427387904}"#,
    ]

    @Test("writes the state of a message as the same text as in Swift, and chooses the same one of two")
    func states() throws {
        let solution = try ExportedSolution()
        var last: MessageState<AnyJSON>?
        var expected: [String] = []
        for payload in Self.payloads {
            let value = try JSONDecoder().decode(AnyJSON.self, from: Data(payload.utf8))
            let state = try MessageState(version: 3, move: 7, payload: value)
            let url = try state.url(base: #require(URL(string: "https://example.com/")))
            let text = url.absoluteString.split(separator: "=").last.map(String.init) ?? ""
            expected.append("\(text)|True|\(last.map(state.isNewer) ?? false ? "True" : "False")")
            last = state
        }
        let file = solution.folder.file("payloads.txt")
        try solution.folder.write(Self.payloads.joined(separator: "\n") + "\n", to: "payloads.txt")
        let printed = try run(["mono", try probe(solution), "states", file])
        #expect(printed.split(separator: "\n").map(String.init) == expected)
    }

    @Test("refuses damaged and hostile addresses of messages as the Swift client does")
    func damagedStates() throws {
        let solution = try ExportedSolution()
        let deep = String(repeating: "[", count: 40) + String(repeating: "]", count: 40)
        let encoded = { (text: String) in
            Data(text.utf8).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_")
                .replacing("=", with: "")
        }
        let states = [
            "1.0.MQ", "1.0.MQ==", "1.0.", "01.0.MQ", "1.-1.MQ", "2.0.MQ", "1.0.MQ.", "1.0.M", "1.0.MR",
            "1.0.\(encoded(deep))",
            "1.0.\(encoded("{"))", "1.0.\(encoded("[1,]"))", "%31.0.MQ", "1.1000000000.MQ",
            "1.0.\(encoded("\"\u{1}\""))", "",
        ]
        let urls =
            states.map { "https://example.com/?state=\($0)" }
            + [
                "https://example.com/", "https://example.com/?state=1.0.MQ&state=1.0.MQ",
                "ftp://example.com/?state=1.0.MQ",
                "data:,Pond?state=1.0.MQ", "https://example.com/?a=1&state=1.0.MQ#x", "https:?state=1.0.MQ",
                "https://example.com/?state=1.0.MQ&x=\(String(repeating: "x", count: 5000))",
            ]
        let expected = urls.map { text -> String in
            guard let state = try? MessageState<Int>(url: URL(string: text), version: 1),
                let url = try? state.url(base: #require(URL(string: "https://example.com/")))
            else { return "error" }
            return url.absoluteString.split(separator: "=").last.map(String.init) ?? ""
        }
        #expect(expected.contains("1.0.MQ") && expected.contains("error"))
        try solution.folder.write(urls.joined(separator: "\n") + "\n", to: "urls.txt")
        let printed = try run(["mono", try probe(solution), "read", solution.folder.file("urls.txt")])
        #expect(printed.split(separator: "\n").map(String.init) == expected)
    }

    @Test("keeps an app's own stickers, and refuses what Messages would not take")
    func ownStickers() throws {
        let solution = try ExportedSolution()
        var png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13] + Array("IHDR".utf8)
        png += [0, 0, 1, 0x98, 0, 0, 1, 0x98, 8, 6, 0, 0, 0, 0, 0, 0, 0]
        try solution.folder.write(png, to: "cat.png")
        let printed = try run(
            ["mono", try probe(solution), "own", solution.folder.file("own"), solution.folder.file("cat.png")])
        #expect(printed == "1|A cat|True\nrefused\nrefused\nrefused\nrefused\n0\n")
    }

    @Test("says what to do where the files of StickerAssets were copied one by one")
    func flattened() throws {
        let solution = try ExportedSolution()
        try solution.folder.write(
            try solution.folder.read("\(ExportedSolution.stickers)/catalog.json"), to: "bundle/catalog.json")
        let printed = try run(
            ["mono", try probe(solution), "library", solution.folder.file("bundle/StickerAssets"), "en"])
        #expect(printed.hasPrefix("error|The files of StickerAssets were copied one by one"))
    }
}

import BuildEngine
import EngineSupport
import Foundation
import Reports
import TestSupport
import Testing
import WorkerPool

/// Tests that stickerd trusts a worker that draws sheets as little as a worker that renders stickers.
@Suite struct SheetWorkerTests {
    /// A published library, and a worker that forwards requests to stickerd's worker and changes some answers.
    ///
    /// - Parameter twist: Python code that may change `frames`, which is the answer to request `number`, or end the
    ///   worker.
    private func twisted(_ twist: String) async throws -> (cli: CLIFixture, command: WorkerCommand) {
        let cli = try CLIFixture(startsPrograms: true, discs: ["cats/One.svg": 1])
        try #require(try await cli.build().status == 0)
        let script = """
            \(FakeRenderer.relay)
            number = 0
            def change(request, frames):
                global number
                number += 1
            \(twist.split(separator: "\n").map { "    " + $0 }.joined(separator: "\n"))
            relay(change)
            """
        try cli.put(script, at: "worker.py")
        return (cli, .relay(cli.file("worker.py")))
    }

    private func sheet(_ format: SheetOptions.Format, twist: String) async throws -> (CLIFixture, String) {
        let (cli, command) = try await twisted(twist)
        let name = "sheet.\(format.rawValue)"
        try cli.put("what was there", at: name)
        let export = SheetExport(
            configuration: try cli.configuration(), command: command, options: SheetOptions(format: format))
        let error = await #expect(throws: EngineError.self) {
            try await export.write(to: cli.file(name), packs: []) { _, _ in }
        }
        #expect(try cli.text(name) == "what was there")
        let left = try FileManager.default.contentsOfDirectory(atPath: cli.path)
        #expect(left.allSatisfy { !$0.hasSuffix(".tmp") }, "\(left)")
        return (cli, try #require(error).description)
    }

    @Test("with an honest worker the file is that of the command")
    func honest() async throws {
        let (cli, command) = try await twisted("pass")
        let export = SheetExport(
            configuration: try cli.configuration(), command: command, options: SheetOptions(format: .pdf))
        _ = try await export.write(to: cli.file("a.pdf"), packs: []) { _, _ in }
        #expect(try await cli.run("sheet", "-o", "b.pdf").status == 0)
        #expect(try cli.read("a.pdf") == (try cli.read("b.pdf")))
        #expect(try cli.read("a.pdf").starts(with: Array("%PDF".utf8)))
    }

    @Test("a worker that ends in the middle of a PDF ends the command, and the previous file stays")
    func died() async throws {
        let (_, sentence) = try await sheet(.pdf, twist: "if number == 2: sys.exit(1)")
        #expect(sentence.contains("Run `stickerd sheet` again"))
    }

    @Test("a page that is not a PNG is rejected")
    func otherPage() async throws {
        let (_, sentence) = try await sheet(
            .png, twist: #"next(f for f in frames if f[0] == DATA)[1] = b"not a picture""#)
        #expect(sentence.contains("a file does not have its stated kind"))
    }

    @Test("pictures that are not pictures, or too few, are not put into a page for browsers")
    func otherPictures() async throws {
        let (_, script) = try await sheet(
            .html, twist: #"next(f for f in frames if f[0] == DATA)[1] = b"<script>""#)
        #expect(script.contains("a file does not have its stated kind"))
        let (_, fewer) = try await sheet(
            .html, twist: "while frames[-2][0] != FILE: del frames[-2]\ndel frames[-2]")
        #expect(fewer.contains("its files are not the requested ones"))
    }
}

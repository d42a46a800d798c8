import Foundation
import Testing

/// Tests runs on a disk that becomes full. The disk is a small tmpfs in a separate mount namespace, which ends with the
/// script.
@Suite(.enabled(if: SmallDisk.canBeMounted, "needs root, or user namespaces, to mount a small disk"))
struct FullDiskTests {
    /// Runs a script in a fixture with many sources. `$stickerd` is the program, and a disk of the given size is
    /// mounted at `disk`.
    private func run(_ script: String, size: String) async throws -> (cli: CLIFixture, output: [String]) {
        let cli = try CLIFixture(
            Settings(size: "large", backgrounds: ["white": "#ffffff", "red": "#ff3b30"]), startsPrograms: true)
        try cli.drop(.numbered(0..<12))
        try FileManager.default.createDirectory(atPath: cli.file("disk"), withIntermediateDirectories: true)
        try FileManager.default.createDirectory(atPath: cli.file("after"), withIntermediateDirectories: true)
        let prepared = "set -u; mount -t tmpfs -o size=\(size) tmpfs disk || exit 99\n\(script)"
        let ending = try await ConcurrencyLimit.runs.withPermit {
            try await Command(
                SmallDisk.wrapper + ["/bin/sh", "-c", prepared], in: cli.path,
                environment: ["stickerd": CLIFixture.stickerd]
            ).ending()
        }
        try #require(ending.status == 0, "\(ending.complaint)")
        return (cli, ending.output.split(separator: "\n").map(String.init))
    }

    @Test("it fills up during the first run: status 3, nothing half-written, and the run succeeds after space is freed")
    func firstRun() async throws {
        let (cli, output) = try await run(
            """
            dd if=/dev/zero of=disk/ballast bs=1k count=7900 2>/dev/null
            "$stickerd" build --out disk/out >/dev/null 2>complaint; echo $?
            cp -a disk/out after/full
            rm disk/ballast
            "$stickerd" build --out disk/out >/dev/null 2>/dev/null; echo $?
            cp -a disk/out after/roomy
            """, size: "8m")
        #expect(output == ["3", "0"])
        #expect(try cli.text("complaint").contains("disk is full"))
        #expect(try OutTree(cli.file("after/full")).faults() == [])
        #expect(!cli.has("after/full/catalog.json"))
        #expect(try OutTree(cli.file("after/roomy")).faults() == [])
        #expect(cli.has("after/roomy/catalog.json"))
    }

    @Test("it is full at a change: published files stay complete under the old manifest")
    func laterRun() async throws {
        let (cli, output) = try await run(
            """
            "$stickerd" build --out disk/out >/dev/null 2>/dev/null; echo $?
            cp -a disk/out after/before
            dd if=/dev/zero of=disk/ballast bs=1k 2>/dev/null
            for number in 0 1 2 3; do sed -i s/28/20/ "drop/cats/Disc $number.svg"; done
            "$stickerd" build --out disk/out >/dev/null 2>complaint; echo $?
            cp -a disk/out after/full
            rm disk/ballast
            "$stickerd" build --out disk/out >/dev/null 2>/dev/null; echo $?
            "$stickerd" audit --out disk/out >audit; echo $?
            cp -a disk/out after/roomy
            """, size: "20m")
        #expect(output == ["0", "3", "0", "0"])
        #expect(try cli.text("complaint").contains("disk is full"))
        let full = OutTree(cli.file("after/full"))
        #expect(try full.faults(namesMatter: false) == [])
        #expect(try full.bytes("catalog.json") == OutTree(cli.file("after/before")).bytes("catalog.json"))
        #expect(try OutTree(cli.file("after/roomy")).faults() == [])
    }

    @Test(
        "there is space for the ledger but not for snapshots: everything is published, and a note lists what was not saved",
        arguments: ["500k", "700k", "900k"])
    func keptStates(size: String) async throws {
        let (cli, output) = try await run(
            """
            sed -i '1a "state": "disk/state",' pipeline.json
            dd if=/dev/zero of=disk/ballast bs=1k count=100 2>/dev/null
            "$stickerd" build >/dev/null 2>complaint; echo $?
            ls disk/state/snapshots/files | wc -l
            "$stickerd" audit >audit; echo $?
            """, size: size)
        #expect(output == ["0", "0", "0"])
        #expect(try cli.text("complaint").contains("could not be saved for `stickerd rollback`"))
        #expect(try cli.out.faults() == [])
    }

    @Test("there is space for the results but not for the state database: status 3, and the message names it")
    func ledger() async throws {
        let (cli, output) = try await run(
            """
            sed -i '1a "state": "disk/state",' pipeline.json
            dd if=/dev/zero of=disk/ballast bs=1k 2>/dev/null
            "$stickerd" build >/dev/null 2>complaint; echo $?
            rm disk/ballast
            "$stickerd" build >/dev/null 2>/dev/null; echo $?
            """, size: "1m")
        #expect(output == ["3", "0"])
        #expect(try cli.text("complaint").contains(cli.file("disk/state")))
        #expect(try cli.text("complaint").contains("disk is full"))
        #expect(try cli.out.faults() == [])
    }
}

import Foundation
import Glibc
import Testing

/// Tests the messages of commands that have nothing to do or get a wrong argument.
struct PlainAnswersTests {
    @Test(
        "a mistyped command is answered with the one that was meant",
        arguments: [
            (["bulid"], "Did you mean `stickerd build`?"),
            (["export", "xcod"], "Did you mean `stickerd export xcode`?"),
            (["frobnicate"], "`stickerd --help` lists the commands."),
        ])
    func command(arguments: [String], hint: String) async throws {
        let cli = try CLIFixture(startsPrograms: true)
        let ending = try await cli.start(arguments).ending()
        #expect(ending.status == 2)
        #expect(ending.complaint.contains(hint), "\(ending.complaint)")
    }

    @Test("an option that is wrong is still answered as such")
    func option() async throws {
        let cli = try CLIFixture(startsPrograms: true)
        let ending = try await cli.start(["build", "--jbos", "2"]).ending()
        #expect(ending.status == 2)
        #expect(ending.complaint.contains("--jobs"), "\(ending.complaint)")
    }

    @Test("a key is reported as new or existing; standard output is only the public key")
    func keygen() async throws {
        let cli = try CLIFixture(startsPrograms: true)
        let new = try await cli.run("keygen", "signing.key")
        let old = try await cli.run("keygen", "signing.key")
        #expect(new.output == old.output && new.output.split(separator: "\n").count == 1)
        #expect(new.complaint.contains("a new key was written"))
        #expect(old.complaint.contains("this file already contains a key, which was not changed"))
    }

    @Test("without a hold on removals, there is nothing to confirm")
    func acceptRemovals() async throws {
        let cli = try CLIFixture(startsPrograms: true)
        let ending = try await cli.run("accept-removals")
        #expect(ending.status == 0)
        #expect(ending.output == "There is nothing to confirm: no removals are on hold.\n")
    }

    @Test("a rebuild that waits for the output reports it once")
    func waiting() async throws {
        let cli = try CLIFixture(startsPrograms: true, discs: ["cats/One.svg": 1])
        let watch = try await cli.watch()
        let rebuild = try await cli.rebuild()
        #expect(rebuild.status == 0)
        let texts = rebuild.events.filter { $0.kind == "notice" }.compactMap { $0.text("message") }
        #expect(texts.count { $0.hasPrefix("Waiting") } <= 1, "\(texts)")
        try await watch.stop()
    }

    @Test("the fix for a folder that cannot be written works, for own and other folders")
    func remedies() async throws {
        guard UnprivilegedUser.canWork, geteuid() == 0 else { return }
        let cli = try CLIFixture(startsPrograms: true)
        UnprivilegedUser.grantAccess(cli)
        for (owner, command) in [(65534, "chmod u+w"), (0, "sudo chown nobody")] {
            for folder in ["out", ".out.stickerd"] {
                try? FileManager.default.removeItem(atPath: cli.file(folder))
                try FileManager.default.createDirectory(
                    atPath: cli.file(folder), withIntermediateDirectories: false)
                #expect(chown(cli.file(folder), uid_t(owner), gid_t(owner)) == 0)
                #expect(chmod(cli.file(folder), 0o555) == 0)
            }
            let ending = try await cli.run("doctor", under: UnprivilegedUser.wrapper)
            #expect(ending.output.contains("→ \(command) '\(cli.file("out"))'"), "\(ending.output)")
        }
    }
}

import Foundation
import TestSupport
import Testing

/// Tests `scripts/package` with the programs of these tests. The packages are unpacked and read, but not installed.
@Suite("scripts/package", .enabled(if: DebianPackages.areTestable))
struct PackageTests {
    @Test("the packages have every file that users and systemd look for, and no file outside Debian's places")
    func contents() async throws {
        let packages = try await DebianPackages.built.value
        let files = packages.files
        let stickerd = try #require(files["stickerd"])
        #expect(
            stickerd.isSuperset(of: [
                "etc/default/stickerd", "usr/bin/stickerd", "usr/lib/systemd/system/stickerd.service",
                "usr/lib/systemd/system/stickerd-nightly.service", "usr/lib/systemd/system/stickerd-nightly.timer",
                "usr/lib/sysusers.d/stickerd.conf", "usr/share/bash-completion/completions/stickerd",
                "usr/share/doc/stickerd/NOTICE.gz", "usr/share/doc/stickerd/docs/operate/install.md",
                "usr/share/fish/vendor_completions.d/stickerd.fish", "usr/share/man/man1/stickerd.1.gz",
                "usr/share/man/man1/stickerd-build.1.gz", "usr/share/man/man1/stickerd-review-approve.1.gz",
                "usr/share/stickerd/schemas/pipeline.schema.json", "usr/share/zsh/vendor-completions/_stickerd",
            ]))
        #expect(files["stickerd-render"]?.contains("usr/libexec/stickerd/stickerd-render") == true)
        #expect(files["stickerd-inotify"]?.contains("usr/libexec/stickerd/stickerd-inotify") == true)
        let places = [
            "etc/default/stickerd", "usr/bin/stickerd", "usr/lib/stickerd/", "usr/libexec/stickerd/",
            "usr/lib/systemd/system/stickerd", "usr/lib/sysusers.d/stickerd.conf",
            "usr/share/bash-completion/completions/",
            "usr/share/doc/", "usr/share/fish/vendor_completions.d/", "usr/share/lintian/overrides/",
            "usr/share/man/man1/stickerd", "usr/share/stickerd/", "usr/share/zsh/vendor-completions/",
        ]
        for (package, names) in files {
            #expect(names.isSuperset(of: ["copyright", "changelog.gz"].map { "usr/share/doc/\(package)/\($0)" }))
            let strangers = names.filter { name in !places.contains { name.hasPrefix($0) } }
            #expect(strangers.isEmpty, "\(package)")
        }
    }

    @Test("each package depends on its program's libraries, and a program under the GPL 2 is in a separate package")
    func dependencies() async throws {
        let packages = try await DebianPackages.built.value
        let stickerd = try packages.field("Depends", of: "stickerd")
        let render = try packages.field("Depends", of: "stickerd-render")
        let inotify = try packages.field("Depends", of: "stickerd-inotify")
        #expect(stickerd.contains("stickerd-render (= ") && stickerd.contains("libsqlite3-0"))
        #expect(["libvips", "libimagequant0", "fonts-inter", "fonts-dejavu-core"].allSatisfy(render.contains))
        #expect(inotify.contains("libinotifytools0"))
        #expect(!(stickerd + render).contains("libinotifytools"))
        #expect(!(stickerd + inotify).contains("libimagequant"))
        #expect(try packages.text("stickerd/DEBIAN/conffiles") == "/etc/default/stickerd\n")
    }

    @Test("the units run the installed program with the settings of /etc/default, and keep the hardening")
    func units() async throws {
        let packages = try await DebianPackages.built.value
        for name in ["stickerd", "stickerd-nightly"] {
            let unit = try packages.text("stickerd/usr/lib/systemd/system/\(name).service")
            #expect(unit.contains("\nExecStart=/usr/bin/stickerd "))
            #expect(unit.contains("\nEnvironmentFile=-/etc/default/stickerd\n"))
            #expect(unit.contains("\nStateDirectory=stickerd\n") && unit.contains("\nIPAddressDeny=any\n"))
            #expect(!unit.contains("/usr/local") && !unit.contains("/srv") && !unit.contains("install-service"))
        }
        let postinst = try packages.text("stickerd/DEBIAN/postinst")
        #expect(!postinst.contains("deb-systemd-invoke start"))
    }

    @Test("the programs run from their package with the libraries next to them")
    func programs() async throws {
        let packages = try await DebianPackages.built.value
        let libraries = packages.folder.file("stickerd-render/usr/lib/stickerd")
        let places = [
            "stickerd": "usr/bin/stickerd", "stickerd-render": "usr/libexec/stickerd/stickerd-render",
            "stickerd-inotify": "usr/libexec/stickerd/stickerd-inotify",
        ]
        for (package, path) in places {
            let program = packages.folder.file("\(package)/\(path)")
            let linked = try await Command(
                ["ldd", program], in: "/", environment: ["LD_LIBRARY_PATH": libraries]
            ).ending()
            #expect(linked.status == 0, "\(linked.complaint)")
            #expect(!linked.output.contains("not found"), "\(package)")
            let foreign = linked.output.split(separator: "\n").filter {
                $0.contains("libswift") && !$0.contains(libraries)
            }
            #expect(foreign.isEmpty, "\(package)")
            let dynamic = try await Command(["readelf", "-d", program], in: "/").ending()
            let runPaths = dynamic.output.split(separator: "\n").filter { $0.contains("RUNPATH") }
            #expect(runPaths.allSatisfy { $0.contains("[$ORIGIN/") && !$0.contains(":$") }, "\(package)")
        }
    }

    @Test("the tarball has the programs, Swift's libraries, and the names of the packages that they need")
    func tarball() async throws {
        let packages = try await DebianPackages.built.value
        let files = Set(packages.folder.files.filter { $0.hasPrefix("tarball/") }.map { String($0.dropFirst(8)) })
        #expect(
            files.isSuperset(of: [
                "bin/stickerd", "libexec/stickerd/stickerd-render", "libexec/stickerd/stickerd-inotify",
                "share/man/man1/stickerd.1.gz", "share/stickerd/schemas/pipeline.schema.json",
                "share/doc/stickerd/NOTICE.gz", "share/doc/stickerd-inotify/copyright",
            ]))
        #expect(files.allSatisfy { !$0.hasPrefix("lib/systemd") && !$0.hasPrefix("etc") })
        let named = Set(try packages.text("tarball/share/stickerd/depends").split(separator: "\n").map(String.init))
        let needed = try ["stickerd", "stickerd-render", "stickerd-inotify", "stickerd-farm"].reduce(
            into: Set<String>()
        ) {
            $0.formUnion(try packages.needs(["Depends", "Recommends"], of: $1))
        }
        #expect(named == needed && named.contains("fonts-inter"))
        let version = try await Command([packages.folder.file("tarball/bin/stickerd"), "version"], in: "/").ending()
        #expect(version.status == 0, "\(version.complaint)")
    }

    @Test("the container installs the packages and what they recommend, and runs as their user, read-only and checked")
    func container() async throws {
        let packages = try await DebianPackages.built.value
        let folder = Repository.file("scripts/container")
        let image = try String(contentsOfFile: "\(folder)/Containerfile", encoding: .utf8)
        let lines = image.split(separator: "\n").map { $0.drop { $0 == " " } }
        let first = try #require(lines.firstIndex { $0.contains("--no-install-recommends") })
        let last = try #require(lines[first...].firstIndex { $0.hasPrefix("&& rm") })
        let installed = lines[(first + 1)..<last].map { $0.prefix { $0 != " " } }
        let own = installed.filter { $0.hasPrefix("/packages/") }
        #expect(
            Set(own) == Set(["stickerd", "stickerd-render", "stickerd-inotify"].map { "/packages/\($0)_*.deb" }))
        #expect(
            Set(installed.filter { !$0.hasPrefix("/") }.map(String.init))
                == (try packages.needs(["Recommends"], of: "stickerd")))
        let settings = try packages.text("stickerd/etc/default/stickerd").split(separator: "\n")
        let configuration = try #require(settings.first { $0.hasPrefix("STICKERD_CONFIG=") })
        #expect(lines.contains { $0 == "ENV \(configuration)" })
        #expect(lines.contains { $0.hasPrefix("HEALTHCHECK ") && $0.contains(#"CMD ["stickerd", "status""#) })
        let user = try #require(lines.first { $0.hasPrefix("USER ") })
        #expect(!user.contains("root") && !user.hasPrefix("USER 0"))
        let sysusers = try packages.text("stickerd/usr/lib/sysusers.d/stickerd.conf")
        #expect(sysusers.contains("\nu stickerd ") && image.contains("useradd") && image.contains(" stickerd\n"))
        let compose = try String(contentsOfFile: "\(folder)/compose.yaml", encoding: .utf8)
        for setting in [
            "read_only: true", #"cap_drop: ["ALL"]"#, "no-new-privileges:true", "scripts/container/Containerfile",
            "/var/lib/stickerd",
        ] { #expect(compose.contains(setting), "\(setting)") }
    }

    /// If `STICKERD_RENEW=1` is set, the page is written and not compared.
    @Test("docs/reference/commands.md lists every command and option of the program")
    func reference() async throws {
        let repository = Repository.path
        let page = "\(repository)/docs/reference/commands.md"
        if ProcessInfo.processInfo.environment["STICKERD_RENEW"] == "1" {
            let renewed = try await Command(
                ["\(repository)/scripts/package", "--reference", "--built", DebianPackages.programs], in: repository
            ).ending()
            #expect(renewed.status == 0, "\(renewed.complaint)")
        }
        let described = try await Command(
            [
                "sh", "-c",
                #""$1" --experimental-dump-help | python3 "$2" markdown"#, "sh", CLIFixture.stickerd,
                "\(repository)/scripts/package.d/manual.py",
            ], in: repository
        ).ending()
        #expect(described.status == 0, "\(described.complaint)")
        let written = try String(contentsOfFile: page, encoding: .utf8)
        #expect(written == described.output, "run STICKERD_RENEW=1 scripts/test --filter PackageTests")
    }
}
